"""What is said of a task's checks, line by line, before it becomes HTML or Markdown.

A learner reads each visible check by its title. Hidden checks stay unnamed: those that pass are counted, and of
the others one authored sentence is said, once for all that say the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass, replace
from itertools import groupby

from autograder.report import words
from autograder.result import CheckResult, TaskResult

SEE_ABOVE = "See Likely, above."
"""Of a hidden check that shows the mistake which the whole task names."""


@dataclass(frozen=True)
class Line:
    """One check, or several hidden ones: outcome, points, and sentences that may be empty."""

    outcome: str
    title: str
    earned: int
    points: int
    happened: str = ""
    likely: str = ""
    to_try: str = ""
    place: str = ""


def for_learner(task: TaskResult) -> list[Line]:
    """Visible checks, then hidden ones; nothing where one sentence on the whole task says it all."""
    if words.all_alike(task):
        return []
    visible = [line(task, check) for check in task.checks if check.visible]
    hidden = [_unnamed(task, _briefly(task, check)) for check in task.checks if not check.visible]
    return [*visible, *_together(hidden)]


def line(task: TaskResult, check: CheckResult) -> Line:
    """One check under its title; the likely mistake is left out where the whole task names it."""
    if check.outcome == "passed":
        return Line(check.outcome, check.title, check.earned, check.points)
    happened, likely = words.happened_and_why(check) if check.visible else (words.said(check), "")
    return Line(
        check.outcome,
        check.title,
        check.earned,
        check.points,
        happened,
        "" if words.named_mistake(task) else likely,
        words.to_try(check),
        words.place(task, check) if check.line else "",
    )


def _briefly(task: TaskResult, check: CheckResult) -> CheckResult:
    """Without its title where another check of the task met the same fault: an endless loop is told once."""
    met = [other.outcome for other in task.checks].count(check.outcome)
    return replace(check, message=words.without_title(check)) if check.outcome in words.ALIKE and met > 1 else check


def _unnamed(task: TaskResult, check: CheckResult) -> Line:
    """A hidden check without its title; whose it is stands before the colon of its sentence."""
    whose, colon, rest = words.said(check).partition(":")
    known = check.outcome != "passed" and colon and whose.startswith(words.A_HIDDEN_CHECK)
    happened, likely = words.happened_and_why(check)
    is_above = bool(likely and words.named_mistake(task))
    return replace(
        line(task, check),
        title=whose if known else words.A_HIDDEN_CHECK,
        happened=SEE_ABOVE if is_above else "" if likely else rest.strip() if known else happened,
        likely="" if is_above else likely,
    )


def _together(hidden: Iterable[Line]) -> list[Line]:
    """Lines that say the same as one, with the sum of their points; those that pass at the end."""
    ordered = sorted(hidden, key=lambda each: (each.outcome == "passed", astuple(_unweighted(each))))
    return [_sum(list(group)) for _, group in groupby(ordered, key=_unweighted)]


def _unweighted(of: Line) -> Line:
    return replace(of, earned=0, points=0)


def _sum(lines: list[Line]) -> Line:
    earned, points = sum(each.earned for each in lines), sum(each.points for each in lines)
    return replace(lines[0], title=_several(lines[0].title, len(lines)), earned=earned, points=points)


def _several(title: str, number: int) -> str:
    if number == 1:
        return title
    return title.replace(words.A_HIDDEN_CHECK, f"{number} hidden checks", 1)
