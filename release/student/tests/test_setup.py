"""Does this machine run the checks? ``make test``"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.checking import measure
from autograder.course import Course
from autograder.grade import Grader
from autograder.intake.submission import Submission
from autograder.launch import Launcher, open_launcher


@pytest.fixture(scope="module")
def launcher() -> Iterator[Launcher]:
    with contextlib.closing(open_launcher()) as launcher:
        yield launcher


def test_code_runs_in_a_process_of_its_own(launcher: Launcher) -> None:
    assert measure(launcher, Course.open()).level in ("strong", "standard", "weak", "none")


@pytest.mark.parametrize("week", Course.open().weeks, ids=lambda week: week.name)
def test_every_task_can_be_checked(launcher: Launcher, week, tmp_path: Path) -> None:
    """Empty files get no point, and no check breaks."""
    for task in week.tasks:
        (tmp_path / task.filename).write_text("", encoding="utf-8")
    with Grader(Course.open(), launcher, [week]) as grader:
        result = grader.grade(Submission.open(tmp_path), week)
    assert (result.score, result.internal) == (0, [])
    assert all(task.checks for task in result.tasks)
