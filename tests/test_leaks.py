"""What a learner reads of hidden checks: authored sentences, and nothing of what the checks hold.

For every task some mistakes and some hostile answers are graded. Everything that the learner is shown is then searched
for what only ``autograder/graders`` knows: source lines, texts, numbers, inputs, expected values, seeds and paths.
"""

from __future__ import annotations

import ast
import json
import re
import zlib
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from html import unescape
from typing import Any

import numpy as np
import pytest
import torch

from autograder.authoring.source import TaskSource
from autograder.checks.mistakes import Cell, mistakes_of
from autograder.checks.session import StandIn
from autograder.course import Course, Task
from autograder.grade import Grader
from autograder.report import check50, classroom, classroom50, github, gradescope, otter
from autograder.report.markdown import student_markdown
from autograder.report.nbgrader_scores import comment
from autograder.report.standing import Standing
from autograder.report.student_page import student_page
from autograder.report.terminal import render
from autograder.result import Result
from autograder.verbs.attacks import SHORT, USUAL, Expected, hand_in
from autograder.worker import wire
from autograder.worker.runtime import Runtime

LONG = 12
"""Characters from which a line or a text says something about where it comes from."""
DIGITS = 4
NUMBER = re.compile(r"\d*\.?\d+(?:e[+-]?\d+)?")
TASKS = [task.id for task in Course.open().tasks()]
KINDS = {
    "raises its inputs": "raise type(repr(args)[:200], (ValueError,), {})(repr((args, kwargs)))",
    "names its result after its inputs": "return type(repr((args, kwargs)), (), {})()",
    "ends the process": "print(args, kwargs); __import__('os')._exit(1)",
}
SLOW_KINDS = {"never ends": "while True: pass", "wants all memory": "return bytearray(1 << 45)"}


@dataclass(frozen=True)
class Secrets:
    """What the hidden checks of one task hold and nothing else says."""

    lines: frozenset[str]
    numbers: frozenset[str]

    def told_by(self, result: Result, said: str) -> set[str]:
        """Those that are found in what is said of a result, and in what its hidden checks say."""
        return {line for line in self.lines if line in said} | (self.numbers & hidden_numbers(result))


def said_to_learners(result: Result) -> str:
    """Everything that any page, table or platform shows a learner of it, given all that staff know."""
    own, public = [result], result.for_learner()
    standing = Standing(
        "s1", "Ann", result.week, result.title, "graded", result, result.score, result.max_score, str(result.score)
    )
    environment = dict.fromkeys([*classroom50.IDENTITY.values(), "USERNAME"], "x")
    data = [
        asdict(public), gradescope.results_json(result), otter.otter_json(result), check50.check50_json(result),
        classroom50.result_json(own, environment, "now"), github.annotations(own),
        [b64decode(classroom.runner_result(task)).decode() for task in result.tasks],
        [comment(task) for task in public.tasks], render(public).plain, classroom50.release_body([public]),
        unescape(re.sub("<[^>]*>", " ", student_page([standing], audience="learner"))), student_markdown([standing]),
    ]  # fmt: skip
    return flat(" ".join(strings(data)).replace("\\", ""))


def flat(text: str) -> str:
    """The text on one line, as it was before it was wrapped."""
    return " ".join(text.split())


def strings(data: Any) -> Iterator[str]:
    """Every text in plain data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        yield from strings(list(data.values()))
    elif isinstance(data, (list, tuple)):
        for item in data:
            yield from strings(item)


def hidden_numbers(result: Result) -> set[str]:
    """The numbers in what hidden checks say; a visible one may say any number, and times are no texts."""
    hidden = [asdict(check) for task in result.tasks for check in task.checks if not check.visible]
    return {four_digits(float(number)) for text in strings(hidden) for number in NUMBER.findall(text)}


def four_digits(number: float) -> str:
    return f"{abs(number):.{DIGITS}g}"


def says_much(number: float) -> bool:
    """Whether it has too many digits to be found by chance."""
    return np.isfinite(number) and len(four_digits(number).partition("e")[0].replace(".", "").strip("0")) >= DIGITS


# ---------------------------------------------------------------- what is secret


def code_lines(source: str) -> set[str]:
    """The lines and texts of checks, without what a learner may read of them: titles and hints."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.decorator_list, doc = [], ast.get_docstring(node)
            node.body = node.body[1:] if doc else node.body
    tree.body = [node for node in tree.body if not isinstance(node, (ast.Import, ast.ImportFrom, ast.Expr))]
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    lines = {line.strip() for line in ast.unparse(tree).splitlines()} | set(map(str.strip, source.splitlines()))
    return {flat(text) for text in texts | lines if len(text) >= LONG and not text.startswith("@")}


def public_text(task: Task) -> str:
    """All that a learner may know of a task: its checks, its statement, its hints, its titles, its mistakes' names."""
    hidden = ast.parse(task.hidden_checks.read_text(encoding="utf-8"))
    functions = [node for node in hidden.body if isinstance(node, ast.FunctionDef)]
    docs = [ast.get_docstring(node) or "" for node in functions]
    marks = [text.value for node in functions for mark in node.decorator_list for text in ast.walk(mark)
             if isinstance(text, ast.Constant) and isinstance(text.value, str)]  # fmt: skip
    files = [task.visible_checks, task.starter, task.starter.parent / "README.md"]
    says = [cell.says for cell in mistakes_of(task)]
    texts = [path.read_text(encoding="utf-8") for path in files]
    return flat(" ".join([*docs, *marks, *texts, *says]))


def numbers_in(value: Any) -> Iterator[float]:
    """Every number of a value that has crossed."""
    if isinstance(value, torch.Tensor):
        value = value.detach().cpu().double().flatten().tolist() if not value.is_complex() and not value.is_meta else []
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, (int, float)):
        yield float(value)
    elif isinstance(value, dict):
        yield from numbers_in([*value.keys(), *value.values()])
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from numbers_in(item)


