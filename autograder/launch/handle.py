"""The grading process's end of one worker: exchange frames within a time limit, take what is printed, end it."""

from __future__ import annotations

import contextlib
import os
import selectors
import socket
import time
from collections.abc import Callable

from autograder.launch.faults import Crowd, LaunchError, NoAnswer
from autograder.worker.frames import WireError, is_whole

START_SECONDS = 120.0
KEPT_OUTPUT = 32 << 10
CHUNK = 1 << 18
MAX_THREADS = 500
"""More at a time are taken for an attack: each is a process number less for the whole machine."""
LOOK_SECONDS = 0.05


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
