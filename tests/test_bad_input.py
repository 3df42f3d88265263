"""Odd but honest hand-ins: each ends with the right outcome and a sentence, and loses no more than what is broken.

The files in ``submissions/`` say on line 1 what is expected, in the form that ``autograder.verbs.attacks`` describes.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from test_leaks import TASKS, graded, replaced

from autograder.course import Course
from autograder.grade import Grader
from autograder.verbs.attacks import hand_in, read_expected

NOTHING = ("return None", "return [*args, *kwargs.values()][0]", "raise ValueError")
FILES = sorted((Path(__file__).parent / "submissions").glob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_submission(path: Path, grader: Grader) -> None:
    expected = read_expected(path.read_text(encoding="utf-8"), path.name)
    result = hand_in(grader, path.read_bytes(), expected)
    [task] = result.tasks
    problem = task.first_problem
    sentences = [check.message for check in task.checks] + list(task.notes)
    assert (problem.outcome if problem else "passed") in expected.outcomes, sentences
    assert result.internal == []
    assert expected.earned in (None, task.earned), sentences
    assert expected.line in (None, problem and problem.line)
    assert not expected.says or any(part in said for part in expected.says for said in sentences), sentences
    assert all("Traceback" not in said and "autograder" not in said for said in sentences)


@pytest.mark.parametrize("task_id", TASKS)
def test_functions_that_do_nothing_earn_nothing(task_id: str, course: Course, grader: Grader) -> None:
    week, name = task_id.split("/")
    task = course.week(week).task(name)
    for body in NOTHING:
        assert graded(grader, task, replaced(task, body)).score == 0, body
