"""Named wrong answers: read from their cells, replayed on the calls of a failed check, and named on a match.

A file of known answers is made of cells. Each is laid over the reference: what it defines replaces what the
reference defined, the rest stays. Its comment says what it is; ``# %% right: NAME`` heads one that is right::

    # %% temperature-multiplied
    # A higher temperature must make the weights flatter; yours get sharper: divide by it.
    def softmax(scores, dim=-1, temperature=1.0):
        ...
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch

from autograder.checks.compare import BASE
from autograder.checks.readable import demand_python
from autograder.checks.student import Answers, Call, Remote, local_answers
from autograder.course import CourseError, Task
from autograder.outcomes import Problem
from autograder.worker.frames import WireError

CELL = re.compile(r"^# %% +(right: +)?(\S+)[ \t]*$", re.MULTILINE)
HEAD = re.compile(r"^#\s*%", re.MULTILINE)
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Mistake(Protocol):
    """A named wrong answer that can be compared with a learner's: replayed from its cell, or recorded."""

    name: str
    says: str

    def replies(self, calls: list[Call]) -> list[Call]:
        """What it answers to the same frames; raises Problem or WireError where it cannot."""


@dataclass(frozen=True)
class Cell:
    """One named change of the reference, and the sentence that its comment says."""

    task: Task
    name: str
    says: str
    code: str
    is_right: bool = False
    """Whether it is another right answer, and no mistake."""

    @property
    def source(self) -> str:
        """The whole module: the reference with this cell laid over it."""
        reference = self.task.solution.read_text(encoding="utf-8")
        return f"{reference}\n\n{self.code}"

    @cached_property
    def answers(self) -> Answers:
        """This cell's answers, in this process; raises CourseError if it cannot be loaded."""
        try:
            return local_answers(self.source, self.task.filename)
        except RuntimeError as error:
            raise CourseError(f"{self.task.id}: the cell {self.name!r}: {error}") from error

    def replies(self, calls: list[Call]) -> list[Call]:
        """What this cell answers to the same frames."""
        return [self.answers._answer(call.frame, call.asked) for call in calls]


def mistakes_of(task: Task) -> list[Cell]:
    """The task's named wrong answers, in their order."""
    return [cell for cell in known_answers(task) if not cell.is_right]


def variants_of(task: Task) -> list[Cell]:
    """The task's right but different answers, in their order."""
    return [cell for cell in known_answers(task) if cell.is_right]


def known_answers(task: Task) -> list[Cell]:
    """Every cell in its order; none where there is no file. Raises CourseError for a faulty one."""
    path, text = task.known_answers, _text(task)
    demand_python(text, path)  # all cells at once, so that the line is the file's
    _check_heads(text, path)
    parts = CELL.split(text)
    heads = zip(parts[1::3], parts[2::3], parts[3::3], strict=True)
    cells = [replace(_cell(name, body, task, path), is_right=bool(right)) for right, name, body in heads]
    names = [cell.name for cell in cells]
    if len(set(names)) != len(names):
        raise CourseError(f"{path}: two cells have the same name.")
    return cells


def before_the_cells(task: Task) -> str:
    """What stands before the first head: docstring and imports, which belong to no cell."""
    return CELL.split(_text(task))[0]


def _text(task: Task) -> str:
    return task.known_answers.read_text(encoding="utf-8-sig") if task.known_answers.is_file() else ""


def _check_heads(text: str, path: Path) -> None:
    """A misspelt head would hide its cell in the one before."""
    for number, line in enumerate(text.split("\n"), 1):
        if HEAD.match(line) and not CELL.match(line):
            raise CourseError(f"{path}:{number}: {line!r} looks like a cell's head; write `# %% name-with-dashes`.")


def _cell(name: str, body: str, task: Task, path: Path) -> Cell:
    lines = body.strip("\n").splitlines()
    comment = [line.removeprefix("#").strip() for line in _leading_comment(lines)]
    says = " ".join(comment)
    if not NAME.fullmatch(name) or not says:
        raise CourseError(f"{path}: the cell {name!r} needs a name-with-dashes and a comment that says what it is.")
    return Cell(task, name, says, "\n".join(lines[len(comment) :]) + "\n")


