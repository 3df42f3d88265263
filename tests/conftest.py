"""One launcher and one grader for all tests: as in a real run, where every submission meets the same zygote."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import chromium
import pytest

from autograder.checks.session import Session
from autograder.course import Course
from autograder.grade import Grader
from autograder.intake.submission import Source, Submission
from autograder.launch import ForkLauncher
from autograder.result import TaskResult


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--refresh-goldens", action="store_true", help="write the goldens anew: then look at the change")
    parser.addoption("--get-chromium", action="store_true", help="install a Chromium where there is none")


def pytest_configure(config: pytest.Config) -> None:
    """Finds a browser once, in the process that hands out the tests; the others inherit what it found."""
    if not hasattr(config, "workerinput"):
        found = chromium.find() or (chromium.install() if config.getoption("get_chromium") else None)
        os.environ[chromium.VARIABLE] = found or ""


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Iterator[None]:
    """What this machine lacks is said in the very last lines, and not left to a count of skips."""
    result = yield
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    reasons = Counter(str(each.longrepr[2]).removeprefix("Skipped: ") for each in skipped if each.longrepr)
    for reason, number in sorted(reasons.items(), key=lambda told: told[1]):
        reporter.write_line(f"Not run here: {number} {'tests' if number > 1 else 'test'}. {reason}")
    return result


if TYPE_CHECKING:
    from playwright.sync_api import Browser

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


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real Chromium; where there is none, the tests that ask for it are left out, and the last line says so."""
    with chromium.opened() as browser:
        yield browser
