"""What grading costs, as ratios measured in one run: ``make bench``.

Every row pairs a figure with its yardstick in alternating rounds, so that a busy machine slows both; the
table shows the median ratio and the range over the rounds.
"""

from __future__ import annotations

import contextlib
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

os.environ.setdefault("OMP_NUM_THREADS", "1")

from autograder import frames, wire
from autograder.course import Course, Task, Week
from autograder.grade import Grader
from autograder.launch import ForkLauncher
from autograder.session import Session
from autograder.submission import Submission

COLD_ROUNDS = 7
WARM_ROUNDS = 15


@dataclass(frozen=True)
class Row:
    """One figure over its yardstick; both in milliseconds, a round each."""

    name: str
    figures: list[float]
    yardsticks: list[float]

    def __str__(self) -> str:
        ratios = sorted(mine / theirs for mine, theirs in zip(self.figures, self.yardsticks, strict=True))
        middle, low, high = statistics.median(ratios), ratios[0], ratios[-1]
        shown = f"{statistics.median(self.figures):8.0f} / {statistics.median(self.yardsticks):5.0f} ms"
        return f"{self.name:<58}{middle:6.2f}  ({low:.2f} to {high:.2f}) {shown}"


def main() -> None:
    course = Course.open()
    print(f"{'ratio, median (range over the rounds)':<58}")
    for week in course.weeks:
        print(cold_check(week))
    with contextlib.closing(ForkLauncher()) as launcher, Grader(course, launcher) as grader:
        for week in course.weeks:
            print(one_more_submission(grader, course, week))
        print(warm_task(grader, course.weeks[0].tasks[0]))


def milliseconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def cold_check(week: Week) -> Row:
    """A whole ``check`` of the reference answers from a cold start, over ``import torch``."""
    check = [sys.executable, "-m", "autograder", "check", "solutions", "--week", week.name]
    bare = [sys.executable, "-c", "import torch"]
    rounds = [(_run(check), _run(bare)) for _ in range(COLD_ROUNDS)]
    return Row(f"cold check of {week.name} / import torch", *map(list, zip(*rounds, strict=True)))


def _run(command: list[str]) -> float:
    return milliseconds(lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True))


def one_more_submission(grader: Grader, course: Course, week: Week) -> Row:
    """Grading one more submission, over the bare floor: fork, confine, load, the same calls, reap."""
    submission = Submission.open(course.solutions)
    recordings = [record(grader, submission, task) for task in week.tasks]
    rounds = [
        (
            milliseconds(lambda: grader.grade(submission, week)),
            milliseconds(
                lambda: [replay(grader, task, sent) for task, sent in zip(week.tasks, recordings, strict=True)]
            ),
        )
        for _ in range(WARM_ROUNDS)
    ]
    return Row(f"one more submission of {week.name} / bare floor", *map(list, zip(*rounds, strict=True)))


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


def replay(grader: Grader, task: Task, sent: list[bytes]) -> None:
    """The floor: a worker that answers the same frames, with nobody looking at the answers."""
    worker = grader.desk.launcher.start(task.seconds, task.memory_mb)
    worker.first_frame()
    for frame in sent:
        assert frames.is_whole(worker.exchange(frame, task.seconds))
    worker.end()


def warm_task(grader: Grader, task: Task) -> Row:
    """One task on a warm zygote, from call to Result, over the 150 ms that it may take."""
    grader.desk.submission = Submission.open(grader.course.solutions)
    figures = [milliseconds(lambda: grader.grade_task(task)) for _ in range(WARM_ROUNDS)]
    return Row(f"warm {task.id}, call to Result / 150 ms", figures, [150.0] * WARM_ROUNDS)


if __name__ == "__main__":
    main()
