"""A task of which nothing is there: moved, deleted, or cut out of a notebook."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from release_support import git

from autograder.checking import choose
from autograder.course import Course, Task
from autograder.intake.submission import Submission
from autograder.outcomes import Missing
from autograder.report.terminal import render

WRITTEN = "def causal_mask(length):\n    return length\ndef future_weight(weights):\n    return 0.0\n"
UNTOUCHED = 'def {0}(*x):\n    raise NotImplementedError("week-12: {0} is yours to write")\n'


@pytest.fixture(scope="module")
def softmax() -> Task:
    return Course.open().week("week-12").task("softmax")


def notebook(path: Path, *cells: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"cells": [{"cell_type": "code", "source": cell} for cell in cells]}), encoding="utf-8")


def test_beside_files_an_untouched_notebook_stands_for_nothing(tmp_path: Path, softmax: Task) -> None:
    notebook(tmp_path / "week-12/week-12.ipynb", UNTOUCHED.format("softmax"), UNTOUCHED.format("causal_mask"))
    (tmp_path / "week-12/causal_mask.py").write_text(WRITTEN, encoding="utf-8")
    source = Submission.open(tmp_path).source(softmax)
    assert isinstance(source.problem, Missing) and source.file == "softmax.py"


@pytest.mark.parametrize("cells", [[UNTOUCHED.format("softmax")], [UNTOUCHED.format("softmax"), WRITTEN]])
def test_a_notebook_that_is_worked_in_or_alone_stands_for_its_untouched_tasks(
    tmp_path: Path, softmax: Task, cells: list[str]
) -> None:
    notebook(tmp_path / "week-12/week-12.ipynb", *cells)
    if len(cells) > 1:
        (tmp_path / "week-12/heads.py").write_text("pass\n", encoding="utf-8")
    assert Submission.open(tmp_path).find(softmax) == "week-12/week-12.ipynb"


def test_what_was_cut_out_of_a_notebook_is_said_and_the_total_stays(tmp_path: Path, grader, course) -> None:
    path = tmp_path / "week-12.ipynb"
    notebook(path, WRITTEN, UNTOUCHED.format("attention"))
    submission = Submission.open(path)
    [(week, tasks)] = choose(course, submission, "week-12", None)
    assert tasks == list(week.tasks)
    result = grader.grade(submission, week, tasks)
    assert result.max_score == 100
    text = " ".join(render(result).plain.split())
    assert "softmax 0/10 not handed in No code cell of week-12.ipynb defines `softmax`." in text


def test_a_notebook_for_one_task_is_graded_on_that_alone(tmp_path: Path, course) -> None:
    notebook(tmp_path / "softmax.ipynb", UNTOUCHED.format("softmax"))
    [(_, tasks)] = choose(course, Submission.open(tmp_path / "softmax.ipynb"), None, None)
    assert [task.name for task in tasks] == ["softmax"]


@pytest.mark.parametrize(
    ("moved", "says"),
    [
        ("softmax.py", "softmax.py is not in exercises/week-12: it lies in the folder above exercises. Move it back."),
        (None, "softmax.py is not in exercises/week-12."),
    ],
)  # fmt: skip
def test_in_the_courses_own_folder_the_way_back_is_named(
    tmp_path: Path, softmax: Task, moved: str | None, says: str
) -> None:
    (tmp_path / "exercises/week-12").mkdir(parents=True)
    if moved:
        (tmp_path / moved).write_text("pass\n", encoding="utf-8")
    assert Submission.open(tmp_path / "exercises").source(replace(softmax, root=tmp_path)).notes == (says,)


def test_git_brings_back_a_starter_that_it_knows_and_no_other(tmp_path: Path, softmax: Task) -> None:
    """A task that was added later is in a copy's manifest before its starter is."""
    task = replace(softmax, root=tmp_path)
    task.starter.parent.mkdir(parents=True)
    git(tmp_path, "init", "--quiet")
    [note] = Submission.open(tmp_path / "exercises").source(task).notes
    assert "git has none here: if the task is new, its starter is in your teacher's repository." in note

    task.starter.write_text("pass\n", encoding="utf-8")
    git(tmp_path, "add", "exercises"), git(tmp_path, "commit", "--quiet", "-m", "The exercises")
    task.starter.unlink()
    [note] = Submission.open(tmp_path / "exercises").source(task).notes
    command = re.search("`git (.*)` brings the starter back", note)[1]
    git(tmp_path, *command.split())
    assert task.starter.is_file()


def test_in_a_hand_in_there_is_no_way_back(tmp_path: Path, softmax: Task) -> None:
    (tmp_path / "week-12").mkdir()
    assert Submission.open(tmp_path).source(softmax).notes == ()
