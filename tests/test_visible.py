"""Visible checks cut out of the graders: everything that they need, and nothing that is hidden."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from test_course import HIDDEN, VISIBLE, a_task, edit, softmax_course

from autograder.authoring.visible import visible_checks
from autograder.checks.info import info_of
from autograder.course import Course, CourseError, Task
from autograder.grade import Grader
from autograder.launch import ForkLauncher
from autograder.stamp import is_pristine

GRADERS = '''"""Checks of a task: what only staff should read."""

import math

import torch.nn.functional as F
from autograder.checks.compare import expect, expect_close

SMALL, LARGE = 1, 10**9
# How far a weight may be off.
SLACK = SMALL / 100
SECRET = 7


@pytest.mark.points(1)
@pytest.mark.hint("Look at the rows.")
def check_rows(student):
    """Each row adds up to 1."""
    expect(abs(total(student.softmax([0.0]))) < SLACK, "no")


# ---- hidden


def total(weights):
    """Their sum."""
    return math.fsum(weights)


@pytest.mark.points(1)
@pytest.mark.hint("Think of SECRET.")
def grade_large(student, reference):
    """Large scores."""
    expect_close(student.softmax([LARGE]), F.softmax([SECRET]), "the weights")
'''
CUT = '''"""The visible checks of week-12/softmax."""

import math

from autograder.checks.compare import expect

SMALL, LARGE = 1, 10**9
# How far a weight may be off.
SLACK = SMALL / 100


@pytest.mark.points(1)
@pytest.mark.hint("Look at the rows.")
def check_rows(student):
    """Each row adds up to 1."""
    expect(abs(total(student.softmax([0.0]))) < SLACK, "no")


def total(weights):
    """Their sum."""
    return math.fsum(weights)
'''


def task_with(root: Path, graders: str, visible: str | None = None) -> Task:
    for name, text in ((HIDDEN, graders), (VISIBLE, visible)):
        (root / name).parent.mkdir(parents=True)
        if text is not None:
            (root / name).write_text(text, encoding="utf-8")
    return a_task(root=root)


def test_a_check_comes_with_what_it_needs_and_nothing_else(tmp_path: Path) -> None:
    text = visible_checks(task_with(tmp_path, GRADERS))
    assert text.partition("\n")[2] == CUT
    assert text.startswith("# week-12/softmax · visible checks, made by `make build` [")
    assert is_pristine(text)


def test_an_import_that_gets_too_long_is_written_on_several_lines(tmp_path: Path) -> None:
    names = [f"expect_{letter * 20}" for letter in "abcdef"]
    used = "\n".join(f"    {name}()" for name in names)
    imports = f"from autograder.checks.compare import (\n    {', '.join(names)}, other\n)"
    graders = f"{imports}\n\n\ndef check_it(student):\n{used}\n"
    text = visible_checks(task_with(tmp_path, graders))
    assert "import (\n" + "".join(f"    {name},\n" for name in names) + ")\n" in text
    assert "other" not in text


def test_a_file_that_was_written_by_hand_stays_where_the_graders_hold_no_visible_check(tmp_path: Path) -> None:
    assert visible_checks(task_with(tmp_path, "def grade_it(student): ...\n", "by hand\n")) == "by hand\n"
    (tmp_path / VISIBLE).unlink()
    assert visible_checks(a_task(root=tmp_path)) == ""


@pytest.mark.parametrize(
    ("graders", "said"),
    [
        ("def check_it(student, reference): ...\n", "check_it is visible, so it must not ask the reference"),
        (
            "def check_it(student): ...\ndef grade_it(student): ...\ndef grade_it(student): ...\n",
            ":3: grade_it is defined",
        ),
        ("def check_it(student): ...\ndef test_it(student): ...\n", ":2: test_it is neither check_... nor grade_..."),
        ("def grade_it(student): ...\n@pytest.mark.points(1)\ndef garde(student): ...\n", ":3: garde is neither"),
        ("x = 1\ndef check_it(student:\n", r"grade_softmax.py:2: .*never closed"),
    ],
)
def test_graders_that_cannot_be_cut_are_refused_in_a_sentence(tmp_path: Path, graders: str, said: str) -> None:
    with pytest.raises(CourseError, match=said):
        visible_checks(task_with(tmp_path, graders))


def test_every_visible_check_of_the_course_is_made_so() -> None:
    for task in Course.open().tasks():
        text = task.visible_checks.read_text(encoding="utf-8")
        assert text == visible_checks(task)
        functions = [node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
        assert any(name.startswith("check_") for name in functions)
        assert not any(name.startswith("grade_") for name in functions)
        assert "reference" not in text.replace("the reference", "")


def test_graders_run_their_hidden_checks_alone(tmp_path: Path, launcher: ForkLauncher) -> None:
    """A visible check that was changed in the graders, and not built yet, is not run from there."""
    course = softmax_course(tmp_path)
    edit(tmp_path, HIDDEN, "Each row adds up to 1 over the last axis.", "Changed, and not built.")
    with Grader(course, launcher) as grader:
        named = [info_of(check).title for task in course.tasks() for check in grader.checks_of(task)]
    assert "Changed, and not built." not in named
    assert len(named) == len(set(named))
