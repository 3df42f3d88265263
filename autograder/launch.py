"""The grading process's end of a worker: start it, exchange frames within a time limit, end it.

``ForkLauncher`` keeps a zygote and forks from it (Linux); ``SpawnLauncher`` starts a new process for each
worker (everywhere). ``open_launcher`` takes the better one that this machine has.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable

from autograder.course import HOME
from autograder.frames import WireError, is_whole, join

START_SECONDS = 120.0
KEPT_OUTPUT = 32 << 10
CHUNK = 1 << 18
MAX_THREADS = 500
"""More at a time are taken for an attack: each is a process number less for the whole machine."""
LOOK_SECONDS = 0.05
PASSED_ON = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "SYSTEMROOT", "LD_LIBRARY_PATH")
BOOT = "import gc, sys; gc.disable(); sys.path.insert(0, sys.argv[1]); from autograder import zygote; del sys.path[0]; "


class LaunchError(Exception):
    """Raised when no worker can be had: the machine's fault or ours, never the learner's."""


class NoAnswer(Exception):
    """Raised when a worker gave no (valid) answer; ``timed_out`` tells whether time ran out."""

    def __init__(self, timed_out: bool):
        super().__init__("time ran out" if timed_out else "the process ended")
        self.timed_out = timed_out


class Crowd(NoAnswer):
    """Raised when a worker has started more than ``MAX_THREADS`` threads."""


class Output:
    """What the learner's code printed: the head and the tail, so that 200 MB of it cost nothing."""

    def __init__(self) -> None:
        self._size = 0
        self._head = b""
        self._tail = b""

    def add(self, data: bytes) -> None:
        self._size += len(data)
        room = KEPT_OUTPUT - len(self._head)
        self._head += data[:room]
        self._tail = (self._tail + data[room:])[-KEPT_OUTPUT:] if room < len(data) else self._tail

    @property
    def text(self) -> str:
        """The output, with a note where its middle was left out."""
        left_out = self._size - len(self._head) - len(self._tail)
        note = f"\n[... {left_out} bytes left out ...]\n".encode() if left_out > 0 else b""
        return (self._head + note + self._tail).decode(errors="replace")


class Worker:
    """One running worker."""

    def __init__(self, pid: int, connection: socket.socket, output: int | None, end: Callable[[bool], int | None]):
        self.pid = pid
        self.connection = connection
        self.printed = Output()
        self._looked = 0.0
        self._output = output
        self._end = end
        self._printing = output is not None
        connection.setblocking(False)
        self._waiter = selectors.DefaultSelector()
        self._waiter.register(connection, selectors.EVENT_READ)
        if output is not None:
            os.set_blocking(output, False)
            self._waiter.register(output, selectors.EVENT_READ)

    def first_frame(self) -> bytearray:
        """What the worker says once it stands; raises LaunchError if it does not come to that."""
        try:
            return self.exchange(b"", START_SECONDS)
        except NoAnswer as error:
            raise LaunchError(f"A worker did not start ({error}). {self.printed.text.strip()[-400:]}") from error

    def exchange(self, frame: bytes, seconds: float) -> bytearray:
        """Sends a frame, returns the next one; raises NoAnswer after ``seconds`` or if the worker ends."""
        deadline = time.monotonic() + seconds
        outgoing, incoming = memoryview(frame), bytearray()
        try:
            while not is_whole(incoming):
                outgoing = outgoing[self._send(outgoing) :]
                self._pump(incoming, deadline, bool(outgoing))
        except (OSError, WireError) as error:
            raise NoAnswer(timed_out=False) from error
        return incoming

    def _send(self, outgoing: memoryview) -> int:
        try:
            return self.connection.send(outgoing) if outgoing else 0
        except BlockingIOError:
            return 0

    def _pump(self, incoming: bytearray, deadline: float, sending: bool) -> None:
        """Waits for either stream and takes what is there; printing is drained, so that it never blocks."""
        left = deadline - time.monotonic()
        if left <= 0:
            raise NoAnswer(timed_out=True)
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if sending else 0)
        self._waiter.modify(self.connection, wanted)
        ready = self._waiter.select(min(left, LOOK_SECONDS))
        self._look()
        for key, events in ready:
            if key.fileobj is not self.connection:
                self._drain()
            elif events & selectors.EVENT_READ:
                self._take(incoming)

    def _look(self) -> None:
        """Now and then, counts the worker's threads, which no limit of a process does; raises Crowd."""
        if time.monotonic() < self._looked + LOOK_SECONDS:
            return
        self._looked = time.monotonic()
        with contextlib.suppress(OSError):  # no /proc, or the worker has ended
            if os.stat(f"/proc/{self.pid}/task").st_nlink - 2 > MAX_THREADS:
                raise Crowd(timed_out=False)

    def _take(self, incoming: bytearray) -> None:
        data = self.connection.recv(CHUNK)
        if not data:
            raise NoAnswer(timed_out=False)
        incoming += data

    def _drain(self) -> bool:
        """Takes one piece of output; whether there was one."""
        if not self._printing:
            return False
        try:
            data = os.read(self._output, CHUNK)
        except OSError:  # nothing there now, or closed already
            return False
        if data:
            self.printed.add(data)
        else:
            self._waiter.unregister(self._output)
            self._printing = False
        return bool(data)

    def take_output(self) -> str:
        """What has been printed since this was last asked."""
        self._drain()
        text, self.printed = self.printed.text, Output()
        return text

    def end(self, autopsy: bool = False) -> int | None:
        """Kills the worker, if it still runs, and lets go of everything; its wait status if that is wanted."""
        self._drain()
        self._printing = False
        self._waiter.close()
        self.connection.close()
        if self._output is not None:
            os.close(self._output)
        return self._end(autopsy)


