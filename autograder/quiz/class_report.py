"""The scores of a file of answers as lines for a terminal, at most 78 columns wide."""

from __future__ import annotations

from collections.abc import Iterator

from autograder.plain import plain
from autograder.quiz.batch import ClassScores, Marked
from autograder.quiz.items import Item, analyse
from autograder.quiz.paper import count, wrapped
from autograder.quiz.score import UNREADABLE, UNSURE, Score

NAME = 24
"""Columns for a student's or a question's name."""


def report(scores: ClassScores) -> Iterator[str]:
    """All lines: notes, then one learner in full, or a class in a table with the item analysis."""
    yield from (wrapped(note, "! ") for note in scores.notes)
    if len(scores.marked) == 1:
        yield from _one(scores.week, scores.marked[0])
    else:
        yield from _class(scores)


def _one(week: str, marked: Marked) -> Iterator[str]:
    yield f"{week} · {plain(marked.sheet.student) or 'one learner'}"
    for name, score in marked.scores.items():
        yield f"  {_sign(score)} {_cut(name):<{NAME}} {score.points:>2} of {score.max_points:<2} {_word(score, marked)}"
        if score.message and name not in marked.missing:
            yield wrapped(score.message, "      ")
    yield from _totals(marked)


def _sign(score: Score) -> str:
    return {UNSURE: "?", UNREADABLE: "!"}.get(score.outcome, "✓" if score.full else "✗")


def _word(score: Score, marked: Marked) -> str:
    outcome = "no answer" if score.question in marked.missing else score.outcome
    return outcome if score.counts or outcome in (UNREADABLE, "no answer") else f"{outcome} (to be confirmed)"


def _totals(marked: Marked) -> Iterator[str]:
    yield f"scored: {marked.scored} of {count(marked.scored_max, 'point')}"
    if marked.suggested_max:
        yield f"suggested, to be confirmed by a person: {marked.suggested} of {count(marked.suggested_max, 'point')}"
    if marked.to_mark:
        yield wrapped(", ".join(marked.to_mark), "to be marked by a person: ", "  ")


def _class(scores: ClassScores) -> Iterator[str]:
    yield f"{scores.week} · {count(len(scores.marked), 'student')}"
    yield f"  {'student':<{NAME}} {'scored':>9} {'suggested':>10} {'to mark':>8} {'missing':>8}"
    for marked in scores.marked:
        scored, suggested = f"{marked.scored}/{marked.scored_max}", f"{marked.suggested}/{marked.suggested_max}"
        name = _cut(plain(marked.sheet.student))
        yield f"  {name:<{NAME}} {scored:>9} {suggested:>10} {len(marked.to_mark):>8} {len(marked.missing):>8}"
    yield wrapped(
        "scored: points that count. suggested: open questions, for a person to confirm. to mark: what the scorer could "
        "not tell or not read.",
        "  ",
    )
    yield ""
    yield f"  {'question':<{NAME}} {'answered':>8} {'undecided':>9} {'difficulty':>10} {'discrim.':>8}"
    yield from (line for item in analyse(scores) for line in _item(item))
    yield wrapped(
        "difficulty: the mean share of the points (1.00: all were right). discrim.: correlation with the points of the "
        "other questions that count; below 0.10, look at the question.",
        "  ",
    )


def _item(item: Item) -> Iterator[str]:
    shares = f"{_hundredths(item.difficulty):>10} {_hundredths(item.discrimination):>8}"
    yield f"  {_cut(item.question):<{NAME}} {item.answered:>8} {item.undecided:>9} {shares}"
    if item.chosen:
        yield wrapped(", ".join(f"{name} {number}" for name, number in item.chosen.items()), "      chosen: ")


def _hundredths(thousandths: int | None) -> str:
    """
    >>> _hundredths(667), _hundredths(None), _hundredths(-5)
    ('0.67', '-', '-0.01')
    """
    if thousandths is None:
        return "-"
    size = (abs(thousandths) + 5) // 10
    return f"{'-' if thousandths < 0 else ''}{size // 100}.{size % 100:02}"


def _cut(name: str) -> str:
    return name if len(name) <= NAME else f"{name[: NAME - 1]}…"
