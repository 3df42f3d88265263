"""What a hostile learner would try, each attempt harmless when it succeeds.

An attempt is a function of the ``Target``. If it returns, the attack got through; an OSError that means "not allowed"
says that it was blocked. Any other error shows nothing, and counts as not blocked.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import mmap
import os
import signal
import socket
import struct
from collections.abc import Callable
from dataclasses import dataclass

from autograder.confine import kernel
from autograder.confine.syscalls import number

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

REFUSALS = {errno.EPERM, errno.EACCES, errno.EROFS, errno.ENOSYS}
_LOCALHOST = "127.0.0.1"
_TIMEOUT = 1.0
_CLONE_NEWUSER = 0x1000_0000
_IPC_RMID = 0


@dataclass(frozen=True)
class Target:
    """What the attempts aim at, made by ``canaries.targets``; plain values, for JSON.

    Attributes:
        canary_path: a file in the course folder.
        course: the course folder.
        grader_pid: the grading process.
        port: of a listener on this machine, TCP.
        socket_path: of another listener, a unix socket; "" where there are none.
        scratch: a file name that nobody else uses.
    """

    canary_path: str
    course: str
    grader_pid: int
    port: int
    socket_path: str
    scratch: str


_Run = Callable[[Target], None]


@dataclass(frozen=True)
class Attempt:
    """One thing to try: the function, what it would have done, the errnos of a refusal."""

    run: _Run
    did: str
    refusals: frozenset[int]

    def is_blocked(self, target: Target) -> bool:
        try:
            self.run(target)
        except OSError as error:
            return error.errno in self.refusals
        except AttributeError:  # Python has no such function on this system
            return True
        except Exception:
            return False
        return False


ATTEMPTS: dict[str, Attempt] = {}
"""Name -> attempt, in the order in which to try them; the last one changes what the caller is."""


def _attempt(did: str, *refusals: int) -> Callable[[_Run], _Run]:
    def register(run: _Run) -> _Run:
        ATTEMPTS[run.__name__] = Attempt(run, did, frozenset(REFUSALS.union(refusals)))
        return run

    return register


# ---- files


@_attempt("read a file of the course")
def read_course(target: Target) -> None:
    with open(target.canary_path, "rb") as canary:
        canary.read(1)


@_attempt("list the course folder")
def list_course(target: Target) -> None:
    os.listdir(target.course)


@_attempt("truncate a file of the course")
def truncate_course(target: Target) -> None:
    os.truncate(target.canary_path, os.stat(target.canary_path).st_size)


@_attempt("change the mode of a course file")
def chmod_course(target: Target) -> None:
    os.chmod(target.canary_path, os.stat(target.canary_path).st_mode & 0o777)


@_attempt("write a file in /tmp")
def write_tmp(target: Target) -> None:
    _write_and_remove("/tmp", target)


@_attempt("write a file in /dev/shm", errno.ENOENT)
def write_shm(target: Target) -> None:
    _write_and_remove("/dev/shm", target)


def _write_and_remove(folder: str, target: Target) -> None:
    path = os.path.join(folder, target.scratch)
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
    with contextlib.suppress(PermissionError):  # the grader's side removes it then
        os.unlink(path)


# ---- the grader's memory


@_attempt("open the grader's memory", errno.ENOENT)
def open_grader_memory(target: Target) -> None:
    os.close(os.open(f"/proc/{target.grader_pid}/mem", os.O_RDONLY))


@_attempt("read the grader's environment", errno.ENOENT)
def read_grader_environment(target: Target) -> None:
    with open(f"/proc/{target.grader_pid}/environ", "rb") as environment:
        environment.read(1)


@_attempt("read the grader's memory by system call")
def copy_grader_memory(target: Target) -> None:
    """Asks for the byte at address 0: EFAULT, which is no refusal, once the permission is there."""
    byte = ctypes.create_string_buffer(1)
    ours = ctypes.create_string_buffer(struct.pack("=QQ", ctypes.addressof(byte), 1))
    theirs = ctypes.create_string_buffer(struct.pack("=QQ", 0, 1))
    kernel.call(number("process_vm_readv"), target.grader_pid, ours, 1, theirs, 1, 0)


# ---- the grader as a process


@_attempt("signal the grader")
def signal_grader(target: Target) -> None:
    os.kill(target.grader_pid, 0)


@_attempt("continue the grader by SIGCONT")
def continue_grader(target: Target) -> None:
    os.kill(target.grader_pid, signal.SIGCONT)


@_attempt("set the grader's resource limits")
def limit_grader(target: Target) -> None:
    limits = resource.prlimit(target.grader_pid, resource.RLIMIT_CORE)
    resource.prlimit(target.grader_pid, resource.RLIMIT_CORE, limits)


@_attempt("set the grader's priority")
def renice_grader(target: Target) -> None:
    now = os.getpriority(os.PRIO_PROCESS, target.grader_pid)
    os.setpriority(os.PRIO_PROCESS, target.grader_pid, now)


@_attempt("set the grader's processors")
def pin_grader(target: Target) -> None:
    os.sched_setaffinity(target.grader_pid, os.sched_getaffinity(target.grader_pid))


# ---- the network


@_attempt("open a TCP connection")
def connect_tcp(target: Target) -> None:
    socket.create_connection((_LOCALHOST, target.port), _TIMEOUT).close()


@_attempt("send a UDP packet")
def send_udp(target: Target) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"", (_LOCALHOST, target.port))


@_attempt("connect to another program's unix socket")
def connect_unix(target: Target) -> None:
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(_TIMEOUT)
        client.connect(target.socket_path)


# ---- programs and what outlives a worker


@_attempt("fork", errno.EAGAIN)
def fork(target: Target) -> None:
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)


@_attempt("execute a program")
def execute(target: Target) -> None:
    """Its arguments lie at address 1: EFAULT, which is no refusal, ends it in time."""
    kernel.call(number("execve"), ctypes.create_string_buffer(b"/bin/true"), 1, 0)


@_attempt("share memory with other programs")
def share_memory(target: Target) -> None:
    segment = kernel.call(number("shmget"), 0, 4096, 0o600)
    kernel.call(number("shmctl"), segment, _IPC_RMID, 0)


# ---- its own limits


@_attempt("raise its own limits", errno.EINVAL)
def raise_limits(target: Target) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard + 1))
    except ValueError as error:  # Python's word for the kernel's EPERM
        raise PermissionError(errno.EPERM, str(error)) from error
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@_attempt("map 64 GiB of memory", errno.ENOMEM)
def map_memory(target: Target) -> None:
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    mmap.mmap(-1, 64 << 30, flags=flags, prot=mmap.PROT_READ).close()


@_attempt("enter a new user namespace")
def enter_namespace(target: Target) -> None:
    kernel.call(number("unshare"), _CLONE_NEWUSER)
