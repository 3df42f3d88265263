"""Witnessed isolation: the worker tries what it must not be able to do; the level follows.

What a machine was configured to do is no evidence. ``targets`` puts up things to attack on the
grader's side, ``attempt`` attacks them from within a confined worker, ``level`` judges.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.confine.attempts import ATTEMPTS, Target
from autograder.confine.privileges import OWN_UID

__all__ = ["Isolation", "Target", "attempt", "level", "targets"]

_TEXT = "a canary of the grader's\n"
_SCRATCH_FOLDERS = ("/tmp", "/dev/shm")


@dataclass(frozen=True)
class Isolation:
    """How well student code was isolated.

    Attributes:
        level: "strong", "standard", "weak" or "none".
        sentence: the same for a reader of the report.
        got_through: the names of the attempts that were not blocked.
    """

    level: str
    sentence: str
    got_through: tuple[str, ...] = ()


def attempt(target: Target) -> dict[str, bool]:
    """Tries everything from within the calling worker; name -> whether it was blocked.

    The worker should end afterwards: where the last attempt succeeds, it is in another user
    namespace.
    """
    return {name: one.is_blocked(target) for name, one in ATTEMPTS.items()}


def level(blocked: dict[str, bool], layers: Sequence[str]) -> Isolation:
    """The level that these answers amount to; no answer counts as "got through".

    Args:
        blocked: what ``attempt`` returned.
        layers: what ``confine`` returned; "own-uid" makes the difference between standard and
            strong.
    """
    through = tuple(name for name in ATTEMPTS if blocked.get(name) is not True)
    if not layers:
        return Isolation("none", "Student code ran with no limits at all.", through)
    if through:
        return Isolation("weak", _weak(through), through)
    wall = f"Enforced by {', '.join(layers)}. Not protected: kernel bugs."
    if OWN_UID in layers:
        return Isolation("strong", f"{_CLOSED}; it ran as another user. {wall}")
    return Isolation("standard", f"{_CLOSED}. {wall}")


_CLOSED = (
    "Student code could not read the course, write files, start programs, reach the network, "
    "or read, signal or slow down other processes"
)


def _weak(through: tuple[str, ...]) -> str:
    did = "; ".join(ATTEMPTS[name].did for name in through)
    return f"Student code could: {did}. Use this only for code that you trust or have read."


@contextlib.contextmanager
def targets(course_root: str | Path) -> Iterator[Target]:
    """Puts up a canary file in the course and two listeners, for as long as the context lasts.

    The file goes to a folder of its own if the course cannot be written to. To be used in the
    grading process, whose pid is a target too.
    """
    with contextlib.ExitStack() as stack:
        outside = stack.enter_context(tempfile.TemporaryDirectory())
        scratch = f".canary-{secrets.token_hex(8)}"
        stack.callback(_remove_leftovers, scratch)
        canary = _canary(Path(course_root) / scratch, Path(outside) / scratch)
        yield Target(
            canary_path=stack.enter_context(canary),
            course=str(course_root),
            grader_pid=os.getpid(),
            port=stack.enter_context(_tcp_listener()),
            socket_path=stack.enter_context(_unix_listener(os.path.join(outside, "socket"))),
            scratch=scratch,
        )


@contextlib.contextmanager
def _canary(path: Path, otherwise: Path) -> Iterator[str]:
    """A file as readable as any of the course."""
    try:
        path.write_text(_TEXT, encoding="utf-8")
    except OSError:
        path = otherwise
        path.write_text(_TEXT, encoding="utf-8")
    try:
        yield str(path)
    finally:
        path.unlink(missing_ok=True)


@contextlib.contextmanager
def _tcp_listener() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


@contextlib.contextmanager
def _unix_listener(path: str) -> Iterator[str]:
    if not hasattr(socket, "AF_UNIX"):
        yield ""
        return
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen()
        yield path


def _remove_leftovers(scratch: str) -> None:
    """Removes what an attempt could make but not remove."""
    for folder in _SCRATCH_FOLDERS:
        with contextlib.suppress(OSError):
            os.unlink(os.path.join(folder, scratch))
