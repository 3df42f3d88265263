"""What ``check("softmax")`` shows under a notebook's cell: HTML where the front end can, plain text where not.

>>> print(Sentence("There is no task 'softmux'."))
There is no task 'softmux'.
"""

from __future__ import annotations

import html
import textwrap
from dataclasses import dataclass

from autograder.course import Task
from autograder.notebooks import Extract
from autograder.plain import plain
from autograder.report import words
from autograder.result import CheckResult, TaskResult

WIDTH = 80


@dataclass(frozen=True)
class Sentence:
    """Why there is nothing to report."""

    text: str
    practice_points: float = 0.0

    def __str__(self) -> str:
        return textwrap.fill(plain(self.text), WIDTH)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f'<p role="status">{_spans(self.text)}</p>'


@dataclass(frozen=True)
class Report:
    """One task's visible checks, each with what happened, what to try and where to look."""

    task: Task
    result: TaskResult
    extract: Extract

    @property
    def practice_points(self) -> float:
        """The share of the visible points that was earned, of the points of the whole task."""
        of = sum(check.points for check in self.result.checks)
        return round(self.task.points * self.result.earned / of, 2) if of else 0.0

    @property
    def head(self) -> str:
        """``softmax: 3 of 4 public points · 6 more run after hand-in``."""
        of = sum(check.points for check in self.result.checks)
        pending = f" · {self.result.pending} more run after hand-in" if self.result.pending else ""
        return f"{self.task.name}: {self.result.earned} of {of} public points{pending}"

    @property
    def lines(self) -> list[tuple[str, str, str]]:
        """Sign, title and sentences: a line for each check, or one for all where all met the same; then the notes."""
        first = self.result.first_problem
        if first is not None and words.all_alike(self.result):
            lines = [(words.sign(first.outcome), "", self._said(first))]
        else:
            lines = [(words.sign(check.outcome), check.title, self._said(check)) for check in self.result.checks]
        return lines + [("!", "", note) for note in (*self.extract.notes, *self.result.notes)]

    def _said(self, check: CheckResult) -> str:
        hint = words.to_try(check)
        parts = [words.said(check), f"Try: {hint}" if hint else "", self._where(check)]
        return " ".join(part for part in parts if part)

    def _where(self, check: CheckResult) -> str:
        origin = self.extract.origin(check.line)
        return f"(In [{origin[0]}], line {origin[1]})" if origin and check.outcome != "passed" else ""

    def __str__(self) -> str:
        lines = [self.head]
        for sign, title, said in self.lines:
            text = plain(f"{title} {said}".strip())
            lines += textwrap.wrap(text, WIDTH, initial_indent=f"  {sign} ", subsequent_indent="    ")
        if printed := self.result.printed.rstrip():
            lines += ["your code printed", textwrap.indent(plain(printed), "  | ")]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        items = "".join(f"<li>{sign} {_item(title, said)}</li>" for sign, title, said in self.lines)
        printed = self.result.printed.rstrip()
        output = f"<p>your code printed</p><pre>{_safe(printed)}</pre>" if printed else ""
        listing = f'<ul style="list-style: none; padding-left: 0">{items}</ul>'
        return f'<div role="status"><p><b>{_safe(self.head)}</b></p>{listing}{output}</div>'


def _item(title: str, said: str) -> str:
    return "<br>".join(part for part in (title and f"<b>{_spans(title)}</b>", _spans(said)) if part)


def _safe(text: str) -> str:
    return html.escape(plain(text))


def _spans(sentence: str) -> str:
    """The sentence as HTML, what stands between backticks as code."""
    pieces = ((_safe(piece), is_code) for piece, is_code in words.spans(sentence))
    return "".join(f"<code>{piece}</code>" if is_code else piece for piece, is_code in pieces)
