"""One launcher and one grader for all tests: as in a real run, where every submission meets the same zygote."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.grade import Grader
from autograder.launch import ForkLauncher
from autograder.result import TaskResult
from autograder.session import Session
from autograder.submission import Source, Submission


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--refresh-goldens", action="store_true", help="write the goldens anew: then look at the change")


def pytest_terminal_summary(terminalreporter) -> None:
    """What this machine lacks is said in the last lines, and not left to a count of skips."""
    skipped = {str(each.longrepr[2]) for each in terminalreporter.stats.get("skipped", []) if each.longrepr}
    for reason in sorted(each for each in skipped if "Chromium" in each or "Node.js" in each):
        terminalreporter.write_line(f"Not tested here: {reason.removeprefix('Skipped: ')}")


GradeText = Callable[..., TaskResult]


@pytest.fixture(scope="session")
def course() -> Course:
    return Course.open()


@pytest.fixture(scope="session")
def launcher() -> Iterator[ForkLauncher]:
    launcher = ForkLauncher()
    yield launcher
    launcher.close()


@pytest.fixture(scope="session")
def grader(course: Course, launcher: ForkLauncher) -> Iterator[Grader]:
    with Grader(course, launcher) as grader:
        yield grader


@pytest.fixture
def grade_text(grader: Grader, course: Course) -> GradeText:
    """Grades a source text as one task: ``grade_text("def softmax...", "week-12/softmax")``."""

    def grade(text: str, task_id: str = "week-12/softmax", seconds: float = 10.0) -> TaskResult:
        week, _, name = task_id.partition("/")
        task = replace(course.week(week).task(name), seconds=seconds)
        return grader.grade_task(task, Session(task, Source(task.filename, text), grader.desk.launcher))

    return grade


@pytest.fixture
def grade_file(grader: Grader, course: Course) -> Callable[[Path], TaskResult]:
    """Grades a path as a submission to week-12/softmax."""

    def grade(path: Path, task_id: str = "week-12/softmax") -> TaskResult:
        week, _, name = task_id.partition("/")
        task = course.week(week).task(name)
        return grader.grade(Submission.open(path), course.week(week), [task]).tasks[0]

    return grade