class Listener(StandIn):
    """The reference, and every number that visible and hidden checks have asked it and heard from it."""

    def __init__(self, task: Task):
        super().__init__(task, self._listen)
        self.numbers: dict[str, set[str]] = {"check": set(), "grade": set()}
        self._runtime = Runtime(trusted=True)
        self._runtime.load(task.solution.read_text(encoding="utf-8"), task.filename)

    def _listen(self, frame: bytes) -> bytes:
        reply = self._runtime.answer(frame)
        said = [wire.decode(data, lambda path, name: None)[1] for data in (frame, reply)]
        kind = self.answers._check.partition("_")[0]
        self.numbers[kind] |= {four_digits(number) for number in numbers_in(said) if says_much(number)}
        return reply


@pytest.fixture(scope="module")
def secrets_of(grader: Grader, course: Course) -> dict[str, Secrets]:
    """The secrets of each task, by its id."""
    return {task.id: secrets(grader, task) for task in course.tasks()}


def secrets(grader: Grader, task: Task) -> Secrets:
    listener = Listener(task)
    grader.grade_task(task, listener)
    known = public_text(task)
    names = re.findall(r"^def (grade_\w+)", task.hidden_checks.read_text(encoding="utf-8"), re.MULTILINE)
    seeds = {str(zlib.crc32(f"{name}{call}".encode())) for name in names for call in ("", *(f":{n}" for n in range(9)))}
    paths = {str(task.root), task.hidden_checks.name, "autograder/graders", "solutions/", "zlib", "Traceback"}
    lines = {line for line in code_lines(task.hidden_checks.read_text(encoding="utf-8")) if line not in known}
    public = {four_digits(float(number)) for number in NUMBER.findall(known)} | listener.numbers["check"]
    return Secrets(frozenset(lines | seeds | paths), frozenset(listener.numbers["grade"] - public))


# ---------------------------------------------------------------- what is handed in


def replaced(task: Task, body: str) -> str:
    """The starter, with every function and class of it replaced by one that does this."""
    names = [node.name for node in ast.parse(task.starter.read_text(encoding="utf-8")).body
             if isinstance(node, (ast.FunctionDef, ast.ClassDef))]  # fmt: skip
    return "\n".join(f"def {name}(*args, **kwargs):\n    {body}\n" for name in names)


def some(cells: list[Cell]) -> list[Cell]:
    """The first, the middle and the last one."""
    return [cells[0], cells[len(cells) // 2], cells[-1]]


def hand_ins(task: Task) -> dict[str, str]:
    bodies = KINDS | (SLOW_KINDS if task.name == "softmax" else {})
    texts = {name: replaced(task, body) for name, body in bodies.items()}
    texts |= {cell.name: cell.source for cell in some(mistakes_of(task))}
    return texts | {"starter": TaskSource.read(task).starter(), "no function": "", "no Python": "def f(:\n"}


def graded(grader: Grader, task: Task, text: str, seconds: float = USUAL) -> Result:
    return hand_in(grader, text.encode(), Expected(("failed",), None, None, (), task.id, seconds))


@pytest.mark.parametrize("task_id", TASKS)
def test_nothing_of_a_hidden_check_is_told(
    task_id: str, course: Course, grader: Grader, secrets_of: dict[str, Secrets]
) -> None:
    task = course.week(task_id.split("/")[0]).task(task_id.split("/")[1])
    known, outcomes = secrets_of[task_id], set()
    assert len(known.lines) > 20 and known.numbers
    for name, text in hand_ins(task).items():
        result = graded(grader, task, text, seconds=SHORT if name == "never ends" else USUAL)
        assert known.told_by(result.for_learner(), said_to_learners(result)) == set(), name
        outcomes |= {check.outcome for check in result.tasks[0].checks if not check.visible}
    assert {"failed", "error", "crashed", "not_started", "missing"} <= outcomes
    assert task.name != "softmax" or {"timeout", "memory"} <= outcomes


def test_a_hidden_check_tells_neither_lines_nor_times(course: Course, grader: Grader) -> None:
    task = course.week("week-12").task("softmax")
    result = graded(grader, task, replaced(task, KINDS["raises its inputs"])).for_learner()
    assert {(check.line, check.seconds) for check in result.tasks[0].checks if not check.visible} == {(None, 0.0)}


def test_the_search_finds_what_staff_may_read(course: Course, grader: Grader, secrets_of: dict[str, Secrets]) -> None:
    """The same search in what staff read finds texts and numbers: it is able to find."""
    for name in ("softmax", "positions"):
        task = course.week("week-12").task(name)
        result = graded(grader, task, mistakes_of(task)[0].source)
        told = secrets_of[task.id].told_by(result, flat(" ".join(strings(asdict(result)))))
        assert told & secrets_of[task.id].numbers, name
        assert told & secrets_of[task.id].lines, name


def test_output_of_hidden_checks_is_kept_from_the_learner(course: Course, grader: Grader) -> None:
    """A function that prints at each call is heard as often as the visible checks call it."""
    task = course.week("week-12").task("softmax")
    right = task.solution.read_text(encoding="utf-8")
    loud = "def softmax(*args, **kwargs):\n    print('called')\n    return honest(*args, **kwargs)\n"
    text = f"{right}\nhonest = softmax\n\n{loud}"
    result = graded(grader, task, text)
    asked = len(re.findall(r"student\.softmax\(", task.visible_checks.read_text(encoding="utf-8")))
    assert result.passed
    assert json.loads(result.for_learner().to_json())["tasks"][0]["printed"].count("called") == asked