def _environment() -> dict[str, str]:
    """An environment made from nothing: no tokens, one thread, a heap that forks cheaply, fixed hashes."""
    threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    heap = {"PYTHONMALLOC": "malloc", "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1", "MALLOC_ARENA_MAX": "2"}
    python = {"PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "PYTHONIOENCODING": "utf-8:backslashreplace"}
    passed_on = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    base = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/", "CUDA_VISIBLE_DEVICES": "", "MPLBACKEND": "agg"}
    base["TORCHINDUCTOR_CACHE_DIR"] = "/"  # never written: it only keeps a late torch._dynamo from asking for a folder
    return base | threads | heap | python | passed_on


def _command(call: str, *arguments: str) -> list[str]:
    return [sys.executable, "-B", "-s", "-P", "-c", BOOT + call, str(HOME), *arguments]


class ForkLauncher:
    """A zygote, and workers forked from it in milliseconds; a zygote that has ended is replaced once a fork."""

    kind = "fork"

    def __init__(self) -> None:
        self._open()

    def _open(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control = ours
        self._process = subprocess.Popen(
            _command("zygote.main(int(sys.argv[2]))", str(theirs.fileno())),
            env=_environment(), pass_fds=[theirs.fileno()], cwd="/",
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )  # fmt: skip
        theirs.close()
        self._ready = False

    def wait_until_ready(self) -> None:
        """Blocks until torch is warm; raises LaunchError with what the zygote said."""
        if self._ready:
            return
        facts = self._hear()
        if facts["threads"] != 1:
            raise LaunchError(f"The warm process has {facts['threads']} threads; forks of it would hang.")
        self._ready = True

    def start(self, seconds: float, memory_mb: int) -> Worker:
        """A new confined worker for calls of at most ``seconds``; raises LaunchError if none can be had."""
        try:
            return self._fork(seconds, memory_mb)
        except LaunchError:
            if self.alive:
                raise
        self.close()
        self._open()
        return self._fork(seconds, memory_mb)

    @property
    def alive(self) -> bool:
        """Whether the zygote still runs."""
        return self._process.poll() is None

    def _fork(self, seconds: float, memory_mb: int) -> Worker:
        self.wait_until_ready()
        ours, theirs = socket.socketpair()
        output, printed = os.pipe()
        request = {"op": "fork", "seconds": seconds, "memory_mb": memory_mb}
        try:
            self._ask(request, [theirs.fileno(), printed])
            pid = self._hear()["pid"]
        except LaunchError:
            ours.close()
            os.close(output)
            raise
        finally:
            theirs.close()
            os.close(printed)
        return Worker(pid, ours, output, lambda autopsy: self._end(pid, autopsy))

    def _end(self, pid: int, autopsy: bool) -> int | None:
        try:
            self._ask({"op": "autopsy" if autopsy else "end", "pid": pid}, [])
            return self._hear()["status"] if autopsy else None
        except LaunchError:
            return None

    def _ask(self, request: dict, fds: list[int]) -> None:
        try:
            socket.send_fds(self._control, [json.dumps(request).encode()], fds)
        except OSError as error:
            raise self._dead() from error

    def _hear(self) -> dict:
        self._control.settimeout(START_SECONDS)
        try:
            message = self._control.recv(1 << 16)
        except OSError as error:
            raise self._dead() from error
        if not message:
            raise self._dead()
        return json.loads(message)

    def _dead(self) -> LaunchError:
        self._process.kill()
        self._process.wait()
        said = self._process.stderr.read().decode(errors="replace").strip()
        return LaunchError(f"The warm grading process ended. {said[-400:]}")

    def close(self) -> None:
        """Ends the zygote, and with it every worker that still runs."""
        self._control.close()
        self._process.kill()
        self._process.wait()
        self._process.stderr.close()


class SpawnLauncher:
    """A fresh process for each worker: seconds instead of milliseconds, but it needs neither fork nor Linux.

    The next process loads torch while the last one is at work.
    """

    kind = "spawn"
    alive = True

    def __init__(self) -> None:
        self._next = _Spawned()

    def wait_until_ready(self) -> None:
        """Nothing is shared, so there is nothing to wait for."""

    def start(self, seconds: float, memory_mb: int) -> Worker:
        """A new worker, confined as far as this machine can."""
        spawned, self._next = self._next, _Spawned()
        return spawned.become_worker({"seconds": seconds, "memory_mb": memory_mb})

    def close(self) -> None:
        """Ends the process that was loaded ahead; every worker is ended by whoever started it."""
        self._next.discard()


class _Spawned:
    """A process that loads torch and waits for its terms."""

    def __init__(self) -> None:
        posix = os.name == "posix"
        self.connection, theirs = socket.socketpair()
        handle = theirs.fileno() if posix else -1
        self.process = subprocess.Popen(
            _command("zygote.spawned(int(sys.argv[2]))", str(handle)),
            env=_environment(), pass_fds=[handle] if posix else (), cwd="/" if posix else None,
            stdin=subprocess.DEVNULL if posix else subprocess.PIPE,
            stdout=subprocess.PIPE if posix else subprocess.DEVNULL,
            stderr=subprocess.STDOUT if posix else subprocess.DEVNULL,
        )  # fmt: skip
        if not posix:
            self.process.stdin.write(theirs.share(self.process.pid))
            self.process.stdin.close()
        theirs.close()

    def become_worker(self, terms: dict) -> Worker:
        with contextlib.suppress(OSError):  # a process that has ended says so when its first frame is awaited
            self.connection.sendall(join(json.dumps(terms).encode(), []))
        output = os.dup(self.process.stdout.fileno()) if self.process.stdout else None
        return Worker(self.process.pid, self.connection, output, lambda autopsy: _kill(self.process))

    def discard(self) -> None:
        self.connection.close()
        _kill(self.process)


def _kill(process: subprocess.Popen) -> int:
    process.kill()
    if process.stdout is not None:
        process.stdout.close()
    code = process.wait()
    return -code if code < 0 else code << 8


Launcher = ForkLauncher | SpawnLauncher


def open_launcher(spawn: bool = False) -> Launcher:
    """The launcher for this machine: forks on Linux, a process a worker elsewhere or when asked to."""
    return ForkLauncher() if sys.platform == "linux" and not spawn else SpawnLauncher()


def death(status: int | None) -> str:
    """How a process ended, in words: an exit code or a signal's name."""
    if status is None:
        return "for an unknown reason"
    signal_number = status & 0x7F
    if signal_number == 0:
        return f"by itself, with exit code {status >> 8}"
    try:
        return f"through signal {signal.Signals(signal_number).name}"
    except ValueError:
        return f"through signal {signal_number}"
