"""Answers that do not think, for the audit: they must not earn what only work should earn."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from autograder import frames, wire
from autograder.course import Task
from autograder.student import Answers, Ask, Remote, _refer
from autograder.submission import Source
from autograder.worker import Runtime


class IdleSession:
    """Stands in for a Session: the checks ask ``ask`` in place of a worker."""

    def __init__(self, task: Task, ask: Ask):
        self.task = task
        self.source = Source(task.filename)
        self.answers = Answers(ask)

    def take_output(self) -> str:
        """Nothing is printed."""
        return ""

    def close(self) -> None:
        """There is nothing to end."""


def sessions(task: Task) -> list[tuple[str, IdleSession]]:
    """Answering None, the first argument, zeros of the right shape, and a ValueError to everything."""
    refusal = {"status": "error", "kinds": ["ValueError", "Exception", "BaseException"], "text": "no"}
    return [
        ("None", IdleSession(task, lambda frame: wire.encode({"status": "ok"}, None))),
        ("the first argument", IdleSession(task, _echo)),
        ("zeros", IdleSession(task, _zeros(_reference(task)))),
        ("ValueError", IdleSession(task, lambda frame: wire.encode(refusal, None))),
    ]


def parrot(task: Task) -> Parrot:
    """A session that knows the answers to the visible checks by heart, after its ``lesson`` was graded."""
    return Parrot(task)


class Parrot(IdleSession):
    """Repeats the reference's answers to the questions of the visible checks; knows nothing else."""

    def __init__(self, task: Task):
        super().__init__(task, self._repeat)
        self.heard: dict[bytes, bytes] = {}
        self._reference = _reference(task)
        self.lesson = IdleSession(task, self._listen)

    def _listen(self, frame: bytes) -> bytes:
        reply = self._reference(frame)
        if self.lesson.answers._check.startswith("check_"):
            self.heard[_question(frame)] = reply
        return reply

    def _repeat(self, frame: bytes) -> bytes:
        unknown = wire.encode({"status": "error", "kinds": ["LookupError"], "text": "never heard of it"}, None)
        return self.heard.get(_question(frame), unknown)


def _question(frame: bytes) -> bytes:
    """A request without its number and seed: what is asked, of whom, with which arguments."""
    header, _ = frames.frame_sizes(frame[: frames.PREFIX.size])
    head = json.loads(frame[frames.PREFIX.size : frames.PREFIX.size + header])
    asked = json.dumps(head["value"]).encode()
    return asked + frame[frames.PREFIX.size + header :]


def _reference(task: Task) -> Callable[[bytes], bytes]:
    runtime = Runtime(catch=Exception)
    runtime.load(task.solution.read_text(encoding="utf-8"), task.filename)
    return runtime.answer


def _path_only(path: wire.Path, type_name: str) -> Remote:
    return Remote(None, path, type_name)


def _echo(frame: bytes) -> bytes:
    _, (_, args, kwargs) = wire.decode(frame, _path_only)
    values = [*args, *kwargs.values()]
    return wire.encode({"status": "ok"}, values[0] if values else None, _refer)


def _zeros(reference: Callable[[bytes], bytes]) -> Ask:
    def ask(frame: bytes) -> bytes:
        _, value = wire.decode(reference(frame), _path_only)
        return wire.encode({"status": "ok"}, _zeroed(value), _refer)

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