def _leading_comment(lines: list[str]) -> list[str]:
    for index, line in enumerate(lines):
        if not line.startswith("#"):
            return lines[:index]
    return lines


class Diagnosis:
    """Names the mistake behind the failed checks of one task, by replay."""

    def __init__(self, mistakes: Iterable[Mistake]):
        self.mistakes = mistakes
        self._known: dict[tuple[str, str], bool] = {}

    def begin(self) -> None:
        """Another submission: what was found out of the last one is forgotten."""
        self._known.clear()

    def _fits(self, mistake: Mistake, check: str, calls: list[Call]) -> bool:
        key = (mistake.name, check)
        if key not in self._known:
            self._known[key] = _fits(mistake, calls)
        return self._known[key]

    def name(self, check: str, checks: dict[str, list[Call]]) -> Mistake | None:
        """The mistake that answers this check's calls as the learner did, if just one fits best.

        Several that fit the check are told apart by how many other ``checks`` of the task they fit. A check
        that ended in an error proves little, whatever came before: its mistake must fit everything.
        """
        fitting = [mistake for mistake in self.mistakes if self._fits(mistake, check, checks[check])]
        if not fitting:
            return None
        ranks = {each.name: sum(self._fits(each, *other) for other in checks.items()) for each in fitting}
        best = [mistake for mistake in fitting if ranks[mistake.name] == max(ranks.values())]
        if len(best) > 1:
            return None
        if not _ends_with_a_value(checks[check]) and ranks[best[0].name] < len(checks):
            return None
        return best[0]


def _fits(mistake: Mistake, calls: list[Call]) -> bool:
    """Whether the mistake answers alike; one that cannot answer what the learner's code led to does not."""
    try:
        return bool(calls) and all(map(_same_call, calls, mistake.replies(calls)))
    except (Problem, WireError):
        return False


def _same_call(mine: Call, theirs: Call) -> bool:
    keys = ("status", "changed")
    if any(mine.reply.get(key) != theirs.reply.get(key) for key in keys):
        return False
    return mine.reply.get("kinds", [])[:1] == theirs.reply.get("kinds", [])[:1] and same(mine.value, theirs.value)


def _ends_with_a_value(calls: list[Call]) -> bool:
    return calls[-1].reply.get("status") == "ok"


def same(mine: Any, theirs: Any) -> bool:
    """Whether two answers are the same for the purpose of naming a mistake; NaN equals NaN."""
    if isinstance(mine, Remote) and isinstance(theirs, Remote):
        return mine._type_name == theirs._type_name
    if type(mine) is not type(theirs):
        return False
    if isinstance(mine, torch.Tensor):
        return _same_tensors(mine, theirs)
    if isinstance(mine, np.ndarray):
        return mine.shape == theirs.shape and np.allclose(mine, theirs, 1e-4, 1e-6, equal_nan=True)
    if isinstance(mine, (list, tuple)):
        return len(mine) == len(theirs) and all(map(same, mine, theirs))
    if isinstance(mine, dict):
        return mine.keys() == theirs.keys() and all(same(mine[key], theirs[key]) for key in mine)
    if isinstance(mine, float):
        return math.isclose(mine, theirs, rel_tol=1e-4, abs_tol=1e-7) or (mine != mine and theirs != theirs)
    return bool(mine == theirs)


def _same_tensors(mine: torch.Tensor, theirs: torch.Tensor) -> bool:
    if mine.shape != theirs.shape or mine.dtype is not theirs.dtype or mine.device != theirs.device:
        return False
    if mine.device.type == "meta" or not mine.dtype.is_floating_point:
        return mine.device.type == "meta" or torch.equal(mine, theirs)
    rtol = 5 * BASE.get(mine.dtype, 1e-5)
    return torch.allclose(mine.double(), theirs.double(), rtol=rtol, atol=rtol / 100, equal_nan=True)
