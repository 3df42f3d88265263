"""What a learner reads after an answer: a sign and a word, the reasons, the standard answer, where to see it."""

from __future__ import annotations

from collections.abc import Iterator

from autograder.quiz.exact import standard_answer
from autograder.quiz.paper import code, count, wrapped
from autograder.quiz.question import Question
from autograder.quiz.score import CREDITED, UNREADABLE, UNSURE, Score

SIGNS = {CREDITED: "✓ Right", "not yet": "✗ Not yet", UNSURE: "? I can't tell", UNREADABLE: "! Not read"}


def verdict(score: Score) -> str:
    """The sign, the word and the points.

    >>> verdict(Score("id", CREDITED, 1, 1, True))
    '✓ Right: 1 of 1 point.'
    """
    if score.outcome in (UNSURE, UNREADABLE):
        return wrapped(score.message.removeprefix("I can't tell: "), f"{SIGNS[score.outcome]}: ", "  ")
    lines = [f"{SIGNS[score.outcome]}: {score.points} of {count(score.max_points, 'point')}."]
    lines += [wrapped(score.message, "  ")] if score.message and not score.misconceptions else []
    return "\n".join(lines)


def reasons(score: Score) -> Iterator[str]:
    """The key points found, with the learner's words, and those not found; what was misunderstood."""
    for met in score.misconceptions:
        yield wrapped(f"You wrote “{met.quote}”. {met.feedback}", "  ! ")
    for number, point in enumerate((*score.found, *score.missing), 1):
        if point.quote:
            yield wrapped(f"key point {number}, found: {point.says} (“{point.quote}”)", "  + ")
        else:
            yield wrapped(f"key point {number}, not found: {point.says}", "  - ")


def standard(question: Question) -> str:
    """The standard answer and why it is right."""
    if question.kind == "output":
        lines = ["It prints:", code(standard_answer(question))]
    else:
        lines = [wrapped(_in_words(question), "Answer: ", "  ")]
    return "\n".join([*lines, *([wrapped(question.why, "Why: ", "  ")] if question.why else [])])


def _in_words(question: Question) -> str:
    """The standard answer as it is read, not as it is typed."""
    if question.kind in ("choice", "several"):
        return "; ".join(option.text for option in question.key.right)
    if question.kind == "order":
        return "; ".join(f"{number}. {item.text}" for number, item in enumerate(question.key.items, 1))
    unit = getattr(question.key, "unit", "")
    return f"{standard_answer(question)} {unit}".strip()


def where_to_see(question: Question, week: str) -> str:
    """The files of the tasks in which one works on it."""
    if not question.revisit:
        return ""
    tasks = [task.partition("/") if "/" in task else (week, "/", task) for task in question.revisit]
    return "\n".join(f"To work on it: exercises/{name}/{task}.py" for name, _, task in tasks)
