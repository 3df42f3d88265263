"""Workers forked from a warm process in milliseconds, the next one while the last one is at work (Linux)."""

from __future__ import annotations

import json
import os
import select
import socket
import subprocess
from dataclasses import dataclass

from autograder.launch.command import command, environment
from autograder.launch.faults import LaunchError
from autograder.launch.handle import START_SECONDS, Worker


@dataclass
class Ordered:
    """A fork that the zygote was asked for; its process number is known once the zygote has told it."""

    terms: dict
    connection: socket.socket
    output: int
    pid: int | None = None

    @property
    def has_ended(self) -> bool:
        """Whether there is nobody at the other end any more."""
        hung_up = select.poll()
        hung_up.register(self.connection, select.POLLRDHUP)
        return bool(hung_up.poll(0))

    def forget(self) -> None:
        """Lets go of what it holds here."""
        self.connection.close()
        os.close(self.output)


class ForkLauncher:
    """A zygote, and workers forked from it in milliseconds; a zygote that has ended is replaced once a fork.

    The next worker is forked and confined while the last one is at work. It is used where the terms are the same.
    """

    kind = "fork"

    def __init__(self, ahead: bool = True) -> None:
        self._ahead = ahead
        """Whether one worker always stands ready."""
        self._open()

    def _open(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control = ours
        self._process = subprocess.Popen(
            command("zygote.main(int(sys.argv[2]))", str(theirs.fileno())),
            env=environment(), pass_fds=[theirs.fileno()], cwd="/",
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )  # fmt: skip
        theirs.close()
        self._ready = False
        self._next: Ordered | None = None

    def wait_until_ready(self) -> None:
        """Blocks until torch is warm; raises LaunchError with what the zygote said."""
        if self._ready:
            return
        facts = self._hear()
        if facts["threads"] != 1:
            raise LaunchError(
                f"The warm process has {facts['threads']} threads, and forks of it would hang: start this without what "
                "adds threads to every Python here, such as a profiler."
            )
        self._ready = True

    def start(self, seconds: float, memory_mb: int) -> Worker:
        """A new confined worker for calls of at most ``seconds``; raises LaunchError if none can be had."""
        terms = {"seconds": seconds, "memory_mb": memory_mb}
        try:
            return self._start(terms)
        except LaunchError:
            if self.alive:
                raise
        self.close()
        self._open()
        return self._start(terms)

    @property
    def pid(self) -> int:
        """The zygote's process number."""
        return self._process.pid

    @property
    def ready(self) -> int | None:
        """The process number of the worker that stands ready, if one does."""
        return None if self._next is None else self._number()

    @property
    def alive(self) -> bool:
        """Whether the zygote still runs."""
        return self._process.poll() is None

    def _start(self, terms: dict) -> Worker:
        """The worker that was ordered ahead, or a new one; and one more is ordered."""
        self.wait_until_ready()
        if self._next is not None and (self._next.terms != terms or self._next.has_ended):
            self._discard()
        if self._next is None:
            self._next = self._order(terms)
        pid = self._number()
        taken, self._next = self._next, None
        worker = Worker(pid, taken.connection, taken.output, lambda autopsy: self._end(pid, autopsy))
        if self._ahead:
            self._order_next(terms, worker)
        return worker

    def _order_next(self, terms: dict, worker: Worker) -> None:
        try:
            self._next = self._order(terms)
        except LaunchError:
            worker.end()
            raise

    def _order(self, terms: dict) -> Ordered:
        ours, theirs = socket.socketpair()
        output, printed = os.pipe()
        ordered = Ordered(terms, ours, output)
        try:
            self._ask({"op": "fork", **terms}, [theirs.fileno(), printed])
        except LaunchError:
            ordered.forget()
            raise
        finally:
            theirs.close()
            os.close(printed)
        return ordered

    def _number(self) -> int:
        """The process number of the worker that is ordered: what the zygote says next, unless it has said so."""
        if self._next.pid is None:
            self._next.pid = self._hear()["pid"]
        return self._next.pid

    def _discard(self) -> None:
        """Ends the worker that was ordered ahead."""
        pid = self._number()
        self._let_go()
        self._end(pid, False)

    def _let_go(self) -> None:
        ahead, self._next = self._next, None
        if ahead is not None:
            ahead.forget()

    def _end(self, pid: int, autopsy: bool) -> int | None:
        try:
            if autopsy and self._next is not None:
                self._number()  # the zygote tells it before it answers this
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
        self._let_go()
        self._control.close()
        self._process.kill()
        self._process.wait()
        self._process.stderr.close()
