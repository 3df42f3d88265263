"""What a worker may use of the machine: CPU seconds, memory, files; set once, never raised."""

from __future__ import annotations

import os
from dataclasses import dataclass

from autograder.confine import privileges

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

MIB = 1 << 20
_OOM_SCORE = "/proc/self/oom_score_adj"


@dataclass(frozen=True)
class Limits:
    """What one worker may use.

    Attributes:
        seconds: wall-clock seconds of one call; kept by the process that waits for the answer, not
            here.
        cpu_seconds: seconds of CPU in the worker's whole life; one more and the kernel kills it.
        memory_mb: MiB on top of what the process has when the limits are set.
        open_files: the number of descriptors.
    """

    seconds: float = 5.0
    cpu_seconds: int = 60
    memory_mb: int = 1024
    open_files: int = 64


def apply(limits: Limits) -> tuple[str, ...]:
    """Sets the limits on this process and returns the names of those that took effect.

    A limit that this system lacks or refuses (``resource`` on Windows, memory on macOS) is left
    out.
    """
    done = [name for name, pair in _wanted(limits).items() if _set(name, *pair)]
    if _volunteer_for_the_oom_killer():
        done.append("OOM_SCORE")
    return tuple(done)


def _wanted(limits: Limits) -> dict[str, tuple[int, int]]:
    """RLIMIT name -> (soft, hard); the soft CPU limit can be caught, the hard one cannot."""
    same = {
        "RLIMIT_FSIZE": 0,  # pipes do not count, and no file is a worker's to write
        "RLIMIT_NOFILE": limits.open_files,
        "RLIMIT_CORE": 0,
        "RLIMIT_MEMLOCK": 0,
        "RLIMIT_MSGQUEUE": 0,
    } | _memory(limits.memory_mb * MIB)
    cpu = {"RLIMIT_CPU": (limits.cpu_seconds, limits.cpu_seconds + 1)}
    return cpu | {name: (value, value) for name, value in same.items()}


def _memory(budget: int) -> dict[str, int]:
    """Both memory limits in bytes; nothing where the present size is not known (no /proc).

    AS counts all that is mapped, also what was inherited and shared anonymous memory, which DATA
    does not see; DATA counts what is private and writable.
    """
    try:
        with open("/proc/self/statm", encoding="utf-8") as file:
            pages = file.read().split()
    except OSError:
        return {}
    size, data = (int(pages[field]) * os.sysconf("SC_PAGE_SIZE") for field in (0, 5))
    return {"RLIMIT_AS": size + budget, "RLIMIT_DATA": data + budget}


def _set(name: str, soft: int, hard: int) -> bool:
    limit = getattr(resource, name, None)
    if limit is None:
        return False
    try:
        ceiling = resource.getrlimit(limit)[1]
        if ceiling != resource.RLIM_INFINITY:
            soft, hard = min(soft, ceiling), min(hard, ceiling)
        resource.setrlimit(limit, (soft, hard))
    except (OSError, ValueError):
        return False
    return True


def _volunteer_for_the_oom_killer() -> bool:
    """When the machine runs out of memory, the worker goes first and the grader stays."""
    try:
        with privileges.dumpable(), open(_OOM_SCORE, "w", encoding="utf-8") as score:
            score.write("1000")
    except OSError:
        return False
    return True
