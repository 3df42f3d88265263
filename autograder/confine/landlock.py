"""Landlock: a process gives up all files but a read-only list, TCP, and signals to others.

The kernel's interface grows by numbered ABIs; asking for a right that it does not know is an error,
so each right below is tied to the ABI that brought it. What an old ABI cannot take away, the
seccomp filter does.
"""

from __future__ import annotations

import ctypes
import os
import stat
import struct
from collections.abc import Sequence

from autograder.confine import kernel
from autograder.confine.syscalls import number

_WRITE_FILE = 1 << 1
_READ_FILE = 1 << 2
_READ_DIR = 1 << 3
_FIRST_RIGHTS = (1 << 13) - 1  # execute, write, read, list, remove (2), make (7 kinds)
_TRUNCATE = 1 << 14
_LATER_RIGHTS = {2: 1 << 13, 3: _TRUNCATE, 5: 1 << 15}  # move, truncate, device ioctl
_TCP = 0b11  # bind, connect
_SCOPES = 0b11  # abstract unix sockets, signals

_ASK_VERSION = 1
_PATH_BENEATH = 1
WRITABLE = "/dev/null"


def abi() -> int:
    """The Landlock ABI of the running kernel, 0 without Landlock.

    The kernel itself is asked: no file under /sys and no version number tells it reliably.
    """
    try:
        return kernel.call(number("landlock_create_ruleset"), 0, 0, _ASK_VERSION)
    except OSError:
        return 0


_newest = abi


def restrict(readable: Sequence[str], abi: int | None = None) -> int:
    """Takes every file from this thread for good, but for reading those under ``readable``.

    Args:
        readable: files and folders; those that do not exist, or may not be seen, are left out.
        abi: the ABI to ask for, by default the kernel's own; an older one gives what an older
            kernel gives.

    Returns:
        The ABI used; 0 if there is none, and nothing was restricted.

    Raises:
        OSError: the kernel refused.
    """
    version = _newest() if abi is None else abi
    if version < 1:
        return 0
    kernel.no_new_privileges()
    ruleset = _create(version)
    try:
        for path in (*readable, WRITABLE):
            _allow(ruleset, path, version)
        kernel.call(number("landlock_restrict_self"), ruleset, 0)
    finally:
        os.close(ruleset)
    return version


def _create(version: int) -> int:
    """A descriptor of a ruleset that forbids all that this ABI can forbid."""
    later = sum(right for since, right in _LATER_RIGHTS.items() if version >= since)
    attributes = struct.pack("=Q", _FIRST_RIGHTS | later)
    if version >= 4:
        attributes += struct.pack("=Q", _TCP)
    if version >= 6:
        attributes += struct.pack("=Q", _SCOPES)
    buffer = ctypes.create_string_buffer(attributes, len(attributes))
    return kernel.call(number("landlock_create_ruleset"), buffer, len(attributes), 0)


def _allow(ruleset: int, path: str, version: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return
    try:
        rule = ctypes.create_string_buffer(struct.pack("=Qi", _rights(path, place, version), place))
        kernel.call(number("landlock_add_rule"), ruleset, _PATH_BENEATH, rule, 0)
    finally:
        os.close(place)


def _rights(path: str, place: int, version: int) -> int:
    """What may be done there: a rule for a file must not name a right that only folders have."""
    rights = _READ_FILE | (_READ_DIR if stat.S_ISDIR(os.fstat(place).st_mode) else 0)
    if path == WRITABLE:
        rights |= _WRITE_FILE
        rights |= _TRUNCATE if version >= 3 else 0  # as open(os.devnull, "w") does
    return rights
