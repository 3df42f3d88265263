"""Answers that do not think, for the audit: they must not earn what only work should earn."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import torch

from autograder.checks.session import StandIn
from autograder.checks.student import Ask, Remote, _refer
from autograder.course import Task
from autograder.notebooks import asked_names
from autograder.worker import frames, wire
from autograder.worker.runtime import Runtime

ODD = ({}, {1: 2}, [], [None], (), (1,), (None, None), "text", 3, math.nan, [[]], np.zeros((1,)))
"""Values of a form that nobody asked for: they must fail checks, and never break one."""


BODIES = {
    "return None": "return None",
    "return their first argument": "return args[0] if args else None",
    "raise ValueError": 'raise ValueError("no")',
}
"""What functions that do nothing may do."""


def files(task: Task) -> list[tuple[str, str]]:
    """Whole files in which every function asked for does nothing: probes meet them as they meet a learner's."""
    names = sorted(asked_names(task))
    return [
        (what, "\n".join(f"def {name}(*args, **kwargs):\n    {body}\n" for name in names))
        for what, body in BODIES.items()
    ]


def sessions(task: Task) -> list[tuple[str, StandIn]]:
    """Answering None, the first argument, zeros of the right shape, a ValueError, and values of odd form."""
    refusal = {"status": "error", "kinds": ["ValueError", "Exception", "BaseException"], "text": "no"}
    return [
        ("None", StandIn(task, partial(_reply, value=None))),
        ("the first argument", StandIn(task, _echo)),
        ("zeros", StandIn(task, _zeros(_reference(task)))),
        ("ValueError", StandIn(task, lambda frame: _reply(frame, None, refusal))),
        *((repr(value), StandIn(task, partial(_reply, value=value))) for value in ODD),
    ]


def _reply(frame: bytes, value: Any, head: dict | None = None) -> bytes:
    """A reply to that frame: the number of its call, and the value."""
    return wire.encode({**(head or {"status": "ok"}), "number": _head(frame)["number"]}, value, _refer)


def parrot(task: Task) -> Parrot:
    """A session that knows the answers to the visible checks by heart, after its ``lesson`` was graded."""
    return Parrot(task)


class Parrot(StandIn):
    """Repeats the reference's answers to the questions of the visible checks; knows nothing else."""

    def __init__(self, task: Task):
        super().__init__(task, self._repeat)
        self.heard: dict[bytes, bytes] = {}
        self._reference = _reference(task)
        self.lesson = StandIn(task, self._listen)

    def _listen(self, frame: bytes) -> bytes:
        reply = self._reference(frame)
        if self.lesson.answers._check.startswith("check_"):
            self.heard[_question(frame)] = reply
        return reply

    def _repeat(self, frame: bytes) -> bytes:
        if _question(frame) not in self.heard:
            return _reply(frame, None, {"status": "error", "kinds": ["LookupError"], "text": "never heard of it"})
        head, value = wire.decode(self.heard[_question(frame)], _path_only)
        return _reply(frame, value, head)


def _question(frame: bytes) -> bytes:
    """A request without its number and seed: what is asked, of whom, with which arguments."""
    header, _ = frames.frame_sizes(frame[: frames.PREFIX.size])
    asked = json.dumps(_head(frame)["value"]).encode()
    return asked + frame[frames.PREFIX.size + header :]


def _head(frame: bytes) -> dict:
    header, _ = frames.frame_sizes(frame[: frames.PREFIX.size])
    return json.loads(frame[frames.PREFIX.size : frames.PREFIX.size + header])


def _reference(task: Task) -> Callable[[bytes], bytes]:
    runtime = Runtime(trusted=True)
    runtime.load(task.solution.read_text(encoding="utf-8"), task.filename)
    return runtime.answer


def _path_only(path: wire.Path, type_name: str) -> Remote:
    return Remote(None, path, type_name)


def _echo(frame: bytes) -> bytes:
    _, (_, args, kwargs) = wire.decode(frame, _path_only)
    values = [*args, *kwargs.values()]
    return _reply(frame, values[0] if values else None)


def _zeros(reference: Callable[[bytes], bytes]) -> Ask:
    def ask(frame: bytes) -> bytes:
        _, value = wire.decode(reference(frame), _path_only)
        return _reply(frame, _zeroed(value))

    return ask


def _zeroed(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return torch.zeros_like(value)
    if isinstance(value, np.ndarray):
        return np.zeros_like(value)
    if isinstance(value, (list, tuple)):
        return type(value)(_zeroed(item) for item in value)
    if isinstance(value, dict):
        return {key: _zeroed(item) for key, item in value.items()}
    return type(value)() if isinstance(value, (bool, int, float, str)) else value
