"""The three raw calls into the Linux kernel that everything else here is made of."""

from __future__ import annotations

import ctypes
import errno
import os
import sys

LINUX = sys.platform == "linux"
_LIBC = ctypes.CDLL(None, use_errno=True) if LINUX else None

_PR_SET_NO_NEW_PRIVS = 38

Argument = int | ctypes.Array | ctypes.Structure


def call(number: int | None, *arguments: Argument) -> int:
    """Makes the system call of that number and returns its result.

    Numbers are passed as C longs, buffers and structures by their address.

    Raises:
        OSError: what the kernel answered; ENOSYS where there is no such call (``number`` None, not
            Linux).
    """
    if _LIBC is None or number is None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    return _checked(_LIBC.syscall(ctypes.c_long(number), *map(_passed, arguments)))


def prctl(option: int, value: int = 0) -> int:
    """Changes or asks one attribute of the calling process; raises OSError like ``call``."""
    if _LIBC is None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    unused = (ctypes.c_ulong(0),) * 3
    return _checked(_LIBC.prctl(ctypes.c_int(option), ctypes.c_ulong(value), *unused))


def no_new_privileges() -> None:
    """Makes setuid programs (sudo, su) powerless for good; Landlock and seccomp demand it."""
    prctl(_PR_SET_NO_NEW_PRIVS, 1)


def _passed(argument: Argument) -> object:
    return ctypes.c_long(argument) if isinstance(argument, int) else ctypes.byref(argument)


def _checked(result: int) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result
