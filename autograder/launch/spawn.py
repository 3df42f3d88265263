"""Workers that are processes of their own, for machines without fork."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess

from autograder.launch.command import command, environment
from autograder.launch.handle import Worker
from autograder.worker.frames import join


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
            command("zygote.spawned(int(sys.argv[2]))", str(handle)),
            env=environment(), pass_fds=[handle] if posix else (), cwd="/" if posix else None,
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
