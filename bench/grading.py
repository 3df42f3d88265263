"""Rows about grading one submission: from a cold start, warm, and one more of a class."""

from __future__ import annotations

import contextlib
import statistics
import sys
from collections.abc import Iterator

from rows import Row, milliseconds, own, resident, run

from autograder.checks.session import Session
from autograder.course import HOME, Course, Task, Week
from autograder.grade import Grader
from autograder.intake.submission import Submission
from autograder.launch import ForkLauncher, Worker
from autograder.worker import frames, wire

COLD_ROUNDS = 7
WARM_ROUNDS = 15
WARM_MS = 150.0
IMPORT = [sys.executable, "-c", "import torch"]


@contextlib.contextmanager
def warm_grader() -> Iterator[Grader]:
    """A grader of both weeks on a warm zygote."""
    with contextlib.closing(ForkLauncher()) as launcher, Grader(Course.open(), launcher) as grader:
        yield grader


@contextlib.contextmanager
def warm_forks() -> Iterator[ForkLauncher]:
    """Another zygote, that forks a worker when it is asked for and no sooner: the floor's."""
    with contextlib.closing(ForkLauncher(ahead=False)) as launcher:
        launcher.wait_until_ready()
        yield launcher


# ---------------------------------------------------------------- cold


def cold_checks() -> Iterator[Row]:
    """A whole ``check`` of the reference answers from a cold start, over ``import torch``; and without their calls."""
    with warm_grader() as grader, warm_forks() as launcher:
        floors = {week.name: bare_floor(grader, launcher, week) for week in grader.course.weeks}
    for name, floor in floors.items():
        check = [sys.executable, "-m", "autograder", "check", "solutions", "--week", name]
        run(check, HOME)  # once, so that all is compiled
        rounds = [(_wall(check), _wall(IMPORT)) for _ in range(COLD_ROUNDS)]
        checks, imports = ([each[column] for each in rounds] for column in (0, 1))
        yield Row(f"cold check of {name} / import torch", checks, imports)
        without = [each - floor for each in checks]
        yield Row("  the same without the answers' own calls", without, imports, aim="1.5")


def _wall(command: list[str]) -> float:
    return run(command, HOME).wall * 1000


# ---------------------------------------------------------------- warm


def warm_tasks() -> Iterator[Row]:
    """One task on a warm zygote, from call to Result, over the 150 ms that it may take."""
    with warm_grader() as grader:
        task = grader.course.weeks[0].tasks[0]
        grader.desk.submission = Submission.open(grader.course.solutions)
        figures = [milliseconds(lambda: grader.grade_task(task)) for _ in range(WARM_ROUNDS)]
    yield Row(f"warm {task.id}, call to Result / 150 ms", figures, [WARM_MS] * WARM_ROUNDS, aim="1")


def submissions() -> Iterator[Row]:
    """Grading one more submission, over the bare floor and over plain pytest in a fresh process on the same files."""
    with warm_grader() as grader, warm_forks() as launcher:
        for week in grader.course.weeks:
            figures, floors = zip(*submission_rounds(grader, launcher, week), strict=True)
            yield Row(f"one more submission of {week.name} / bare floor", figures, floors, aim="1.3")
            pytests = [_wall(plain_pytest(week)) for _ in range(COLD_ROUNDS)]
            yield Row("  the same / pytest in a fresh process", figures[:COLD_ROUNDS], pytests)


def submission_rounds(grader: Grader, launcher: ForkLauncher, week: Week) -> Iterator[tuple[float, float]]:
    """Milliseconds of grading the reference answers, and of the floor, in turn."""
    submission = Submission.open(grader.course.solutions)
    calls = recordings(grader, submission, week)
    for _ in range(WARM_ROUNDS):
        yield milliseconds(lambda: grader.grade(submission, week)), milliseconds(lambda: replay_all(launcher, calls))


def plain_pytest(week: Week) -> list[str]:
    """The same checks on the same files, as one would run them by hand."""
    folders = [str(path) for path in dict.fromkeys(path.parent for task in week.tasks for path in task.check_files)]
    return [sys.executable, "-m", "pytest", "-q", "--submission", "solutions", *folders]


# ---------------------------------------------------------------- the floor

Calls = list[tuple[Task, list[bytes]]]
"""Each task of a week, and the frames that its checks send."""


def bare_floor(grader: Grader, launcher: ForkLauncher, week: Week) -> float:
    """Milliseconds, the median of some rounds: fork, confine, load, the same calls, reap, and nothing else."""
    calls = recordings(grader, Submission.open(grader.course.solutions), week)
    return statistics.median(milliseconds(lambda: replay_all(launcher, calls)) for _ in range(WARM_ROUNDS))


def recordings(grader: Grader, submission: Submission, week: Week) -> Calls:
    return [(task, record(grader, submission, task)) for task in week.tasks]


def record(grader: Grader, submission: Submission, task: Task) -> list[bytes]:
    """The frames that the checks of a task send."""
    sent: list[bytes] = []
    session = Session(task, submission.source(task), grader.desk.launcher)
    ask = session.answers._ask
    session.answers._ask = lambda frame: (sent.append(frame), ask(frame))[1]
    grader.desk.submission = submission
    grader.grade_task(task, session)
    order = {"source": session.source.text, "filename": task.filename, "rule": task.by_hand}
    return [wire.encode({"op": "load"}, order), *sent]


def replay_all(launcher: ForkLauncher, calls: Calls) -> None:
    for task, sent in calls:
        answered(launcher, task, sent).end()


def answered(launcher: ForkLauncher, task: Task, sent: list[bytes]) -> Worker:
    """A worker that has answered the frames, with nobody looking at the answers."""
    worker = launcher.start(task.seconds, task.memory_mb)
    worker.first_frame()
    for frame in sent:
        assert frames.is_whole(worker.exchange(frame, task.seconds))
    return worker


# ---------------------------------------------------------------- memory


def memory_of_a_worker() -> Iterator[Row]:
    """What a worker adds to the machine's memory once it has answered all calls of a task, over the zygote's size."""
    with warm_grader() as grader, warm_forks() as launcher:
        submission = Submission.open(grader.course.solutions)
        calls = [each for week in grader.course.weeks for each in recordings(grader, submission, week)]
        sizes = [added(launcher, *each) for each in calls]
        zygote = resident(launcher.pid) / 2**20
    yield Row("a worker's own memory / the warm process", sizes, [zygote] * len(sizes), "MiB")


def added(launcher: ForkLauncher, task: Task, sent: list[bytes]) -> float:
    """MiB that nobody but the worker has."""
    worker = answered(launcher, task, sent)
    size = own(worker.pid) / 2**20
    worker.end()
    return size
