"""Proves the rubric of an open question on marked answers, and on texts made from the right ones.

Gates: no right answer, padded or with typos or not, is decided wrong; no answer that a person gave 0 gets full
credit; and of the texts that only look right, at most ``MOST_FOOLED`` of each kind get full credit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from autograder.quiz.agreement import weighted_kappa
from autograder.quiz.labelled import LABELS, PARTIAL, Labelled
from autograder.quiz.question import Bank, Question
from autograder.quiz.score import NOT_YET, UNSURE, Score
from autograder.quiz.scorer import score
from autograder.quiz.transforms import EACH, HARMLESS, HOSTILE

FEWEST = 12
MOST_FOOLED = Fraction(1, 10)
"""Of shuffled, denied and key-word-only texts. Not 0: now and then a shuffled short answer still says it."""


@dataclass
class Measured:
    """How one question's rubric did on one set of answers."""

    question: Question
    scored: list[tuple[Labelled, Score]]
    fooled: dict[str, tuple[int, int]] = field(default_factory=dict)
    """A kind of hostile text: how many got full credit, of how many."""
    disturbed: dict[str, tuple[int, int]] = field(default_factory=dict)
    """A kind of harmless change: how many were then decided wrong, of how many."""

    @property
    def decided(self) -> list[tuple[Labelled, Score]]:
        return [pair for pair in self.scored if pair[1].outcome != UNSURE]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The points of a person and of the scorer, where it decided."""
        return [(answer.points, score.points) for answer, score in self.decided]

    @property
    def right(self) -> list[tuple[Labelled, Score]]:
        return [pair for pair in self.scored if pair[0].right]

    @property
    def right_refused(self) -> list[Labelled]:
        """Right answers that were decided wrong: there must be none."""
        return [answer for answer, score in self.right if _is_wrong(score)]

    @property
    def wrong_credited(self) -> list[Labelled]:
        """Answers worth nothing that got full credit."""
        return [answer for answer, score in self.scored if answer.points == 0 and score.full]

    @property
    def kappa(self) -> Fraction | None:
        return weighted_kappa(self.pairs)


def _is_wrong(score: Score) -> bool:
    return score.outcome == NOT_YET and score.points == 0


def measure(question: Question, answers: list[Labelled]) -> Measured:
    """Scores the answers, and what is made from the right ones (standard answers included)."""
    measured = Measured(question, [(answer, score(question, answer.text)) for answer in answers])
    right = [answer.text for answer in answers if answer.right] + list(question.key.answers)
    for name, change in HOSTILE.items():
        scores = [score(question, change(text, number)) for text in right for number in range(EACH)]
        measured.fooled[name] = (sum(each.full for each in scores), len(scores))
    for name, change in HARMLESS.items():
        scores = [score(question, change(text, number)) for text in right for number in range(EACH)]
        measured.disturbed[name] = (sum(map(_is_wrong, scores)), len(scores))
    return measured


def measure_all(bank: Bank, answers: list[Labelled]) -> list[Measured]:
    """Every open question of the bank, each on its own answers."""
    questions = [question for question in bank.questions if question.kind == "open"]
    return [measure(each, [answer for answer in answers if answer.question == each.id]) for each in questions]


def examine_rubrics(bank: Bank, written_with: list[Measured], fresh: list[Measured]) -> list[str]:
    """The faults of the bank's open questions, each a sentence."""
    faults = []
    for mine, later in zip(written_with, fresh, strict=True):
        faults += [f"{bank.name}: question {mine.question.id}: {fault}" for fault in _faults(mine, later)]
    return faults + [f"{bank.name}: {fault}" for fault in _fooled(together(fresh), "fresh: ")]


def _faults(mine: Measured, later: Measured) -> Iterator[str]:
    yield from _by_itself(mine.question)
    yield from _enough(mine.question, [answer for answer, _ in mine.scored])
    yield from _gates(mine, "")
    yield from (f"a {each.label} answer got full credit: {_short(each.text)}." for each in mine.wrong_credited)
    yield from _unused(mine)
    if later.scored:
        yield from _refused(later, "fresh: ")


def _by_itself(question: Question) -> Iterator[str]:
    for answer in question.key.answers:
        result = score(question, answer)
        if not result.full:
            lost = ", ".join(point.id for point in result.missing)
            yield f"its standard answer {_short(answer)} is not credited in full ({result.outcome}; not found: {lost})."
    if sum(claim.worth for claim in question.key.claims) < question.points:
        yield "its key points are together worth less than its points."


def _enough(question: Question, answers: list[Labelled]) -> Iterator[str]:
    if len(answers) < FEWEST:
        yield f"it has {len(answers)} labelled answers; {FEWEST} are the least."
    labels = Counter(answer.label for answer in answers)
    wanted = [label for label in LABELS if label != PARTIAL or question.points > 1]
    if missing := [label for label in wanted if not labels[label]]:
        yield f"it has no labelled answer that is {', '.join(missing)}."


def _gates(measured: Measured, which: str) -> Iterator[str]:
    yield from _refused(measured, which)
    yield from _fooled(measured.fooled, which)


def together(measured: Sequence[Measured]) -> dict[str, tuple[int, int]]:
    """Of a few fresh answers a question too little comes to judge by: the questions of a bank are judged together."""
    kinds = {name for each in measured for name in each.fooled}
    counts = {name: [each.fooled.get(name, (0, 0)) for each in measured] for name in sorted(kinds)}
    return {name: (sum(full for full, _ in each), sum(of for _, of in each)) for name, each in counts.items()}


def _refused(measured: Measured, which: str) -> Iterator[str]:
    for answer in measured.right_refused:
        yield f"{which}a right answer was decided wrong: {_short(answer.text)}."
    for name, (wrong, of) in measured.disturbed.items():
        if wrong:
            yield f"{which}{wrong} of {of} right answers were decided wrong with {name}."


def _fooled(fooled: Mapping[str, tuple[int, int]], which: str) -> Iterator[str]:
    for name, (full, of) in fooled.items():
        if of and Fraction(full, of) > MOST_FOOLED:
            yield f"{which}{full} of {of} texts that are {name} got full credit; at most {MOST_FOOLED} may."


def _unused(measured: Measured) -> Iterator[str]:
    """Rules that no marked answer has ever met: nobody knows whether they work."""
    scores = [score for _, score in measured.scored]
    met = {point.id for each in scores for point in (*each.found, *each.misconceptions)}
    rules = (*measured.question.key.claims, *measured.question.key.misconceptions)
    yield from (f"no labelled answer meets {rule.id}." for rule in rules if rule.id not in met)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return repr(text if len(text) <= 70 else f"{text[:67]}...")
