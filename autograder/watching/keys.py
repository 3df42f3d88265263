"""The keys: letters that work without Enter in a terminal, and by line where there is none.

The terminal is put back as it was, however the watching ends.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

try:
    import termios
    import tty
except ImportError:  # Windows
    termios = tty = None

QUIT = "q"
AGAIN = " "
"""Only shows everything again: also sent when the terminal was away or has another size."""
ENDS = {"\x03", "\x04"}
"""Ctrl-C where it comes as a letter, and Ctrl-D."""
NO_LETTER = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|.)?", re.DOTALL)
"""What a terminal sends for an arrow, a function key, or a letter together with Alt."""
MSVCRT_SECONDS = 0.05
SPECIAL = ("\0", "\xe0")
"""What Windows sends before the code of an arrow or function key."""


@dataclass(frozen=True)
class Key:
    """A letter was typed."""

    letter: str


Tell = Callable[[Key], None]


@contextlib.contextmanager
def listen(tell: Tell, by_line: bool, fd: int = 0) -> Iterator[None]:
    """Passes on letters as long as the context lasts; ``by_line`` waits for Enter and leaves the terminal alone."""
    stop, reader = threading.Event(), _reader(by_line)
    with contextlib.nullcontext() if by_line or termios is None else _without_enter(fd, tell), _pipe() as (wake, waker):
        thread = threading.Thread(target=reader, args=(tell, fd, wake, stop), name="keys", daemon=True)
        thread.start()
        try:
            yield
        finally:
            stop.set()
            os.write(waker, b".")
            thread.join(timeout=1.0)  # on Windows a read of a line cannot be called off


def _reader(by_line: bool) -> Callable[[Tell, int, int, threading.Event], None]:
    if by_line:
        return _read_lines
    return _read_letters if termios is not None else _read_msvcrt


@contextlib.contextmanager
def _pipe() -> Iterator[tuple[int, int]]:
    reading, writing = os.pipe()
    try:
        yield reading, writing
    finally:
        os.close(reading)
        os.close(writing)


@contextlib.contextmanager
def _without_enter(fd: int, tell: Tell) -> Iterator[None]:
    """The terminal in cbreak mode: letters at once and unseen; Ctrl-C and Ctrl-Z work as ever."""
    before = termios.tcgetattr(fd)

    def take(*_: object) -> None:
        tty.setcbreak(fd, termios.TCSADRAIN)
        tell(Key(AGAIN))

    earlier = signal.signal(signal.SIGCONT, take)  # back from Ctrl-Z
    try:
        tty.setcbreak(fd, termios.TCSADRAIN)  # what was typed while we started is not lost
        yield
    finally:
        signal.signal(signal.SIGCONT, earlier)
        with contextlib.suppress(termios.error):  # the terminal itself is gone
            termios.tcsetattr(fd, termios.TCSADRAIN, before)


def _chunks(fd: int, wake: int) -> Iterator[str]:
    """What comes in, piece by piece, until the end or until ``wake`` can be read."""
    while True:
        try:
            if os.name == "posix" and wake in select.select([fd, wake], [], [])[0]:
                return
            data = os.read(fd, 1024)
        except OSError:  # the terminal is gone
            return
        if not data:
            return
        yield data.decode("utf-8", "replace")


def _read_letters(tell: Tell, fd: int, wake: int, stop: threading.Event) -> None:
    for typed in _chunks(fd, wake):
        for char in NO_LETTER.sub("", typed):
            tell(_key(char))
    if not stop.is_set():
        tell(Key(QUIT))


def _read_lines(tell: Tell, fd: int, wake: int, stop: threading.Event) -> None:
    """The first letter of each line; where the input ends, the watching goes on without keys."""
    begun = ""
    for typed in _chunks(fd, wake):
        *lines, begun = (begun + typed).split("\n")
        for line in lines:
            if line.strip():
                tell(_key(line.strip()[0]))


def _read_msvcrt(tell: Tell, fd: int, wake: int, stop: threading.Event) -> None:
    import msvcrt

    while not stop.wait(MSVCRT_SECONDS):
        while msvcrt.kbhit():
            char = msvcrt.getwch()
            if char in SPECIAL:
                msvcrt.getwch()
            else:
                tell(_key(char))


def _key(char: str) -> Key:
    return Key(QUIT if char in ENDS else char.lower())


def is_terminal() -> bool:
    """Whether letters can be read and a screen can be drawn here."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
