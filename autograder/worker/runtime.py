"""The only file that runs a learner's code: load it as text, call what is asked for, send values back.

A ``Runtime`` answers frames. In a worker it holds the learner's module; in the grading process another
one holds the reference or a mistake, so that all of them are asked in the same way. Names are paths:
``("module", "softmax")``, ``("probe", "gradients")``, ``("object", "0.0", "state_dict")``.
"""

from __future__ import annotations

import contextlib
import difflib
import functools
import linecache
import random
import socket
import sys
import traceback
import types
from typing import Any

import numpy as np
import torch

from autograder.confine import canaries
from autograder.worker import frames, probes, wire
from autograder.worker.begun import around
from autograder.worker.by_hand import ByHand

MAX_TEXT = 1000


class Runtime:
    """One module of answers and the objects that its calls have made.

    >>> runtime = Runtime(trusted=True)
    >>> runtime.load("def double(x): return 2 * x", "double.py", None)["status"]
    'ok'
    """

    def __init__(self, trusted: bool = False):
        self.trusted = trusted
        """Answers of ours in the grading process: the by-hand rule is off, and Ctrl-C gets through."""
        self.catch = (Exception, SystemExit) if trusted else BaseException
        self.module = types.ModuleType("answers")
        self.filename = self.source = ""
        self.objects: dict[str, Any] = {}
        self.call_number = 0
        self.forbidden: list[dict] = []

    def answer(self, frame: bytes | bytearray) -> bytes:
        """The reply frame to a request frame (``op`` load or call)."""
        head, value = wire.decode(frame, self._resolve)
        match head["op"]:
            case "canaries":
                return wire.encode({"status": "ok"}, canaries.attempt(canaries.Target(**value)))
            case "load":
                return wire.encode(self.load(**value), None)
            case _:
                return self._call(head, *value)

    def load(self, source: str, filename: str, rule: str | None = None) -> dict:
        """Runs the module's text; the reply's head says how that went."""
        by_hand = ByHand(None if self.trusted else rule, filename)
        self.forbidden = by_hand.refused
        self.filename, self.source = filename, source
        self.module = types.ModuleType(filename.removesuffix(".py"))
        self.module.__file__ = filename
        if not self.trusted:  # the learner's code sees a module like any other
            sys.modules[self.module.__name__] = self.module
        by_hand.refuse_functions()
        lines = [f"{line}\n" for line in source.split("\n")]
        linecache.cache[filename] = (len(source), None, lines, filename)
        try:
            exec(compile(source, filename, "exec", dont_inherit=True), self.module.__dict__)
        except self.catch as error:
            return self.forbidden[-1] if self.forbidden else self._failure(error)
        self.forbidden.clear()  # the file went on without the answer
        by_hand.refuse_kernels()
        return {"status": "ok"}

    def _call(self, head: dict, target: Any, args: list, kwargs: dict) -> bytes:
        if head.get("fresh"):
            self.objects.clear()
        self.call_number = head["number"]
        before = self._prints(args, kwargs)
        torch.set_grad_enabled(True)  # whatever an earlier call may have left behind
        seed(head["seed"])
        try:
            result = target(*args, **kwargs)
            reply = {"status": "ok", "changed": self._changed(before, args, kwargs)}
            return self._reply(reply, result)
        except self.catch as error:
            return self._reply(self._failure(error), None)

    def _reply(self, reply: dict, result: Any) -> bytes:
        if self.forbidden:
            reply, result = self.forbidden[-1], None
        frame = wire.encode({**reply, "number": self.call_number}, result, self._refer)
        self.forbidden.clear()
        return frame

    # ---- names -> things, things -> names

    def _resolve(self, path: wire.Path, type_name: str) -> Any:
        root, name, *attributes = path
        things = {"module": vars(self.module), "probe": vars(probes), "object": self.objects}[root]
        if name not in things:
            return _raiser(_MissingName(_missing(name, things)))
        try:
            return functools.reduce(getattr, attributes, things[name])
        except self.catch as error:  # the learner's object lacks it, or raises when asked for it
            return _raiser(error)

    def _refer(self, thing: Any) -> wire.Path:
        for name, known in self.objects.items():
            if known is thing:
                return ("object", name)
        made = sum(name.startswith(f"{self.call_number}.") for name in self.objects)
        name = f"{self.call_number}.{made}"
        self.objects[name] = thing
        return ("object", name)

    # ---- what a call did to its inputs

    def _prints(self, args: list, kwargs: dict) -> dict[str, bytes]:
        named = {str(index): value for index, value in enumerate(args)} | kwargs
        return {name: wire.encode({}, value, self._refer) for name, value in named.items()}

    def _changed(self, before: dict[str, bytes], args: list, kwargs: dict) -> list[str]:
        after = self._prints(args, kwargs)
        return [name for name in before if after[name] != before[name]]

    # ---- what went wrong

    def _failure(self, error: BaseException) -> dict:
        kinds = [kind.__name__ for kind in type(error).__mro__ if kind is not object]
        reply = {"status": self._status(error), "kinds": kinds, "text": _text(error), "line": self._line(error)}
        return {**reply, **self._where_to_begin(reply["line"])} if reply["status"] == "not_started" else reply

    def _where_to_begin(self, line: int) -> dict:
        """Which function is not started; one that has code has kept the starter's line all the same."""
        try:
            place = around(self.source, line, self.filename)
        except RecursionError:  # an elif chain of rare length
            return {"text": ""}
        return {"text": place.name, "status": "kept_starter" if place.has_code else "not_started"}

    def _status(self, error: BaseException) -> str:
        if isinstance(error, _MissingName):
            return "missing"
        if isinstance(error, wire.WireError):
            return "unsendable"
        if isinstance(error, NotImplementedError) and self._is_raised_here(error):
            return "not_started"
        if isinstance(error, MemoryError) or "can't allocate memory" in _text(error):
            return "memory"
        return "error"

    def _is_raised_here(self, error: BaseException) -> bool:
        """Whether the learner's own line raised it, as an untouched starter does, and not torch."""
        frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
        return bool(frames) and frames[-1].f_code.co_filename == self.filename

    def _line(self, error: BaseException) -> int | None:
        if isinstance(error, SyntaxError) and error.filename == self.filename:
            return error.lineno
        frames = traceback.walk_tb(error.__traceback__)
        lines = [line for frame, line in frames if frame.f_code.co_filename == self.filename]
        return lines[-1] if lines else None


