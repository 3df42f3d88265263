"""Keys in a terminal of their own: letters come without Enter, and the terminal is left as it was."""

from __future__ import annotations

import os
import pty
import signal
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from types import SimpleNamespace

import pytest

from autograder.watching import keys
from autograder.watching.keys import AGAIN, Key, listen

SECONDS = 20.0
"""How long a letter may take on a busy machine."""


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """The keyboard's end of a terminal, and the program's."""
    keyboard, program = pty.openpty()
    yield keyboard, program
    for fd in (keyboard, program):
        try:
            os.close(fd)
        except OSError:
            continue


def mode(fd: int) -> list:
    return termios.tcgetattr(fd)


def is_by_letter(fd: int) -> bool:
    return not mode(fd)[3] & (termios.ICANON | termios.ECHO)


@contextmanager
def heard(fd: int, by_line: bool = False) -> Iterator[SimpleQueue]:
    queue: SimpleQueue = SimpleQueue()
    with listen(queue.put, by_line, fd):
        yield queue


def letters(queue: SimpleQueue, number: int) -> str:
    return "".join(queue.get(timeout=SECONDS).letter for _ in range(number))


def test_letters_come_without_enter_and_small(terminal: tuple[int, int]) -> None:
    keyboard, program = terminal
    with heard(program) as queue:
        os.write(keyboard, b"nP")
        assert letters(queue, 2) == "np"


def test_what_was_typed_while_watch_started_is_not_lost(terminal: tuple[int, int]) -> None:
    keyboard, program = terminal
    os.write(keyboard, b"n")
    with heard(program) as queue:
        assert letters(queue, 1) == "n"


def test_arrows_are_no_letters(terminal: tuple[int, int]) -> None:
    keyboard, program = terminal
    with heard(program) as queue:
        os.write(keyboard, b"\x1b[A")
        while not queue.empty():
            pytest.fail("an arrow was taken for a letter")
    with heard(program) as queue:
        os.write(keyboard, b"a")
        assert letters(queue, 1) == "a"


def test_a_letter_right_after_an_arrow_is_heard(terminal: tuple[int, int]) -> None:
    keyboard, program = terminal
    with heard(program) as queue:
        os.write(keyboard, b"\x1b[A\x1bOPa\x1b[15~\x1bxn")
        assert letters(queue, 2) == "an"


def test_ctrl_d_quits(terminal: tuple[int, int]) -> None:
    keyboard, program = terminal
    with heard(program) as queue:
        os.write(keyboard, b"\x04")
        assert letters(queue, 1) == "q"


def test_a_terminal_that_is_closed_quits(terminal: tuple[int, int]) -> None:
    keyboard, program = terminal
    with heard(program) as queue:
        os.close(keyboard)
        assert letters(queue, 1) == "q"


def test_the_terminal_is_as_before_at_the_end_and_after_an_error(terminal: tuple[int, int]) -> None:
    _, program = terminal
    before = mode(program)
    with heard(program):
        assert is_by_letter(program)
    assert mode(program) == before
    with pytest.raises(KeyboardInterrupt), heard(program):
        raise KeyboardInterrupt
    assert mode(program) == before


def test_back_from_ctrl_z_letters_come_at_once_again(terminal: tuple[int, int]) -> None:
    _, program = terminal
    before = mode(program)
    with heard(program) as queue:
        termios.tcsetattr(program, termios.TCSANOW, before)  # as a shell does meanwhile
        os.kill(os.getpid(), signal.SIGCONT)
        assert letters(queue, 1) == AGAIN
        assert is_by_letter(program)
    assert signal.getsignal(signal.SIGCONT) == signal.SIG_DFL


def test_by_line_the_first_letter_counts_and_the_terminal_is_left_alone(terminal: tuple[int, int]) -> None:
    keyboard, program = terminal
    before = mode(program)
    with heard(program, by_line=True) as queue:
        assert mode(program) == before
        os.write(keyboard, b"next\n\n  A\n")
        assert letters(queue, 2) == "na"


def test_by_line_a_line_may_come_in_pieces_and_the_end_of_input_is_no_quit() -> None:
    reading, writing = os.pipe()
    with heard(reading, by_line=True) as queue:
        os.write(writing, b"h")
        os.write(writing, b"int\nr")
        assert letters(queue, 1) == "h"
        os.close(writing)
    assert queue.empty()
    os.close(reading)


class FakeMsvcrt:
    """Windows' keyboard: an arrow, then letters."""

    def __init__(self) -> None:
        self.typed = list("\xe0HN\x03")

    def kbhit(self) -> bool:
        return bool(self.typed)

    def getwch(self) -> str:
        return self.typed.pop(0)


def test_windows_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "termios", None)
    monkeypatch.setitem(sys.modules, "msvcrt", FakeMsvcrt())
    with heard(-1) as queue:
        assert letters(queue, 2) == "nq"


@pytest.mark.parametrize(
    ("stdin", "stdout", "term", "is_one"),
    [
        (True, True, "xterm", True),
        (True, True, "dumb", False),
        (False, True, "xterm", False),
        (True, False, "x", False),
    ],
)
def test_what_counts_as_a_terminal(
    monkeypatch: pytest.MonkeyPatch, stdin: bool, stdout: bool, term: str, is_one: bool
) -> None:
    monkeypatch.setattr(keys.sys, "stdin", SimpleNamespace(isatty=lambda: stdin))
    monkeypatch.setattr(keys.sys, "stdout", SimpleNamespace(isatty=lambda: stdout))
    monkeypatch.setenv("TERM", term)
    assert keys.is_terminal() is is_one


def test_a_key_is_equal_to_its_like() -> None:
    assert Key("q") == Key("q") != Key("n")


def test_where_there_is_no_input_any_more_the_reading_ends(terminal: tuple[int, int]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    assert list(keys._chunks(reading, terminal[1])) == []
    os.close(writing)
