"""A session: one file, one worker, and a fresh one after a fault that costs only the check that met it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from test_course import a_task

from autograder.checks.session import Session
from autograder.intake.submission import Source
from autograder.launch import KEPT_OUTPUT, ForkLauncher, LaunchError
from autograder.outcomes import Crashed, LearnerError, Missing, NotStarted, OutOfMemory, Problem, TimedOut
from autograder.worker.frames import join

TEXT = """\
import os, signal, sys
import torch
print("loaded")

def pid(): return os.getpid()

def loop():
    while True: pass

def leave(code): os._exit(code)

def die(number): os.kill(os.getpid(), number)

def fill():
    parts = []
    while True: parts.append(torch.ones(1 << 20))

def shout(n): print("x" * n, flush=True)

def whisper(n): sys.stderr.write("y" * n)
"""


class Counting:
    """The launcher of all tests, which counts how many workers this test has started and keeps their ends."""

    alive = True

    def __init__(self, launcher: ForkLauncher):
        self.launcher = launcher
        self.started = 0
        self.ended = 0

    def start(self, seconds: float, memory_mb: int):
        self.started += 1
        worker = self.launcher.start(seconds, memory_mb)
        end = worker._end
        worker._end = lambda autopsy: (setattr(self, "ended", self.ended + 1), end(autopsy))[1]
        return worker


@pytest.fixture
def counting(launcher: ForkLauncher) -> Counting:
    return Counting(launcher)


@pytest.fixture
def open_session(counting: Counting) -> Iterator[Callable[..., Session]]:
    opened: list[Session] = []

    def open_(text: str = TEXT, **changes: object) -> Session:
        task = a_task(**{"seconds": 20.0, "memory_mb": 300} | changes)
        opened.append(Session(task, Source("softmax.py", text), counting))
        return opened[-1]

    yield open_
    for session in opened:
        session.close()
    assert counting.ended == counting.started


def test_a_worker_is_started_when_the_first_check_asks(open_session, counting: Counting) -> None:
    session = open_session()
    assert counting.started == 0
    assert session.answers.pid() == session.answers.pid()
    assert counting.started == 1


def test_an_endless_loop_costs_one_call_and_the_next_gets_a_fresh_worker(open_session, counting: Counting) -> None:
    session = open_session(seconds=1.0)
    first = session.answers.pid()
    with pytest.raises(
        TimedOut, match=r"^loop\(\) took longer than 1 seconds and was stopped: look for a loop that never ends"
    ):
        session.answers.loop()
    assert session.answers.pid() != first
    assert counting.started == 2


def test_after_a_timeout_later_calls_get_less_time_and_never_more(open_session) -> None:
    for first, later in ((1.1, "1"), (0.5, "0.5")):
        session = open_session(seconds=first)
        for limit in (first, later):
            with pytest.raises(TimedOut, match=f"longer than {limit} seconds"):
                session.answers.loop()


@pytest.mark.parametrize(
    ("name", "argument", "words"),
    [
        ("leave", 0, "by itself, with exit code 0"),
        ("leave", 3, "by itself, with exit code 3"),
        ("die", 9, "through signal SIGKILL"),
        ("die", 11, "through signal SIGSEGV"),
    ],
)
def test_a_death_costs_one_call_and_is_told_in_words(
    open_session, counting: Counting, name: str, argument: int, words: str
) -> None:
    session = open_session()
    with pytest.raises(Crashed, match=rf"During {name}\({argument}\) the process that runs your code ended {words}"):
        getattr(session.answers, name)(argument)
    assert session.answers.pid() > 0
    assert counting.started == 2


def test_memory_that_runs_out_is_told_as_such(open_session) -> None:
    session = open_session()
    with pytest.raises(OutOfMemory):
        session.answers.fill()
    assert session.answers.pid() > 0


BROKEN = {
    "raises": ("1 / 0", LearnerError, "Loading softmax.py raised ZeroDivisionError"),
    "syntax": ("def softmax(:", LearnerError, "Python cannot read the file"),
    "not started": ("raise NotImplementedError", NotStarted, "`softmax.py` is not started"),
    "starter kept": (
        "x = 1\nraise NotImplementedError",
        LearnerError,
        "Your code is there, but `softmax.py` still raises",
    ),
    "loops": ("while True: pass", TimedOut, "Loading the file took longer than 0.5 seconds"),
    "exits": ("import os; os._exit(7)", Crashed, "During loading the file .* exit code 7"),
    "leaves": ("import sys; sys.exit()", LearnerError, r"called exit\(\)"),
    "reads": ("input()", LearnerError, r"waits for input\(\)"),
    "stops": ("breakpoint()", LearnerError, r"has a breakpoint\(\), and there is no one to type: remove it"),
    "no package": ("import nothing_like_it", LearnerError, "finds no module nothing_like_it: is it spelt right"),
}


@pytest.mark.parametrize(("text", "kind", "says"), BROKEN.values(), ids=BROKEN)
def test_a_file_that_cannot_be_loaded_is_tried_once(
    open_session, counting: Counting, text: str, kind: type[Problem], says: str
) -> None:
    session = open_session(text, seconds=0.5 if kind is TimedOut else 20.0)
    for _ in range(3):
        with pytest.raises(kind, match=says):
            session.answers.softmax()
    assert counting.started == 1


def test_a_source_with_a_problem_starts_nothing(counting: Counting) -> None:
    session = Session(a_task(), Source("softmax.py", problem=Missing("There is no softmax.py.")), counting)
    for _ in range(2):
        with pytest.raises(Missing, match=r"There is no softmax\.py"):
            session.answers.softmax()
    assert counting.started == 0


def test_what_is_printed_can_be_taken_once(open_session) -> None:
    session = open_session()
    session.answers.shout(3)
    assert session.take_output() == "loaded\nxxx\n"
    assert session.take_output() == ""
    session.answers.whisper(2)
    assert session.take_output() == "yy"


def test_what_is_printed_before_a_death_is_kept(open_session) -> None:
    session = open_session()
    session.answers.shout(3)
    with pytest.raises(Crashed):
        session.answers.leave(1)
    assert "xxx" in session.take_output()


def test_what_closes_its_output_is_asked_all_the_same(open_session) -> None:
    session = open_session("import os\nos.close(1)\nos.close(2)\n" + TEXT.replace("print", "str"))
    pids = set()
    for _ in range(3):
        pids.add(session.answers.pid())
        assert session.take_output() == ""
    assert len(pids) == 1


def test_endless_output_is_capped(open_session) -> None:
    session = open_session()
    session.answers.shout(10 << 20)
    text = session.take_output()
    assert len(text) < 3 * KEPT_OUTPUT
    assert "bytes left out" in text


def test_a_closed_session_can_be_closed_again(open_session, counting: Counting) -> None:
    session = open_session()
    session.answers.pid()
    session.close()
    session.close()
    assert counting.ended == 1


def test_a_machine_without_workers_is_not_the_learners_fault(open_session, counting: Counting, monkeypatch) -> None:
    def refuse(seconds: float, memory_mb: int) -> None:
        raise LaunchError("no more processes")

    session = open_session()
    monkeypatch.setattr(counting, "start", refuse)
    with pytest.raises(LaunchError, match="no more processes"):
        session.answers.pid()


def test_a_file_that_answers_for_us_when_it_is_loaded_has_crashed(open_session, counting: Counting) -> None:
    session = open_session(f"import os\nos.write(3, {join(b'[]', [])!r})\nwhile True: pass\n")
    for _ in range(2):
        with pytest.raises(Crashed, match=r"^Loading softmax\.py sent back what is no answer: "):
            session.answers.pid()
    assert counting.started == 1


def test_all_calls_together_have_a_limit_too(open_session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autograder.checks.session.ALL_CALLS", 0)
    session = open_session()
    with pytest.raises(TimedOut, match=r"^All calls of this task together took more than 0 seconds: make the slowest"):
        session.answers.pid()


def test_a_death_with_no_memory_left_is_told_as_such(open_session) -> None:
    """As C++ says it, before it ends the process."""
    session = open_session(TEXT + "def starve():\n    print('what(): std::bad_alloc', flush=True)\n    os.abort()\n")
    with pytest.raises(OutOfMemory, match=r"^starve\(\) wanted more memory than this task allows\.$"):
        session.answers.starve()
    assert session.answers.pid() > 0
