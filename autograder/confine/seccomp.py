"""Seccomp: the kernel looks at every system call of a worker and refuses those on the list.

The filter is a small program for the kernel's classic BPF machine: it loads one 32-bit word of the
call at a time (number, architecture, arguments) and jumps forwards. Building it takes Python a
moment, so that is done once; what differs from worker to worker is its own pid, which ``install``
writes into the places left for it.
"""

from __future__ import annotations

import ctypes
import errno
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from autograder.confine import kernel
from autograder.confine.denied import ABSENT, DENIED, NEWEST
from autograder.confine.syscalls import machine as this_machine
from autograder.confine.syscalls import number

ALLOW = 0x7FFF_0000
KILL = 0x8000_0000
REFUSE = 0x0005_0000  # plus the errno that the caller sees

AUDIT_ARCH = {"x86_64": 0xC000_003E, "aarch64": 0xC000_00B7}
LOAD, EQUAL, ABOVE, ANY_BIT, RETURN = 0x20, 0x15, 0x25, 0x45, 0x06  # the five instructions used
_NUMBER, _ARCH, _ARGUMENTS = 0, 4, 16  # byte offsets in the kernel's struct seccomp_data
_INSTRUCTION = struct.Struct("=HBBI")  # code, jump if true, jump if false, constant

OWN_PID = 0x7FFF_FFFF  # stands in the program until the pid is known; no process can have this one
CLONE_THREAD = 0x0001_0000
CLONE_NAMESPACES = 0x7E02_0000
TRUNCATE = 0o1000  # O_TRUNC
FCNTL_COMMANDS = (0, 1, 2, 3, 4, 1030, 1032, 1034)  # dup, flags, dup-cloexec, pipe size?, seals?
# is it a terminal, its size, bytes waiting; non-blocking, close-on-exec
IOCTL_REQUESTS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
PRCTL_DENIED = (
    1,  # PDEATHSIG: outlive the grader
    4,  # DUMPABLE
    35,  # MM: move what /proc shows of this process
    62,  # SCHED_CORE: takes a pid
    67,  # MEMORY_MERGE: shared pages tell by their timing what others hold
    0x59616D61,  # PTRACER: let another process in
)

_SECCOMP_SET_MODE_FILTER = 1
_SECCOMP_GET_ACTION_AVAIL = 2


@dataclass(frozen=True)
class Program:
    """A filter for any worker on this machine.

    Attributes:
        code: the instructions, 8 bytes each.
        pid_slots: the byte offsets at which the worker's own pid goes.
    """

    code: bytes
    pid_slots: tuple[int, ...]

    def of(self, pid: int) -> bytes:
        """The instructions for the worker with that pid."""
        code = bytearray(self.code)
        for slot in self.pid_slots:
            struct.pack_into("=I", code, slot, pid)
        return bytes(code)


class _Filter(ctypes.Structure):
    """The kernel's struct sock_fprog."""

    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def available() -> bool:
    """Whether this kernel takes filters, and this machine's numbers are known."""
    kill = ctypes.create_string_buffer(struct.pack("=I", KILL), 4)
    try:
        kernel.call(number("seccomp"), _SECCOMP_GET_ACTION_AVAIL, 0, kill)
    except OSError:
        return False
    return True


def build(abi: int, machine: str | None = None) -> Program:
    """The filter that completes a Landlock of that ABI (0: none).

    Args:
        abi: below 3 Landlock lets through ``open`` with O_TRUNC; the filter then refuses it, so
            that there ``open(os.devnull, "w")`` fails as well.
        machine: one of ``syscalls.MACHINES``, by default this one.
    """
    instructions = list(_rules(abi, machine or this_machine()))
    slots = [8 * place + 4 for place, line in enumerate(instructions) if line[3] == OWN_PID]
    return Program(b"".join(_INSTRUCTION.pack(*line) for line in instructions), tuple(slots))


