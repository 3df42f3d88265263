"""What a GitHub Actions run says of Results: a job summary, annotations on the learner's lines, Classroom's notices.

All are pure functions of Results. The two notices are those with which Classroom's reporter passed points on.

>>> notices([result])
['::notice title=Autograding complete::Points 47/100', '::notice title=Autograding report::{"maxPoints":100,...}']
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from autograder.plain import plain
from autograder.report import words
from autograder.report.terminal import render
from autograder.result import CheckResult, Result, TaskResult

MOST_ANNOTATIONS = 10
"""GitHub shows ten of a kind a step; one for each task comes first."""


def summary(results: Sequence[Result]) -> str:
    """The tables of the terminal as Markdown, fenced so that no text of a learner can get out."""
    table = "\n".join(str(render(result)).rstrip() for result in results)
    longest = max((len(run) for run in re.findall(r"`+", table)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{table}\n{fence}\n"


def annotations(results: Sequence[Result]) -> list[str]:
    """One a task: the first thing to work on, at its line in the learner's file."""
    return list(_annotations(results))[:MOST_ANNOTATIONS]


def _annotations(results: Sequence[Result]) -> Iterator[str]:
    for result in results:
        for task in result.tasks:
            if task.status != "passed" and not words.is_untouched(task):
                yield _annotation(task, task.first_problem)


def _annotation(task: TaskResult, problem: CheckResult) -> str:
    place = {"file": task.path or task.file, "line": problem.line, "title": task.task}
    properties = ",".join(f"{name}={_property(value)}" for name, value in place.items() if value is not None)
    level = "warning" if problem.outcome == "internal" else "error"
    return f"::{level} {properties}::{_data(words.said(problem))}"


def _data(text: str) -> str:
    """The text of a workflow command: one line, whatever is in it."""
    return plain(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: object) -> str:
    return _data(str(value)).replace(":", "%3A").replace(",", "%2C")


def notices(results: Sequence[Result]) -> list[str]:
    """The points of all Results together, as Classroom's reporter said them; none where there are no points."""
    total, most = _points(results)
    if not most:
        return []
    report = json.dumps({"maxPoints": most, "totalPoints": total}, separators=(",", ":"))
    return [
        f"::notice title=Autograding complete::Points {total}/{most}",
        f"::notice title=Autograding report::{report}",
    ]


def _points(results: Sequence[Result]) -> tuple[int, int]:
    """What the checks gave that ran here."""
    score = sum(result.score for result in results)
    return score, sum(result.max_score - result.pending for result in results)
