"""Who a worker is: no longer root, or root without its powers, and dead with its parent."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import signal
import stat
import struct
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from autograder.confine import kernel
from autograder.confine.syscalls import number

OWN_UID = "own-uid"
NO_CAPABILITIES = "no-capabilities"

_PR_SET_PDEATHSIG = 1
_PR_GET_DUMPABLE = 3
_PR_SET_DUMPABLE = 4
_PR_CAPBSET_DROP = 24
_PR_CAP_AMBIENT = 47
_AMBIENT_CLEAR_ALL = 4
_CAPABILITY_VERSION_3 = 0x20080522


def drop(uid: int) -> str:
    """Gives up root for good.

    Args:
        uid: the user, and group, to become; nobody else's, so that no two workers can reach each
            other.

    Returns:
        "own-uid"; "no-capabilities" if the interpreter's files are for root only, or that uid
        cannot be had (a container's user namespace): then still root by name, without its powers;
        "" if this process is no root, or the machine's system calls are not known.

    Raises:
        ValueError: ``uid`` is root's.
        OSError: the capabilities could not be dropped.
    """
    if uid <= 0:
        raise ValueError(f"a worker cannot become uid {uid}")
    if not kernel.LINUX or os.geteuid() != 0:
        return ""
    if interpreter_is_public() and _become(uid):
        return OWN_UID
    if number("capset") is None:
        return ""
    drop_capabilities()
    return NO_CAPABILITIES


def drop_capabilities() -> None:
    """Takes root's powers from this process and from whatever it might still execute."""
    with contextlib.suppress(OSError):  # the first number past the last capability ends it
        for capability in range(64):
            kernel.prctl(_PR_CAPBSET_DROP, capability)
    with contextlib.suppress(OSError):
        kernel.prctl(_PR_CAP_AMBIENT, _AMBIENT_CLEAR_ALL)
    header = ctypes.create_string_buffer(struct.pack("=Ii", _CAPABILITY_VERSION_3, 0))
    kernel.call(number("capset"), header, ctypes.create_string_buffer(24))


def undumpable() -> None:
    """Closes this process's memory to others of the same user, as far as they are not root.

    Undone by ``exec`` and by a change of user; inherited by forks. Does nothing outside Linux.
    """
    with contextlib.suppress(OSError):
        kernel.prctl(_PR_SET_DUMPABLE, 0)


@contextlib.contextmanager
def dumpable() -> Iterator[None]:
    """For a moment, /proc/self belongs to the process's own user, who may then write there."""
    try:
        before = kernel.prctl(_PR_GET_DUMPABLE)
        kernel.prctl(_PR_SET_DUMPABLE, 1)
    except OSError:
        before = 1
    try:
        yield
    finally:
        if before != 1:
            undumpable()


def die_with_parent() -> None:
    """Asks the kernel for SIGKILL when the thread that forked this process ends.

    A change of user clears it, so it belongs after ``drop``. A parent that ended earlier is not
    noticed.
    """
    kernel.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


@functools.cache
def interpreter_is_public() -> bool:
    """Whether every user may read Python's files: else another one could import nothing."""
    kinds = ("stdlib", "platstdlib", "purelib", "platlib")
    places = [Path(sys.executable), *(Path(sysconfig.get_path(kind)) for kind in kinds)]
    return all(_is_public(path) and _is_public(path.resolve()) for path in places)


def _is_public(path: Path) -> bool:
    try:
        reached = all(parent.stat().st_mode & stat.S_IXOTH for parent in path.parents)
        return reached and bool(path.stat().st_mode & stat.S_IROTH)
    except OSError:
        return False


def _become(uid: int) -> bool:
    try:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    except OSError:
        return False
    return True
