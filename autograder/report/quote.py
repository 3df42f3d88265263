"""The line that Python could not read, with a caret under the place, as Python itself shows it.

>>> quote = of_text("x = (1,\\ny = 2\\n")
>>> print("\\n".join(shown(quote, 40)))
1 | x = (1,
  |     ^
"""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len

from autograder.intake.submission import Source
from autograder.notebooks.commands import BROKEN, parse
from autograder.plain import plain
from autograder.report.words import all_alike
from autograder.result import TaskResult

TAB = "    "
CUT = "…"
LEAST = 10
"""Columns that a quoted line has, however narrow the terminal."""


@dataclass(frozen=True)
class Quote:
    """A line of the learner's without its indent, in two: what stands before the place, and what from there on."""

    number: int
    before: str
    after: str


def of_text(text: str) -> Quote | None:
    """The line of a Python text that cannot be read; None if it can, or if no line is to blame."""
    try:
        parse(text)
    except BROKEN as error:
        lines = text.split("\n")
        if isinstance(error, SyntaxError) and error.lineno and error.lineno <= len(lines):
            return _split(error.lineno, lines[error.lineno - 1], error.offset or 1)
    return None


def of_source(source: Source, verdict: TaskResult) -> Quote | None:
    """The line that Python could not read, where that is why nothing of a task could be run."""
    if verdict.status != "error" or not all_alike(verdict):
        return None
    return of_text(source.problem.unreadable if source.problem else source.text)


def _split(number: int, line: str, column: int) -> Quote:
    indent = len(line) - len(line.lstrip())
    place = max(indent, column - 1)
    return Quote(number, line[indent:place], line[place:].rstrip())


def shown(quote: Quote, width: int, number: int | None = None) -> list[str]:
    """Two lines of at most ``width`` columns: the learner's, cut around the caret if it is long, and the caret.

    ``number`` is what to call the line, where it has another number in the learner's file.
    """
    head = f"{quote.number if number is None else number} | "
    room = max(LEAST, width - len(head))
    before, after = _safe(quote.before), _safe(quote.after)
    before = _last(before, room // 2 if cell_len(before + after) > room else room)
    line = before + _first(after, room - cell_len(before))
    return [f"{head}{line}", f"{'| '.rjust(len(head))}{' ' * cell_len(before)}^"]


def _safe(text: str) -> str:
    return plain(text).replace("\t", TAB)


def _first(text: str, room: int) -> str:
    """As much of the beginning as fits; a mark says that it goes on."""
    if cell_len(text) <= room:
        return text
    while cell_len(text) > room - len(CUT):
        text = text[:-1]
    return text + CUT


def _last(text: str, room: int) -> str:
    """As much of the end as fits; a mark says that more stands before it."""
    if cell_len(text) <= room:
        return text
    while cell_len(text) > room - len(CUT):
        text = text[1:]
    return CUT + text
