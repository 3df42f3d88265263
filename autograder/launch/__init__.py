"""Starting workers: processes that run a learner's code, and what the grading process holds of them.

``ForkLauncher`` keeps a zygote and forks from it (Linux); ``SpawnLauncher`` starts a new process for each
worker (everywhere). ``open_launcher`` takes the better one that this machine has.
"""

from __future__ import annotations

import atexit
import sys

from autograder.launch.faults import Crowd, LaunchError, NoAnswer, death
from autograder.launch.fork import ForkLauncher
from autograder.launch.handle import KEPT_OUTPUT, MAX_THREADS, Output, Worker
from autograder.launch.spawn import SpawnLauncher

__all__ = [
    "KEPT_OUTPUT", "MAX_THREADS", "Crowd", "ForkLauncher", "LaunchError", "Launcher", "NoAnswer", "Output",
    "SpawnLauncher", "Worker", "death", "open_launcher",
]  # fmt: skip

Launcher = ForkLauncher | SpawnLauncher


_begun: list[ForkLauncher] = []


def begin() -> None:
    """Starts a warm process (Linux) for whoever opens a launcher next, who has a lot to load until then."""
    if sys.platform == "linux":
        _begun.append(ForkLauncher())
        atexit.register(_end_begun)


def _end_begun() -> None:
    """Nobody has come for it: the command ended in a sentence before that."""
    while _begun:
        _begun.pop().close()


def open_launcher(spawn: bool = False) -> Launcher:
    """The launcher for this machine: forks on Linux, a process a worker elsewhere or when asked to."""
    if spawn or sys.platform != "linux":
        return SpawnLauncher()
    return _begun.pop() if _begun else ForkLauncher()
