"""The clean, warm process that workers are forked from; it never holds an answer.

It is exec'ed with an environment of its own, imports torch once on a single thread, and then does what the
grading process asks on its control socket: fork a worker, end one, or tell how one died. A fork is confined
before it reads its first byte from the grading process. Where there is no fork, ``spawned`` is the same
worker in a process of its own.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import sys
from dataclasses import dataclass

import torch

from autograder import confine
from autograder.confine import privileges
from autograder.course import HOME
from autograder.worker import by_hand, eager, frames, wire
from autograder.worker import runtime as worker

CONNECTION = 3
FIRST_FREE_UID, FREE_UIDS = 60_000, 5000
MAX_MESSAGE = 1 << 16


@dataclass(frozen=True)
class Terms:
    """What a worker may use: seconds of one call, and memory in MiB."""

    seconds: float
    memory_mb: int

    def confine(self, plan: confine.Plan) -> dict:
        """Puts the limits on this process, for good; returns the layers that took effect.

        Its uid comes of its pid, since workers of several graders may run at a time.
        """
        limits = confine.Limits(seconds=self.seconds, cpu_seconds=int(20 * self.seconds) + 20, memory_mb=self.memory_mb)
        return confine.confine(plan, limits, FIRST_FREE_UID + os.getpid() % FREE_UIDS)


def warm() -> None:
    """Makes torch ready to be forked: one thread, and everything loaded that a task is likely to touch."""
    torch.set_num_threads(1)
    eager.skip_compiler()
    layer = torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    optimizer = torch.optim.Adam(layer.parameters())
    nothing_hidden = torch.zeros(1, 2, dtype=torch.bool)  # the first mask loads sympy: not in every worker anew
    layer(torch.zeros(1, 2, 8), src_key_padding_mask=nothing_hidden).sum().backward()
    optimizer.step()
    by_hand.look_up()
    worker.seed(0)  # numpy loads its generators late: not in every worker anew


def main(control: int) -> None:
    """Serves the control socket of that descriptor until the grading process closes it."""
    warm()
    plan = confine.prepare()
    confine.check_readable(plan, HOME)
    privileges.undumpable()
    _leave_to_the_workers()
    Zygote(socket.socket(fileno=control), plan).serve()


def _leave_to_the_workers() -> None:
    """Garbage is collected from here on, but not in what torch has loaded: a fork would copy what that looks at.

    Until now it was off, since it would have looked through a growing heap again and again, and found next to nothing.
    """
    gc.freeze()
    gc.enable()


class Zygote:
    """Forks, ends and reaps workers, one request at a time."""

    def __init__(self, control: socket.socket, plan: confine.Plan):
        self.control = control
        self.plan = plan
        self.running: set[int] = set()
        self.ending: set[int] = set()

    def serve(self) -> None:
        self._say(ready=True, pid=os.getpid(), threads=_threads())
        while True:
            message, fds, _, _ = socket.recv_fds(self.control, MAX_MESSAGE, 4)
            if not message:
                os._exit(0)
            self.ending = {pid for pid in self.ending if os.waitpid(pid, os.WNOHANG)[0] == 0}
            request = json.loads(message)
            match request.pop("op"):
                case "fork":
                    self._fork(Terms(**request), fds)
                case "end":
                    self._kill(request["pid"])
                case "autopsy":
                    self._say(status=self._autopsy(request["pid"]))

    def _kill(self, pid: int) -> bool:
        """Ends a worker of ours; a number that is none is left alone."""
        if pid not in self.running:
            return False
        os.kill(pid, signal.SIGKILL)
        self.running.discard(pid)
        self.ending.add(pid)
        return True

    def _autopsy(self, pid: int) -> int | None:
        if not self._kill(pid):
            return None
        self.ending.discard(pid)
        return os.waitpid(pid, 0)[1]

    def _fork(self, terms: Terms, fds: list[int]) -> None:
        pid = os.fork()
        if pid == 0:
            self.control.detach()
            _become_worker(self.plan, terms, *fds)
        for fd in fds:
            os.close(fd)
        self.running.add(pid)
        self._say(pid=pid)

    def _say(self, **facts: object) -> None:
        self.control.send(json.dumps(facts).encode())


def _become_worker(plan: confine.Plan, terms: Terms, connection: int, output: int) -> None:
    """The child's whole life: descriptors, confinement, then nothing but answering; never returns."""
    try:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        os.dup2(connection, CONNECTION)
        os.closerange(CONNECTION + 1, 1 << 16)
        sys.stdout, sys.stderr = (os.fdopen(fd, "w", encoding="utf-8", errors="backslashreplace") for fd in (1, 2))
        _serve(socket.socket(fileno=CONNECTION), terms.confine(plan))
    except confine.ConfinementError as error:
        os.write(2, str(error).encode())
    finally:
        os._exit(0)


def spawned(handle: int) -> None:
    """A worker in a process of its own, where there is no fork: the same limits, as far as they exist."""
    warm()
    plan = confine.prepare()
    confine.check_readable(plan, HOME)
    connection = _adopt(handle)
    _leave_to_the_workers()
    terms = worker.read_frame(connection)
    if terms is not None:
        _serve(connection, Terms(**json.loads(terms[frames.PREFIX.size :])).confine(plan))
    os._exit(0)


def _adopt(handle: int) -> socket.socket:
    """The socket that the grading process handed over: a descriptor, or on Windows a shared handle."""
    if handle >= 0:
        return socket.socket(fileno=handle)
    return socket.fromshare(sys.stdin.buffer.read())


def _serve(connection: socket.socket, layers: dict) -> None:
    connection.sendall(wire.encode({"status": "ok"}, layers))
    worker.serve(connection)


def _threads() -> int:
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return 1
