"""Item analysis: how hard each question was for a class, how well it tells students apart, and what was chosen."""

from __future__ import annotations

import statistics
from collections import Counter
from dataclasses import asdict, dataclass
from fractions import Fraction

from autograder.quiz.batch import ClassScores
from autograder.quiz.exact import LONGEST
from autograder.quiz.question import Question
from autograder.quiz.score import UNREADABLE, UNSURE, Score

FEWEST = 3
"""Below so many students a correlation says nothing."""


@dataclass(frozen=True)
class Item:
    """One question in a class.

    ``difficulty``: the mean share of its points, in thousandths (1000: all were right). Who gave no answer counts as
    0; None where nobody gave one.
    ``discrimination``: the correlation of its points with the points of all *other* questions that count, in
    thousandths (point-biserial where the question is right or wrong); None where it cannot be said.
    """

    question: str
    counts: bool
    answered: int
    undecided: int
    difficulty: int | None
    discrimination: int | None
    chosen: dict[str, int]

    def as_dict(self) -> dict:
        return asdict(self)


def analyse(scores: ClassScores) -> list[Item]:
    """One item a question, in the bank's order; what is unsure or unreadable is left out of the numbers."""
    given = [marked.sheet.answers for marked in scores.marked]
    return [_item(question, [marked.scores for marked in scores.marked], given) for question in scores.bank.questions]


def _item(question: Question, scores: list[dict[str, Score]], answers: list[dict[str, str]]) -> Item:
    given = [each.get(question.id, "") for each in answers]
    decided = [each for each in scores if each[question.id].outcome not in (UNSURE, UNREADABLE)]
    points = [each[question.id].points for each in decided]
    rest = [sum(s.points for name, s in each.items() if s.counts and name != question.id) for each in decided]
    answered = sum(bool(answer.strip()) for answer in given)
    return Item(
        question.id,
        question.counts,
        answered=answered,
        undecided=len(scores) - len(decided),
        difficulty=round(Fraction(1000 * sum(points), question.points * len(points))) if points and answered else None,
        discrimination=_correlation(points, rest),
        chosen=_chosen(question, given),
    )


def _correlation(points: list[int], rest: list[int]) -> int | None:
    if len(points) < FEWEST or len(set(points)) < 2 or len(set(rest)) < 2:
        return None
    return round(1000 * statistics.correlation(points, rest))


def _chosen(question: Question, given: list[str]) -> dict[str, int]:
    """How often each option was chosen; {} for kinds without options to choose from."""
    if question.kind not in ("choice", "several"):
        return {}
    named = Counter(name for answer in given for name in set(answer[:LONGEST].casefold().replace(",", " ").split()))
    return {option.id: named[option.id] for option in question.options}
