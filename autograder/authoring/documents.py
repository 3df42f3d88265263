"""What documents quote of the course: each week's table of tasks, and the sample report of the README.

>>> table(Course.open().week("week-12")).splitlines()[2]
'| 1 | `softmax` | scores into weights that add up to 1 | 10 |'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from autograder.authoring.source import TaskSource
from autograder.checks.mistakes import mistakes_of
from autograder.checks.session import StandIn
from autograder.checks.student import local_answers
from autograder.course import Course, CourseError, Task, Week
from autograder.grade import Grader, result_of
from autograder.report.terminal import render
from autograder.result import TaskResult

HEAD = "| # | task | you build | points |\n|---|---|---|---|\n"
TABLE = re.compile(re.escape(HEAD) + r"(?:\|.*\n)*")
NEW = "# {title}\n\n```\nmake check WEEK={week}\n```\n\n## The tasks\n\n" + HEAD
"""The README of a week that has none yet: a beginning, to be written on by hand."""
SAMPLE = re.compile(r"(What a student sees:\n\n```\n).*?(```\n)", re.DOTALL)
SHOWN = ("week-12", "softmax", "causal_mask", "mask-transposed")
"""The sample's week, the task that is right in it, the one that is wrong, and the mistake that is made there."""


def week_readmes(course: Course) -> dict[Path, str]:
    """Each week's README with its table made anew; the rest of its words is written by hand."""
    return {_path(week): _week_readme(week) for week in course.weeks}


def readme(course: Course) -> dict[Path, str]:
    """The course's README with its sample report made anew; nothing where there is none."""
    path = course.root / "README.md"
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return {path: SAMPLE.sub(lambda found: found[1] + sample(course) + found[2], text)} if SAMPLE.search(text) else {}


# ---------------------------------------------------------------- a week's tasks


def table(week: Week) -> str:
    """The week's tasks, what one builds in each, and its points."""
    rows = (f"| {n} | `{each.name}` | {each.builds} | {each.points} |\n" for n, each in enumerate(week.tasks, start=1))
    return HEAD + "".join(rows)


def _week_readme(week: Week) -> str:
    path = _path(week)
    text = path.read_text(encoding="utf-8") if path.is_file() else NEW.format(title=week.title, week=week.name)
    if not TABLE.search(text):
        raise CourseError(
            f"{path} has no table of tasks; put this where it belongs, and `make build` fills it:\n{HEAD}"
        )
    return TABLE.sub(lambda _: table(week), text)


def _path(week: Week) -> Path:
    return week.root / "exercises" / week.name / "README.md"


# ---------------------------------------------------------------- the sample report


def sample(course: Course) -> str:
    """What `check` prints of a week of which one task is right, one is a known mistake, and the rest is untouched."""
    week = course.week(SHOWN[0])
    with Grader(Course(course.root, (week,)), None) as grader:  # trusted answers: no worker is launched
        graded = tuple(_graded(grader, task, text) for task, text in _texts(week))
    result = result_of(week, "exercises", graded, None, datetime.now(UTC), 0.0)
    printed = str(render(replace(result, isolation={"level": "standard"})))
    return printed.rstrip() + "\n"


def _texts(week: Week) -> Iterator[tuple[Task, str]]:
    """Each task and what is handed in for it."""
    _, right, wrong, slip = SHOWN
    for task in week.tasks:
        if task.name == wrong:
            yield task, next(cell.source for cell in mistakes_of(task) if cell.name == slip)
        else:
            text = task.solution.read_text(encoding="utf-8")
            yield task, text if task.name == right else TaskSource.read(task).starter()


def _graded(grader: Grader, task: Task, text: str) -> TaskResult:
    graded = grader.grade_task(task, StandIn(task, local_answers(text, task.filename)._ask))
    return replace(graded, path=task.starter.relative_to(task.root).as_posix())