def install(program: Program, pid: int) -> None:
    """Puts the filter on the calling thread for good.

    Args:
        program: from ``build``.
        pid: the calling process's own.

    Raises:
        OSError: the kernel refused.
    """
    kernel.no_new_privileges()
    code = program.of(pid)
    kernel.call(number("seccomp"), _SECCOMP_SET_MODE_FILTER, 0, _Filter(len(code) // 8, code))


# ---- the rules, in the order in which the kernel tries them

_Line = tuple[int, int, int, int]


def _rules(abi: int, machine: str) -> Iterator[_Line]:
    yield from _foreign(machine)
    for name, body in _conditions(abi).items():
        yield from _when(number(name, machine), body)
    for name in ABSENT:
        yield from _when(number(name, machine), [_refuse(errno.ENOSYS)])
    for names in DENIED.values():
        for name in names:
            yield from _when(number(name, machine), [_refuse(errno.EPERM)])
    yield _answer(ALLOW)


def _foreign(machine: str) -> list[_Line]:
    """Kills callers of another architecture (32-bit code); calls too new for the list do not exist.

    The second rule is also the one for x32, whose numbers start at 2**30.
    """
    return [
        (LOAD, 0, 0, _ARCH),
        (EQUAL, 1, 0, AUDIT_ARCH[machine]),
        _answer(KILL),
        (LOAD, 0, 0, _NUMBER),
        (ABOVE, 0, 1, NEWEST),
        _refuse(errno.ENOSYS),
    ]


def _conditions(abi: int) -> dict[str, list[_Line]]:
    """The calls whose arguments decide; the kernel, too, reads only 32 bits of these."""
    conditions = {
        "clone": _threads_only(),
        "kill": _allow_only(0, (OWN_PID,), errno.EPERM),
        "tgkill": _allow_only(0, (OWN_PID,), errno.EPERM),
        "prlimit64": _allow_only(0, (0,), errno.EPERM),  # 0: the caller itself, as glibc asks
        "fcntl": _allow_only(1, FCNTL_COMMANDS, errno.EPERM),  # not: owner, signals, locks, leases
        "ioctl": _allow_only(1, IOCTL_REQUESTS, errno.ENOTTY),  # "this file has no such thing"
        "prctl": _deny_only(0, PRCTL_DENIED),
    }
    if abi < 3:
        conditions |= {"open": _refuse_bits(1, TRUNCATE), "openat": _refuse_bits(2, TRUNCATE)}
    return conditions


def _threads_only() -> list[_Line]:
    return [
        _argument(0),
        (ANY_BIT, 1, 0, CLONE_NAMESPACES),
        (ANY_BIT, 1, 0, CLONE_THREAD),
        _refuse(errno.EPERM),
        _answer(ALLOW),
    ]


def _allow_only(index: int, values: Iterable[int], code: int) -> list[_Line]:
    matches = [line for value in values for line in ((EQUAL, 0, 1, value), _answer(ALLOW))]
    return [_argument(index), *matches, _refuse(code)]


def _deny_only(index: int, values: Iterable[int]) -> list[_Line]:
    matches = [line for value in values for line in ((EQUAL, 0, 1, value), _refuse(errno.EPERM))]
    return [_argument(index), *matches, _answer(ALLOW)]


def _refuse_bits(index: int, bits: int) -> list[_Line]:
    return [_argument(index), (ANY_BIT, 0, 1, bits), _refuse(errno.EACCES), _answer(ALLOW)]


def _when(call: int | None, body: list[_Line]) -> list[_Line]:
    """The body, which ends with an answer, for that call; nothing where there is no such call."""
    return [] if call is None else [(EQUAL, 0, len(body), call), *body]


def _argument(index: int) -> _Line:
    return (LOAD, 0, 0, _ARGUMENTS + 8 * index)


def _answer(action: int) -> _Line:
    return (RETURN, 0, 0, action)


def _refuse(code: int) -> _Line:
    return _answer(REFUSE | code)
