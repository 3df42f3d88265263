"""Scores a file of answers: points that count apart from points that a person has still to confirm."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from autograder.quiz.answers import AnswerFile, Sheet
from autograder.quiz.question import Bank
from autograder.quiz.score import UNREADABLE, UNSURE, Score
from autograder.quiz.scorer import score
from autograder.quiz.table import BankError


@dataclass(frozen=True)
class Marked:
    """One student's scores; ``missing`` are the ids of questions without an answer."""

    sheet: Sheet
    scores: dict[str, Score]
    missing: tuple[str, ...]
    scored_max: int
    suggested_max: int

    @property
    def scored(self) -> int:
        """Points that count: the exact kinds."""
        return sum(each.points for each in self.scores.values() if each.counts)

    @property
    def suggested(self) -> int:
        """Points of open questions, for a person to confirm."""
        return sum(each.points for each in self.scores.values() if not each.counts)

    def with_outcome(self, outcome: str) -> list[str]:
        return [name for name, each in self.scores.items() if each.outcome == outcome]

    @property
    def to_mark(self) -> list[str]:
        """What a person has to look at: what is unsure, and what could not be read."""
        return self.with_outcome(UNSURE) + self.with_outcome(UNREADABLE)


@dataclass(frozen=True)
class ClassScores:
    """A file of answers, scored."""

    week: str
    bank: Bank
    marked: tuple[Marked, ...]
    notes: tuple[str, ...]


def score_file(file: AnswerFile, banks: dict[str, Bank]) -> ClassScores:
    """Scores every sheet on the bank that knows most of its questions; raises BankError if none does."""
    ids = file.question_ids
    week = max(banks, key=lambda name: len(set(ids) & set(banks[name].ids)), default=None)
    if week is None or not set(ids) & set(banks[week].ids):
        raise BankError(f"{file.path}: no question id in it is known; {_known(banks)}.")
    bank = banks[week]
    notes = [*file.notes, *(_unknown(file, name, bank, week) for name in ids if name not in bank.ids)]
    return ClassScores(week, bank, tuple(_mark(sheet, bank) for sheet in file.sheets), tuple(notes))


def _known(banks: dict[str, Bank]) -> str:
    names = [name for bank in banks.values() for name in bank.ids]
    return f"the ids are {', '.join(names)}" if names else "there is no question bank"


def _unknown(file: AnswerFile, name: str, bank: Bank, week: str) -> str:
    near = difflib.get_close_matches(name[:100], bank.ids, 1)
    hint = f" Is it {near[0]}?" if near else ""
    return f"{file.path}: {name[:60]} is no question of {week}, so it was not scored.{hint}"


def _mark(sheet: Sheet, bank: Bank) -> Marked:
    answers = {each.id: sheet.answers.get(each.id, "") for each in bank.questions}
    scores = {each.id: score(each, answers[each.id], sheet.student) for each in bank.questions}
    return Marked(
        sheet,
        scores,
        missing=tuple(name for name, answer in answers.items() if not answer.strip()),
        scored_max=sum(each.points for each in bank.questions if each.counts),
        suggested_max=sum(each.points for each in bank.questions if not each.counts),
    )
