"""One notebook as a hand-in: for each task the statements that it needs, as the text of one file."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path

from autograder.course import Task
from autograder.notebooks import ipynb, telling
from autograder.notebooks.commands import BROKEN, Code, read
from autograder.notebooks.ipynb import Cell
from autograder.notebooks.slices import needed
from autograder.notebooks.steps import Step, steps
from autograder.outcomes import LearnerError, Problem
from autograder.stamp import is_pristine
from autograder.worker.begun import FUNCTIONS, is_only_starter

MAX_TEXT = 100 << 10
"""A task may be no longer in a notebook than in a file."""
ASKED = re.compile(r"\bstudent\.([A-Za-z_]\w*)")
"""Read as text, since there are many checks and their trees would take longer than all else that a hand-in needs."""


@dataclass(frozen=True)
class Extract:
    """What a task takes from a notebook: the text, or the problem that every check of the task will report."""

    file: str
    text: str = ""
    problem: Problem | None = None
    notes: tuple[str, ...] = ()
    is_started: bool = False
    """Whether something of the task is written, and not only the starter there."""
    origins: tuple[tuple[int, int], ...] = ()
    """For each line of the text the number of the cell that it came from, and its line there."""

    def origin(self, line: int | None) -> tuple[int, int] | None:
        """Cell and line in the notebook of a line of the text."""
        return self.origins[line - 1] if line and line <= len(self.origins) else None


@dataclass(frozen=True)
class Notebook:
    """A notebook's cells, read as Python when that is asked for; nothing of it is run here."""

    name: str
    cells: tuple[Cell, ...]
    is_session: bool = False
    """Whether these are the inputs of a running kernel, where the same cell comes again each time it is run."""

    @classmethod
    def read(cls, data: bytes, name: str) -> Notebook:
        """Raises LearnerError with a sentence for what is no notebook, or a damaged one."""
        return cls.of_cells(ipynb.cells(data, name), name)

    @classmethod
    def of_session(cls, inputs: list[str]) -> Notebook:
        """What a running kernel was given so far: ``In[1]`` and on."""
        cells = [Cell(text, number) for number, text in enumerate(inputs, start=1)]
        return cls("this notebook", tuple(cells), is_session=True)

    @classmethod
    def of_cells(cls, cells: list[Cell], name: str) -> Notebook:
        """A notebook of these cells; a cell that Python cannot read has no statements."""
        return cls(name, tuple(cells))

    @property
    def codes(self) -> dict[int, Code]:
        """The code cells by number."""
        return self._read[0]

    @property
    def steps(self) -> tuple[Step, ...]:
        """Their statements, in order."""
        return self._read[1]

    @cached_property
    def _read(self) -> tuple[dict[int, Code], tuple[Step, ...]]:
        is_small = sum(len(cell.text) for cell in self.cells) <= MAX_TEXT
        return (_read_once if is_small else _read_cells)(self.cells)

    def label(self, number: int) -> str:
        """How a cell is called."""
        return f"In [{number}]" if self.is_session else f"code cell {number}"

    def has(self, task: Task) -> bool:
        """Whether some cell, readable or not, defines a name that the task asks for."""
        return any(telling.mentions(cell.text, name) for name in asked_names(task) for cell in self.cells)

    def extract(self, task: Task) -> Extract:
        """The text for the task's worker; what keeps the task from being run comes as its problem."""
        names = asked_names(task)
        steps = [step for step in map(self._counted(names), self.steps) if step is not None]
        cut = needed(steps, names)
        notes = telling.doubles(self, names, steps)
        if not cut.whole and not any(step.binds & names for step in cut.steps):
            return Extract(self.name, problem=telling.absence(self, names), notes=tuple(notes))
        text, origins = _joined([step for step in steps if step.is_future], cut.steps)
        if len(text) > MAX_TEXT:
            said = f"{task.name} needs more than {MAX_TEXT >> 10} KB of the code in {self.name}. Hand in less of it."
            return Extract(self.name, problem=LearnerError(said), notes=tuple(notes))
        is_started = any(step.binds & names and not is_untouched(step) for step in cut.steps)
        return Extract(self.name, text, None, (*notes, *telling.losses(self, cut, names)), is_started, origins)

    def _counted(self, names: set[str]) -> Callable[[Step], Step | None]:
        """What of a step counts: no starter that nobody has filled in, and no loop variable, where the name is
        written in another place."""
        defined = {name for name in names for step in self.steps if step.defines(name)}
        written = {name for name in names for step in self.steps if step.defines(name) and not is_untouched(step)}

        def counted(step: Step) -> Step | None:
            mine = step.binds & names
            if not self.is_session and mine & written and is_untouched(step):
                return None
            by_the_way = {name for name in mine & defined if not step.defines(name)}
            return replace(step, binds=step.binds - by_the_way) if by_the_way else step

        return counted


def _read_cells(cells: tuple[Cell, ...]) -> tuple[dict[int, Code], tuple[Step, ...]]:
    codes: dict[int, Code] = {}
    found: list[Step] = []
    for cell in cells:
        if cell.number is not None:
            codes[cell.number], new = _read(cell)
            found += new
    return codes, tuple(found)


_read_once = lru_cache(maxsize=32)(_read_cells)
"""Watching reads the same unchanged texts again at every save."""


def _read(cell: Cell) -> tuple[Code, list[Step]]:
    code = read(cell.text)
    try:
        return code, steps(code, cell.number)
    except BROKEN:
        return Code(cell.text, ast.Module([], []), fault="it is nested too deeply"), []


def is_untouched(step: Step) -> bool:
    """Whether a function of the step still does nothing but raise the starter's error."""
    functions = (node for outer in step.nodes for node in ast.walk(outer) if isinstance(node, FUNCTIONS))
    return any(map(is_only_starter, functions))


def _joined(futures: list[Step], steps: list[Step]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The steps as one text, what Python wants first in front, and the origin of each line."""
    ordered = futures + [step for step in steps if step not in futures]
    lines = [line for step in ordered for line in step.text.split("\n")]
    origins = [(step.cell, number) for step in ordered for number in range(step.first, step.last + 1)]
    return "\n".join([*lines, ""]), tuple(origins)


def is_begun(text: str, task: Task) -> bool:
    """Whether a task's file holds more than its untouched starter."""
    if is_pristine(text):
        return False
    return Notebook.of_cells([Cell(text, 1)], task.filename).extract(task).is_started


def asked_names(task: Task) -> set[str]:
    """The names that the task's checks ask of the learner: ``{"causal_mask", "future_weight"}``."""
    asked = (_asked_in(path, path.stat().st_mtime_ns) for path in task.check_files)
    return set().union(*asked) - {"probe"}


@lru_cache(maxsize=256)
def _asked_in(path: Path, _modified: int) -> frozenset[str]:
    return frozenset(ASKED.findall(path.read_text(encoding="utf-8", errors="replace")))
