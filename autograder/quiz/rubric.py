"""Looks for a rubric's key points and misconceptions in an answer: slots in one sentence, in order, denied or not."""

from __future__ import annotations

from dataclasses import dataclass

from autograder.quiz.clauses import Reading
from autograder.quiz.lexicon import Use, lexicon
from autograder.quiz.patterns import Element, Pattern, parse_pattern
from autograder.quiz.question import Claim, Misconception, Rubric

NEAR = 3
"""``near``: at most so many words between, articles aside."""


@dataclass(frozen=True)
class Found:
    """A key point or misconception, and the words of the answer that say it."""

    rule: Claim | Misconception
    start: int
    end: int


def findings(rubric: Rubric, reading: Reading) -> tuple[list[Found], list[Found]]:
    """The key points and the misconceptions that the answer holds, in the rubric's order."""
    uses = lexicon(rubric.words).uses(reading)
    look = [[_first(rule, reading, uses) for rule in rules] for rules in (rubric.claims, rubric.misconceptions)]
    claims, misconceptions = ([found for found in each if found] for each in look)
    return claims, misconceptions


def _first(rule: Claim | Misconception, reading: Reading, uses: dict[str, list[Use]]) -> Found | None:
    """The first place where one of the rule's patterns fits."""
    for text in rule.when:
        search = Search(parse_pattern(text, uses), rule.scope, rule.window, reading, uses)
        if span := search.place(()):
            return Found(rule, *span)
    return None


@dataclass(frozen=True)
class Search:
    """One pattern on one answer."""

    pattern: Pattern
    scope: str
    window: int
    reading: Reading
    uses: dict[str, list[Use]]

    def place(self, placed: tuple[Use, ...]) -> tuple[int, int] | None:
        """Places the elements one after the other, going back where one does not fit; the span of them all."""
        if len(placed) == len(self.pattern.elements):
            return self._span(placed)
        element = self.pattern.elements[len(placed)]
        for use in self._candidates(element):
            if self._fits(element, use, placed) and (span := self.place((*placed, use))):
                return span
        return None

    def _candidates(self, element: Element) -> list[Use]:
        wanted = {"plain": {False}, "denied": {True}, "either": {True, False}}[element.polarity]
        return [use for slot in element.slots for use in self.uses[slot] if use.denied in wanted]

    def _fits(self, element: Element, use: Use, placed: tuple[Use, ...]) -> bool:
        if element.link == "then" and use.start < placed[-1].end:
            return False
        if element.link == "near" and _words_between(use, placed[-1]) > NEAR:
            return False
        return all(_apart(use, other) and self._same_scope(use, other) for other in placed)

    def _same_scope(self, one: Use, other: Use) -> bool:
        first, second = self.reading.words[one.start], self.reading.words[other.start]
        if self.scope == "clause":
            return first.clause == second.clause
        return self.scope == "answer" or first.sentence == second.sentence

    def _span(self, placed: tuple[Use, ...]) -> tuple[int, int] | None:
        start, end = min(use.start for use in placed), max(use.end for use in placed)
        too_wide = self.window and end - start > self.window
        return None if too_wide or self._forbidden(start, end, placed) else (start, end)

    def _forbidden(self, start: int, end: int, placed: tuple[Use, ...]) -> bool:
        """Whether a slot of ``without`` stands between the first and the last word."""
        between = [use for slot in self.pattern.without for use in self.uses[slot] if start <= use.start < end]
        return any(all(_apart(use, other) for other in placed) for use in between)


def _words_between(one: Use, other: Use) -> int:
    return max(one.start, other.start) - min(one.end, other.end)


def _apart(one: Use, other: Use) -> bool:
    return one.end <= other.start or other.end <= one.start
