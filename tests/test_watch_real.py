"""The verb ``watch`` as a real process: in a terminal with letters, and by line; edit, save, see the verdict."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_course import MANIFEST, NO_TEMPERATURE, RIGHT, softmax_course

from autograder.authoring.starters import build_course
from autograder.course import HOME

SECONDS = 60.0
COMMAND = [sys.executable, "-m", "autograder", "watch"]
ENDLESS = "def softmax(scores, dim=-1, temperature=1.0):\n    while True:\n        pass\n"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole workbook with one task."""
    root = tmp_path_factory.mktemp("home") / "과제 1"
    build_course(course=softmax_course(root, MANIFEST + "seconds = 2\n"))
    ignore = shutil.ignore_patterns("__pycache__", "graders")
    shutil.copytree(HOME / "autograder", root / "autograder", dirs_exist_ok=True, ignore=ignore)
    return root


@pytest.fixture
def softmax(home: Path) -> Iterator[Path]:
    """The learner's file, untouched before each test; the state of the test before is gone."""
    path = home / "exercises" / "week-12" / "softmax.py"
    starter = path.read_text(encoding="utf-8")
    yield path
    path.write_text(starter, encoding="utf-8")
    (home / ".watch-state.json").unlink(missing_ok=True)


def in_the_foreground(terminal: bool) -> None:
    """As a person starts it: Ctrl-C is heard, though these tests may run where a shell has it ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if terminal:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Watching:
    """A running watch, and what it has shown since it was last asked."""

    def __init__(self, home: Path, *options: str, terminal: tuple[int, int] | None = None):
        self.keyboard, stdin = terminal or (None, subprocess.DEVNULL)
        self._output, stdout = (self.keyboard, stdin) if terminal else os.pipe()
        environment = {**os.environ, "PYTHONPATH": str(home), "TERM": "xterm", "COLUMNS": "80", "LINES": "40"}
        self.process = subprocess.Popen(
            [*COMMAND, *options], cwd=home, env=environment, stdin=stdin, stdout=stdout, stderr=stdout,
            start_new_session=True, preexec_fn=lambda: in_the_foreground(terminal),
        )  # fmt: skip
        if not terminal:
            os.close(stdout)
        self._seen = ""

    def __enter__(self) -> Watching:
        return self

    def __exit__(self, *exception: object) -> None:
        self.process.kill()
        self.process.wait()
        if self.keyboard is None:
            os.close(self._output)

    def until(self, words: str) -> str:
        """What is shown up to these words, which have to come."""
        end = time.monotonic() + SECONDS
        while words not in self._seen:
            assert time.monotonic() < end, f"{words!r} did not come after {self._seen!r}"
            if select.select([self._output], [], [], 1.0)[0]:
                data = os.read(self._output, 1 << 16)
                assert data, f"it ended: {self._seen}"
                self._seen += data.decode("utf-8", "replace")
        shown, _, self._seen = self._seen.partition(words)
        return shown

    def press(self, letters: str) -> None:
        os.write(self.keyboard, letters.encode())

    def end(self, how: int | None = None) -> int:
        if how is not None:
            self.process.send_signal(how)
        return self.process.wait(SECONDS)


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """A terminal of 80 columns: the keyboard's end and the program's."""
    keyboard, program = pty.openpty()
    fcntl.ioctl(program, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
    yield keyboard, program
    os.close(keyboard)
    os.close(program)


def test_in_a_terminal_edit_save_and_see_the_verdict(home: Path, softmax: Path, terminal: tuple[int, int]) -> None:
    before = termios.tcgetattr(terminal[1])
    starter = softmax.read_text(encoding="utf-8")
    with Watching(home, terminal=terminal) as watch:
        watch.until("Starting: the first check takes a few seconds")
        watch.until("not started, 0/10")
        watch.until("q quit")
        softmax.write_text(NO_TEMPERATURE, encoding="utf-8")
        watch.until("partly right, 8/10")
        watch.until("Likely: The temperature changes nothing")
        watch.until("s after the save.")
        watch.press("h")
        watch.until("1. Three steps")
        softmax.write_text(ENDLESS, encoding="utf-8")
        watch.until("checking softmax")
        softmax.write_text("def softmax(:\n", encoding="utf-8")  # the endless check is cut short
        watch.until("softmax.py:1)")
        watch.until("q quit")
        watch.press("r")
        watch.until("y yes · n no")
        watch.press("y")
        watch.until("not started")
        watch.press("q")
        assert watch.end() == 0
    assert softmax.read_text(encoding="utf-8") == starter
    assert softmax.with_name("softmax.py.before-reset").read_text(encoding="utf-8") == "def softmax(:\n"
    assert termios.tcgetattr(terminal[1]) == before


@pytest.mark.parametrize(("how", "status"), [(None, 0), (signal.SIGTERM, 143)], ids=["Ctrl-C", "SIGTERM"])
def test_the_terminal_is_left_as_it_was_even_in_the_middle_of_a_check(
    home: Path, softmax: Path, terminal: tuple[int, int], how: int | None, status: int
) -> None:
    before = termios.tcgetattr(terminal[1])
    with Watching(home, terminal=terminal) as watch:
        watch.until("q quit")
        softmax.write_text(ENDLESS, encoding="utf-8")
        watch.until("checking softmax")
        if how is None:
            watch.press("\x03")
        assert watch.end(how) == status
    assert termios.tcgetattr(terminal[1]) == before


def warm_process(watch: Watching) -> int:
    children = Path(f"/proc/{watch.process.pid}/task/{watch.process.pid}/children").read_text().split()
    return int(children[0])


def test_by_line_it_goes_on_without_input_and_remembers(home: Path, softmax: Path) -> None:
    with Watching(home, "--plain") as watch:
        watch.until("softmax              0/10  not started")
        os.kill(warm_process(watch), signal.SIGKILL)
        beside = softmax.with_name("softmax.py~")
        beside.write_text(RIGHT, encoding="utf-8")
        beside.replace(softmax)
        watch.until("The warm grading process had ended; a new one was started.")
        assert "\x1b" not in watch.until("week-12: 10 / 10 points.")
        softmax.unlink()
        watch.until("softmax.py is not read any more;")
        softmax.write_text(RIGHT, encoding="utf-8")
        watch.until("week-12: 10 / 10 points.")
        assert watch.end(signal.SIGTERM) == 143
    with Watching(home, "--plain", "--poll") as watch:
        watch.until("softmax             10/10  complete")
        softmax.write_text(NO_TEMPERATURE, encoding="utf-8")
        watch.until("week-12: 8 / 10 points.")
        assert watch.end(signal.SIGINT) == 0


def test_what_cannot_be_watched_is_a_sentence(home: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "nothing here"],
        cwd=home,
        env={**os.environ, "PYTHONPATH": str(home)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert "There is nothing at nothing here" in done.stderr
