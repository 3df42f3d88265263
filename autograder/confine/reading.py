"""What a worker may read: Python, its packages, the shared libraries, a few devices."""

from __future__ import annotations

import os
import site
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from pathlib import Path

_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache")
_DEVICES = ("/dev/urandom", "/dev/random", "/dev/zero")
_MACHINE = ("/proc/cpuinfo", "/sys/devices/system/cpu")  # how many cores, which instructions
_TIME_ZONES = ("/etc/localtime", "/usr/share/zoneinfo")
_HIDDEN = os.path.join("autograder", "graders")


def default_readable() -> tuple[str, ...]:
    """The folders and files that any worker needs: never /proc, /tmp or /home, nor the course."""
    kinds = ("stdlib", "platstdlib", "purelib", "platlib")
    python = [sysconfig.get_path(kind) for kind in kinds] + site.getsitepackages()
    libraries = [os.path.join(sys.base_prefix, "lib"), *_LIBRARIES]
    return outermost([*python, *libraries, *_DEVICES, *_MACHINE, *_TIME_ZONES])


def outermost(paths: Iterable[str]) -> tuple[str, ...]:
    """The paths that exist, resolved, without those that lie inside another one.

    >>> outermost(["/usr/bin", "/usr", "/nowhere"])
    ('/usr',)
    """
    real = sorted({os.path.realpath(path) for path in paths if os.path.exists(path)})
    covered = {path for path in real for tree in real if tree != path and _holds(tree, path)}
    return tuple(path for path in real if path not in covered)


def exposed(readable: Sequence[str], course_root: Path) -> str | None:
    """A sentence on how the course can be read from within ``readable``, None if it cannot."""
    for tree in outermost(readable):
        if _holds(tree, os.path.realpath(course_root)):
            return f"The course {course_root} lies in {tree}, which student code may read: move it."
        if os.path.isdir(os.path.join(tree, _HIDDEN)):
            return f"{tree} holds a copy of {_HIDDEN}, which student code may read: uninstall it."
    return None


def _holds(tree: str, path: str) -> bool:
    return Path(path).is_relative_to(tree)
