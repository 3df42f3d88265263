"""The proxy that checks call: the learner's answers, the reference or a mistake, behind one interface.

>>> reference = local_answers("def double(x): return 2 * x", "double.py")
>>> reference.double(4)
8
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from autograder.checks import explain
from autograder.checks.recall import Recall
from autograder.outcomes import Crashed
from autograder.worker import wire
from autograder.worker.runtime import Runtime

OBJECT_NAME = re.compile(r"\d{1,4}\.\d{1,4}")

__tracebackhide__ = True  # in a plain pytest run, the trace ends in the check

Ask = Callable[[bytes], bytes | bytearray]
"""Sends a request frame to wherever the answers live, and returns the reply frame."""

Asked = tuple["Remote", tuple, dict]
"""What was called, and its arguments."""


@dataclass(frozen=True)
class Call:
    """One call of a check and what came back; ``frame`` can be replayed on other answers."""

    frame: bytes
    asked: Asked
    reply: dict
    value: Any

    @cached_property
    def said(self) -> str:
        """The call as a learner would write it: ``softmax([2.0, 1.0, 0.0], dim=0)``."""
        return explain.call(*self.asked)

    @property
    def probes(self) -> bool:
        """Whether a trusted probe was called, and the learner's code only through it."""
        return self.asked[0].is_probe


class Answers:
    """Every attribute is a function of the module that answers: ``student.softmax(scores, dim=0)``.

    ``student.probe.NAME(...)`` calls a trusted helper of ``probes`` where the answers live. What is no plain
    value (a module, an optimizer) comes back as a ``Remote`` that can be called and passed on.
    """

    def __init__(self, ask: Ask):
        self._ask = ask
        self._check = ""
        self._calls: list[Call] = []
        self._asked: Asked | None = None
        """The call that was begun last."""

    def __getattr__(self, name: str) -> Remote:
        if name.startswith("_"):
            raise AttributeError(name)
        return Remote(self, ("module", name))

    @property
    def _asking(self) -> str:
        """The call that was begun last, in words."""
        return explain.call(*self._asked) if self._asked else "the call"

    @property
    def probe(self) -> Remote:
        return Remote(self, ("probe",))

    def _begin(self, check: str) -> None:
        """A new check: its calls are numbered, seeded and recorded afresh."""
        self._check = check
        self._calls = []
        self._asked = None

    def _call(self, target: Remote, args: tuple, kwargs: dict) -> Any:
        number, self._asked = len(self._calls), (target, args, kwargs)
        seed = zlib.crc32(f"{self._check}:{number}".encode())
        head = {"op": "call", "number": number, "seed": seed, "fresh": number == 0}
        frame = wire.encode(head, [target, list(args), kwargs], _refer)
        call = self._answer(frame, self._asked)
        self._calls.append(call)
        if call.reply.get("number") != number:
            raise Crashed(f"{call.said} sent back the answer to another question.")
        if call.reply.get("status") != "ok":
            raise explain.problem(call.reply, call.said)
        return call.value

    def _answer(self, frame: bytes, asked: Asked) -> Call:
        try:
            reply, value = wire.decode(self._ask(frame), self._resolve)
        except wire.WireError as error:
            raise Crashed(f"{explain.call(*asked)} sent back what is no answer: {error}.") from error
        return Call(frame, asked, explain.checked(reply), value)

    def _resolve(self, path: wire.Path, type_name: str) -> Remote:
        """What a reply refers to: only ever an object that a call has made, since a reply may be forged."""
        if len(path) != 2 or path[0] != "object" or not OBJECT_NAME.fullmatch(path[1]):
            raise wire.WireError("a reference to what is no object")
        return Remote(self, path, type_name)


class Remote:
    """A function or an object that lives with the answers; calling it runs there, on copies of the arguments."""

    def __init__(self, answers: Answers, path: wire.Path, type_name: str = "function"):
        self._answers = answers
        self._path = path
        self._type_name = type_name

    @property
    def function(self) -> str | None:
        """The name in the learner's module that this is, if it is one."""
        return self._path[1] if self._path[0] == "module" else None

    @property
    def is_probe(self) -> bool:
        """Whether this is a trusted helper, and not the learner's."""
        return self._path[0] == "probe"

    def __getattr__(self, name: str) -> Remote:
        if name.startswith("_"):
            raise AttributeError(name)
        return Remote(self._answers, (*self._path, name), self._type_name)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._answers._call(self, args, kwargs)

    def __repr__(self) -> str:
        """``softmax``, ``EncoderBlock`` or ``EncoderBlock.eval``: as a learner would write it."""
        root, *names = self._path
        if root == "object":
            names[0] = self._type_name
        return ".".join(names)


def _refer(value: Any) -> wire.Path:
    if isinstance(value, Remote):
        return value._path
    raise wire.WireError(f"a check cannot send a {wire.type_name(value)}")


def local_answers(source: str, filename: str) -> Answers:
    """Trusted answers (the reference, a mistake) that run in this process, asked in the same way."""
    runtime = Runtime(trusted=True)
    loaded = runtime.load(source, filename)
    if loaded["status"] != "ok":
        raise RuntimeError(f"{filename} cannot be loaded: {loaded['kinds'][0]}: {loaded['text']}")
    return Answers(Recall(runtime).answer)
