"""What is said of a notebook that was taken apart: what is not there, what was left out, what was defined twice."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from autograder.notebooks.slices import Slice
from autograder.notebooks.steps import Step
from autograder.outcomes import LearnerError, Missing, Problem
from autograder.plain import ended, listed

if TYPE_CHECKING:
    from autograder.notebooks.handin import Notebook


def mentions(text: str, name: str) -> bool:
    """Whether a text defines the name, as far as one can tell without reading it as Python.

    >>> mentions("def softmax(x:", "softmax"), mentions("softmax(x) == 1", "softmax")
    (True, False)
    """
    return bool(re.search(rf"^[ \t]*(?:(?:async\s+)?def|class)\s+{name}\b|^{name}\s*=[^=]", text, re.MULTILINE))


def absence(notebook: Notebook, names: set[str]) -> Problem:
    """Why none of the names is there: the cell that should define one is broken, of another kind, or away."""
    found = [(cell, name) for cell in notebook.cells for name in sorted(names) if mentions(cell.text, name)]
    for cell, name in reversed(found):
        if cell.number is None:
            continue
        code, label = notebook.codes[cell.number], notebook.label(cell.number)
        if code.fault:
            said = ended(f"Python cannot read {label} of {notebook.name}, line {code.line}: {code.fault}")
            problem = LearnerError(said, kinds=("SyntaxError",))
            problem.unreadable = code.text
            return problem
        if code.left_out:
            return Missing(f"{_upper(label)} begins with {code.left_out}, so its `{name}` is not read as Python.")
    for cell, name in reversed(found):
        if cell.number is None:
            return Missing(f"`{name}` stands in a text cell of {notebook.name}: turn that into a code cell.")
        where = f"{notebook.label(cell.number)} of {notebook.name}"
        return Missing(
            f"`{name}` stands inside something else in {where}, such as a class, a function or a text: let its `def` "
            "begin a line."
        )
    return Missing(f"No code cell of {notebook.name} defines {' or '.join(f'`{name}`' for name in sorted(names))}.")


def doubles(notebook: Notebook, names: set[str], counted: list[Step]) -> list[str]:
    """A note for each name that was defined twice and differently, with the cells and which of them counts."""
    notes = []
    for name in () if notebook.is_session else sorted(names):
        defining = [step for step in notebook.steps if step.is_fresh(name)]
        if len({step.text.rstrip() for step in defining}) > 1:
            last = next(step for step in reversed(counted) if step in defining)
            cells = dict.fromkeys(notebook.label(step.cell) for step in defining)
            where = f"twice in {next(iter(cells))}" if len(cells) == 1 else f"in {' and '.join(cells)}"
            why = "the last one" if last is defining[-1] else "the starter there is untouched, so the one"
            counts = f"{why} in {notebook.label(last.cell)} counts" if len(cells) > 1 else "the last one counts"
            notes.append(f"`{name}` is defined {where}, and not in the same way: {counts}.")
    return notes


def losses(notebook: Notebook, cut: Slice, names: set[str]) -> list[str]:
    """Notes on what the task might have needed and did not get."""
    sought = [(number, names | cut.unknown) for number in notebook.codes]
    if notebook.is_session:  # an input that failed and was mended later is no loss
        last = {name: step.cell for step in cut.steps for name in step.binds}
        sought = [(number, {name for name in wanted if last.get(name, 0) < number}) for number, wanted in sought]
    notes = [note for number, wanted in sought if (note := _loss(notebook, number, wanted))]
    used = set(notebook.codes) if cut.unknown else {step.cell for step in cut.steps}
    commands = [(number, line) for number in sorted(used) for line in notebook.codes[number].commands]
    if commands:
        places = listed([f"{notebook.label(number)}, line {line}" for number, line in commands], 4, "; ")
        notes.append(f"Commands of Jupyter were left out, since only Python runs here ({places}).")
    if cut.whole:
        notes.append(f"{notebook.name} makes names in a way that cannot be followed, so all of its cells were run.")
    return notes


def _loss(notebook: Notebook, number: int, names: set[str]) -> str | None:
    """What a cell that cannot be read, or is no Python, would have defined."""
    code, label = notebook.codes[number], _upper(notebook.label(number))
    lost = next((name for name in sorted(names) if mentions(code.text, name)), None)
    if lost and code.fault:
        return f"{label} cannot be read (line {code.line}: {code.fault}), so its `{lost}` does not count."
    if lost and code.left_out:
        return f"{label} begins with {code.left_out}, so its `{lost}` does not count."
    return None


def _upper(label: str) -> str:
    return label[0].upper() + label[1:]
