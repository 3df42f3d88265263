"""Confinement: a forked worker gives up reading the tests, the network and other processes.

Read in this order: ``limits``, ``landlock`` (with ``reading``), ``privileges``, ``denied``,
``seccomp``; ``canaries`` then shows from inside what holds. No layer is enough alone: Landlock
knows files, TCP and signals, the filter knows calls but not paths. Nothing but the standard library
is used.

    plan = prepare()                        # once, in the process that forks
    if os.fork() == 0:
        confine(plan, Limits(), uid=60_001) # before the first byte of student code
"""

from __future__ import annotations

import contextlib
import importlib
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.confine import kernel, landlock, privileges, reading, seccomp
from autograder.confine.limits import Limits
from autograder.confine.limits import apply as apply_limits
from autograder.confine.reading import default_readable

__all__ = [
    "ConfinementError",
    "Limits",
    "Plan",
    "check_readable",
    "confine",
    "default_readable",
    "prepare",
]

_LATE_IMPORTS = (
    "encodings.idna",
    "encodings.utf_16",
    "encodings.cp1252",
    "locale",
    "linecache",
    "_strptime",
)


class ConfinementError(Exception):
    """Raised when a worker cannot be confined as planned; no student code may run then."""


@dataclass(frozen=True)
class Plan:
    """What this machine offers, found out once.

    Attributes:
        readable: the folders and files that a worker may read.
        abi: Landlock's, 0 without Landlock.
        program: the seccomp filter, None where there is none.
        pid: the process that made the plan: the worker's parent, or the worker itself.
        missing: a sentence for each layer that this machine lacks.
    """

    readable: tuple[str, ...]
    abi: int
    program: seccomp.Program | None
    pid: int
    missing: tuple[str, ...]


def prepare(readable: Sequence[str] | None = None) -> Plan:
    """Finds out what this machine offers and loads what a confined process could no longer load.

    Args:
        readable: what a worker may read instead of ``default_readable()``; what does not exist is
            left out.
    """
    _load_early()
    abi = landlock.abi()
    program = seccomp.build(abi) if seccomp.available() else None
    privileges.interpreter_is_public()  # remembers its answer
    trees = reading.outermost(default_readable() if readable is None else readable)
    return Plan(trees, abi, program, os.getpid(), _missing(abi, program))


def confine(plan: Plan, limits: Limits, uid: int) -> dict:
    """Confines the calling process for good.

    Its descriptors must be arranged, and no student code loaded. The order matters: Landlock while
    all paths can be seen, then the user, whose change clears the wish to die with the parent, and
    the filter last, for it refuses the other steps.

    Args:
        plan: from ``prepare``, made by this process or its parent.
        limits: what it may use.
        uid: the user to become where that is possible (root only).

    Returns:
        ``{"layers": [...], "abi": n}``: what took effect, among "rlimits", "no-new-privileges",
        "landlock", "own-uid" or "no-capabilities", "seccomp"; and Landlock's ABI.

    Raises:
        ConfinementError: a planned layer failed, the parent has ended, or there is a second thread,
            which would stay free.
    """
    try:
        layers = ["rlimits"] if apply_limits(limits) else []
        return {
            "layers": layers + (_confine_linux(plan, uid) if kernel.LINUX else []),
            "abi": plan.abi,
        }
    except OSError as error:
        raise ConfinementError(f"A worker could not be confined: {error}.") from error


def check_readable(plan: Plan, course_root: str | Path) -> None:
    """Raises ConfinementError, saying which folder it is, if a worker may read the course."""
    sentence = reading.exposed(plan.readable, Path(course_root))
    if sentence:
        raise ConfinementError(sentence)


def _confine_linux(plan: Plan, uid: int) -> list[str]:
    _check_alone()
    kernel.no_new_privileges()
    layers = ["no-new-privileges"]
    if landlock.restrict([*plan.readable, "/proc/self"], plan.abi):
        layers.append("landlock")
    layers += filter(None, [privileges.drop(uid)])
    _tie_to_parent(plan.pid)
    if plan.program:
        seccomp.install(plan.program, os.getpid())
        layers.append("seccomp")
    return layers


def _check_alone() -> None:
    """Every layer is put on the calling thread only, and threads can rewrite each other."""
    threads = len(os.listdir("/proc/self/task"))
    if threads != 1:
        raise ConfinementError(f"A worker was not confined: it has {threads} threads, not one.")


def _tie_to_parent(planner: int) -> None:
    privileges.die_with_parent()
    if planner not in (os.getppid(), os.getpid()):
        raise ConfinementError("A worker was not confined: its plan is not from its parent.")


def _load_early() -> None:
    """Imports what Python loads at first use, and settles the folder for temporary files.

    Inside there is none that can be written to; a settled name makes a library that asks for it at
    import (torch's compiler) load all the same.
    """
    for name in _LATE_IMPORTS:
        importlib.import_module(name)
    with contextlib.suppress(OSError):
        tempfile.gettempdir()


def _missing(abi: int, program: seccomp.Program | None) -> tuple[str, ...]:
    lacks = []
    if not abi:
        lacks.append("No Landlock (Linux 5.13 or later has it): student code can read files.")
    if program is None:
        lacks.append("No seccomp (Linux on x86_64 or aarch64 has it): student code can connect.")
    return tuple(lacks)
