"""The table that a learner reads in the terminal: a pure function of a Result."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from rich.text import Text

from autograder.plain import plain
from autograder.report import quote
from autograder.report.quote import Quote
from autograder.report.words import (
    FAILED,
    SIGNS,
    all_alike,
    is_absent,
    is_in_notebook,
    is_untouched,
    next_task,
    of_task,
    to_try,
    what_next,
)
from autograder.result import SAFE_LEVELS, CheckResult, Result, TaskResult

WIDTH = 80
NAME = 18
POINTS = 7
PRINTED = 8
"""How many of the first and of the last lines that the learner's code printed are shown."""
NARROWEST = 30
"""A problem is told in so many columns at least, however long the names before it are."""


def render(result: Result, width: int = WIDTH, quotes: Mapping[str, Quote] | None = None) -> Text:
    """The week's head, a row a task with its first problem, and what to do next.

    ``width`` is the number of columns; a sentence that does not fit goes on under its beginning. ``quotes`` holds, by
    the task's name, the line that Python could not read.
    """
    text = Text()
    text.append(_head(result, width) + "\n", style="bold")
    name = max([NAME, *(len(task.task) + 1 for task in result.tasks)])
    for task in result.tasks:
        _row(text, task, name, width, (quotes or {}).get(task.task))
    if len(result.tasks) == 1:
        text.append("".join(f"{line}\n" for line in _printed(result.tasks[0])), style="dim")
    for line in _foot(result):
        text.append(line + "\n", style="dim" if line.startswith("isolation") else "")
    return text


def _printed(task: TaskResult) -> list[str]:
    """What the learner's code printed, the middle left out where that would push the problem off the screen."""
    lines = [f"  | {line}" for line in plain(task.printed.rstrip()).split("\n")]
    if len(lines) > 2 * PRINTED + 1:
        lines[PRINTED:-PRINTED] = ["  (the middle is left out)"]
    return ["your code printed", *lines] if task.printed.strip() else []


def _head(result: Result, width: int) -> str:
    left = f"{result.week} · {result.title}"
    right = f"{result.score} / {result.max_score}"
    return left + " " * max(2, width - len(left) - len(right)) + right


def _row(text: Text, task: TaskResult, name: int, width: int, quoted: Quote | None) -> None:
    """A task's row; ``name`` is the width of the column with the names."""
    sign, style = SIGNS.get(task.status, FAILED)
    before = f"{task.task:<{name}}" + f"{task.earned}/{task.points}".rjust(POINTS)
    indent = len(f"  {sign} {before}  ")
    text.append(f"  {sign} ", style=style)
    text.append(before)
    lines = _lines(task, max(NARROWEST, width - indent), quoted)
    text.append(f"  {lines[0]}\n" if lines else "\n")
    for line in lines[1:]:
        text.append(" " * indent + line + "\n")


def _lines(task: TaskResult, room: int, quoted: Quote | None) -> list[str]:
    """What stands beside a task: a word, or its first problem in whole sentences, then where and what else."""
    problem = task.first_problem
    if problem is None:
        pending = [f"public checks; {task.pending} points run after hand-in"] if task.pending else []
        return [*pending, *_notes(task, room)]
    if is_untouched(task):
        why = what_next(task) if is_absent(task) and is_in_notebook(task) else ""
        return [of_task(task), *textwrap.wrap(plain(why), room), *_notes(task, room)]
    lines = textwrap.wrap(plain(_sentence(problem)), room)
    excerpt = quote.shown(quoted, room, problem.line) if quoted else []
    return [*lines, *excerpt, *_where(task, problem, room)]


def _sentence(problem: CheckResult) -> str:
    hint = to_try(problem)
    return f"{problem.message} Try: {hint}" if hint else problem.message


def _where(task: TaskResult, problem: CheckResult, room: int) -> list[str]:
    """The line to look at, and how many more checks do not pass yet."""
    cell = f", code cell {problem.cell}, line {problem.line}" if problem.cell is not None else ""
    parts = [task.file + (cell or (f":{problem.line}" if problem.line else ""))]
    others = [check for check in task.checks if check.outcome != "passed"]
    if len(others) > 1 and not all_alike(task) and any(check.message != problem.message for check in others):
        parts.append(_more(len(others) - 1))
    return [*textwrap.wrap(f"({'; '.join(parts)})", room), *_notes(task, room)]


def _notes(task: TaskResult, room: int) -> list[str]:
    return [line for note in task.notes for line in textwrap.wrap(f"! {plain(note)}", room)]


def _more(count: int) -> str:
    return f"{count} more checks do not pass yet" if count > 1 else "1 more check does not pass yet"


def _foot(result: Result) -> list[str]:
    lines = []
    if result.pending:
        score, of = result.public["score"], result.public["max_score"]
        lines.append(f"public checks: {score} of {of} points · {result.pending} points run after hand-in")
    following = next_task(result)
    if following is not None:
        lines.append(f"next: {plain(following.path or following.file)}")
        lines += [] if is_untouched(following) else [f"stuck? make hint TASK={result.week}/{following.task}"]
    if result.isolation["level"] not in SAFE_LEVELS:
        lines.append(f"isolation on this machine: {result.isolation['level']} (make doctor tells what that means)")
    if result.internal:
        lines.append("! a check broke through our own fault; `--json FILE` keeps the details for staff")
    return lines
