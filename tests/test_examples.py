"""Every example in a docstring of the engine is run, in a folder that holds what the examples speak of."""

from __future__ import annotations

import base64
import doctest
import importlib
import json
import pkgutil
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from test_adapters import ENVIRONMENT
from test_gradebook import ANN, a_grading, a_result

import autograder
from autograder.checks.collecting import configure
from autograder.checks.plugin import Desk
from autograder.course import Course
from autograder.desk.gradebook import Gradebook
from autograder.grade import Grader
from autograder.intake.handin import HandIn
from autograder.intake.submission import Submission
from autograder.launch import ForkLauncher
from autograder.notebooks import Notebook
from autograder.report.standing import Standing
from autograder.result import Result
from autograder.watching.state import Memory

COURSE = Course.open()
WEEK = COURSE.week("week-12")
SOFTMAX = WEEK.task("softmax")
NOTEBOOK = COURSE.exercises / "week-12" / "week-12.ipynb"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
ELSEWHERE = {"autograder.desk.cluster", "autograder.report.nbgrader_scores"}
"""Their examples need a cluster, or a course of nbgrader: test_cluster and test_nbgrader have them."""


def modules() -> Iterator[str]:
    for module in pkgutil.walk_packages(autograder.__path__, "autograder."):
        if ".graders" not in module.name and not module.name.endswith("__main__") and module.name not in ELSEWHERE:
            yield module.name


def examples() -> list[doctest.DocTest]:
    found = (doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(name), name) for name in modules())
    return [test for tests in found for test in tests if test.examples]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The exercises, a class, its roster and its gradebook."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(COURSE.exercises, "exercises")
    for name in ("class/lovelaceada_4711_9001_softmax.py", "class/ben/softmax.py"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SOFTMAX.solution, name)
    Path("roster.csv").write_text("id,name,canvas_id\n00123,Ada Lovelace,4711\n", encoding="utf-8")
    Path("grades").mkdir()
    with Gradebook.open(Path("grades/gradebook.db")) as book:
        book.enrol([ANN], on_roster=True)
        book.add(a_grading(replace(a_result(7, 10), score=47, max_score=100)))
    return tmp_path


@pytest.fixture(scope="module")
def graded(grader: Grader) -> Result:
    """A Result of 47 of 100 points, whose first checks passed, failed and could not be run."""
    result = grader.grade(Submission.open(COURSE.solutions), WEEK)
    first, second, third, *others = result.tasks[0].checks
    checks = (first, replace(second, outcome="failed", earned=0), replace(third, outcome="internal", earned=0), *others)
    return replace(result, score=47, tasks=(replace(result.tasks[0], checks=checks), *result.tasks[1:]))


def given(name: str, graded: Result, launcher: ForkLauncher) -> dict[str, object]:
    """What the examples of a module speak of without having made it."""
    data = NOTEBOOK.read_bytes()
    every = {"Path": Path, "Course": Course, "course": COURSE, "week": WEEK, "task": SOFTMAX, "softmax": SOFTMAX}
    every |= {"json": json, "base64": base64, "launcher": launcher, "result": graded, "data": data}
    own: dict[str, Callable[[], dict[str, object]]] = {
        "autograder.checks.collecting": lambda: {"desk": Desk(COURSE, launcher), "configure": configure},
        "autograder.intake.handin": lambda: {"hand_in": HandIn("canvas", ("4711", "lovelaceada"), ())},
        "autograder.notebooks.slices": lambda: {"steps": list(Notebook.read(data, "a.ipynb").steps)},
        "autograder.report.classroom": lambda: {"task": replace(graded.tasks[0], earned=3, status="failed")},
        "autograder.report.classroom50": lambda: {"environment": ENVIRONMENT},
        "autograder.report.feedback": lambda: {"standing": a_standing(graded)},
        "autograder.watching.saves": lambda: {"tell": lambda saved: None},
        "autograder.watching.state": lambda: {"course": replace(COURSE, root=Path.cwd()), "key": "", "Memory": Memory},
    }
    return every | (own[name]() if name in own else {})


def a_standing(graded: Result) -> Standing:
    return Standing("s1", "Ann", "week-12", "Attention and Transformers", "graded", graded, 47, 100, final="47")


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name.removeprefix("autograder."))
def test_an_example_comes_out_as_it_says(
    example: doctest.DocTest, folder: Path, graded: Result, launcher: ForkLauncher
) -> None:
    example.globs = {**given(example.globs["__name__"], graded, launcher), **example.globs}
    said: list[str] = []
    assert not doctest.DocTestRunner(optionflags=FLAGS).run(example, out=said.append).failed, "".join(said)


def test_most_of_what_is_public_has_one() -> None:
    assert len(examples()) > 100