class _MissingName(Exception):
    """Raised when the learner's module does not define the name asked for."""


def _missing(name: str, things: dict[str, Any]) -> str:
    """The name that is not there, and one like it that is."""
    near = difflib.get_close_matches(name, [known for known in things if not known.startswith("_")], 1, 0.7)
    return f"`{name}`" + (f"; it has `{near[0]}`, so keep the starter's name" if near else "")


def _raiser(error: BaseException) -> Any:
    def absent(*args: Any, **kwargs: Any) -> None:
        raise error

    return absent


def _text(error: BaseException) -> str:
    try:
        text = error.msg if isinstance(error, SyntaxError) else str(error)
    except BaseException as second:  # a hostile __str__ must not end the worker
        text = f"(its message could not be read: {type(second).__name__})"
    return str(text)[:MAX_TEXT]


def seed(seed: int) -> None:
    random.seed(seed)
    np.random.seed(seed)
    torch.default_generator.manual_seed(seed)


def serve(connection: socket.socket) -> None:
    """Answers frames until the grading process closes the connection."""
    runtime = Runtime()
    while (frame := read_frame(connection)) is not None:
        reply = runtime.answer(frame)
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(Exception):  # the learner may have closed or replaced it
                stream.flush()
        connection.sendall(reply)


def read_frame(connection: socket.socket) -> bytearray | None:
    """The next whole frame, or None once the other end has closed."""
    prefix = _read(connection, frames.PREFIX.size)
    rest = None if prefix is None else _read(connection, sum(frames.frame_sizes(prefix)))
    return None if rest is None else prefix + rest


def _read(connection: socket.socket, size: int) -> bytearray | None:
    data = bytearray(size)
    view = memoryview(data)
    while view:
        count = connection.recv_into(view)
        if not count:
            return None
        view = view[count:]
    return data
