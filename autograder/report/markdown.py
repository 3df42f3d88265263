r"""A student's page as Markdown, for platforms that show that: the learner's sentences, and nothing in them is markup.

>>> inert("see [x](http://a.b) and *this*")
'see `[x](http://a.b)` and \\*this\\*'
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import reduce

from autograder.report import lines, words
from autograder.report.html import clean
from autograder.report.standing import Standing
from autograder.report.student_page import of_one_student
from autograder.result import Result, TaskResult

ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
MARKUP = re.compile(r"[*_\[\]{}|]")
LINKS = re.compile(r"@|:/|www\.|#|[$`~\\^]|\bGH-|[0-9a-f]{7}|:[a-z+-][\w+-]*:", re.IGNORECASE)
"""What some platform makes a link, a mention, a formula or a picture of, even where it is escaped."""


def student_markdown(standings: Sequence[Standing]) -> str:
    """The Markdown of one student's standings, one a week, for the learner."""
    mine = of_one_student(standings, learner=True)
    head = f"# {inert(mine[0].called)}\n\nStudent: {inert(mine[0].student)}"
    return "\n\n".join([head, *(part for each in mine for part in _week(each))]) + "\n"


def inert(text: str) -> str:
    """One line in which every word is literal: markup is escaped, and what could become a link is code."""
    pieces = [code(piece) if is_code else _escaped(piece) for piece, is_code in words.spans(clean(text))]
    return reduce(_beside, pieces, "").strip()


def _beside(left: str, right: str) -> str:
    """Two pieces side by side; two fences that touch would be one."""
    return f"{left} {right}" if left.endswith("`") and right.startswith("`") else left + right


def _escaped(text: str) -> str:
    """The words of a text with one blank between them; a blank at either end stays."""
    return "".join(_word(word) if word.strip() else " " for word in re.split(r"(\s+)", text) if word)


def _word(word: str) -> str:
    if LINKS.search(word):
        core = word.rstrip(".,")
        return f"{code(core)}{word[len(core) :]}"
    entities = "".join(ENTITIES.get(char, char) for char in word)
    return MARKUP.sub(r"\\\g<0>", entities)


def code(text: str) -> str:
    """A code span, fenced by more backticks than stand in it."""
    text = " ".join(clean(text).split())
    fence = "`" * (max(map(len, re.findall("`+", text)), default=0) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}" if text else ""


def block(text: str) -> str:
    """Lines that are code because of their indent, which no line can end."""
    return "\n".join(f"    {line}" for line in clean(text).rstrip().split("\n"))


def _week(of: Standing) -> list[str]:
    parts = [f"## {inert(of.week)} · {inert(of.title)}", f"**{inert(words.mark(of))}**", inert(words.standing(of))]
    steps = "\n".join(f"- Note: {inert(step)}" for step in (*words.steps(of), *of.notes))
    return [*parts, *([steps] if steps else []), *(_result(of.result, of) if of.result else [])]


def _result(result: Result, of: Standing) -> list[str]:
    tasks = [part for task in result.tasks for part in _task(task, of)]
    return [*_next(result, of), *tasks, inert(words.graded(result))]


def _next(result: Result, of: Standing) -> list[str]:
    task = words.next_task(result, of)
    return [f"Next: {code(task.task)}. {inert(words.what_next(task))}"] if task else []


def _task(task: TaskResult, of: Standing) -> list[str]:
    sign = words.sign(words.outcome(task, of))
    head = f"### {sign} {code(task.task)} · {inert(task.title)}"
    points = f"{inert(words.counted(task, of))} · {inert(of.points_of(task))} of {task.points} points"
    points = points[0].upper() + points[1:]
    notes = [f"- Note: {inert(note)}" for note in task.notes]
    printed = ["Your code printed:", block(task.printed)] if task.printed.strip() else []
    return [part for part in (head, points, *_checks(task), "\n".join(notes), *printed) if part]


def _checks(task: TaskResult) -> list[str]:
    if words.all_alike(task):
        place = words.place(task, task.first_problem)
        return [f"In short: {inert(words.in_one(task))}{f' ({code(place)})' if task.first_problem.line else ''}"]
    likely = words.named_mistake(task)
    rows = "\n".join(map(_line, lines.for_learner(task)))
    return [*([f"**Likely:** {inert(likely)}"] if likely else []), rows]


def _line(of: lines.Line) -> str:
    head = f"- {words.sign(of.outcome)} {inert(of.title)} · {words.OUTCOMES[of.outcome]} · {of.earned}/{of.points}"
    labelled = {"What happened": of.happened, "Likely": of.likely, "Try": of.to_try}
    said = [f"{label}: {inert(words_)}" for label, words_ in labelled.items() if words_]
    place = [f"Look at {code(of.place)}"] if of.place else []
    return "\n".join([head, *(f"  - {each}" for each in (*said, *place))])
