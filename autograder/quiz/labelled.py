"""Answers to open questions that a person has marked: the proof of a rubric (the format stands in ``bank``)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from autograder.quiz.question import Bank, Question
from autograder.quiz.table import BankError

FULL = ("right", "other", "typos")
"""Labels of answers that deserve all points; ``other`` is right in other words."""
NONE = ("wrong", "reversed", "stuffed")
PARTIAL = "partial"
LABELS = (*FULL, PARTIAL, *NONE)


@dataclass(frozen=True)
class Labelled:
    """An answer, what kind of answer it is, and the points that a person gave it."""

    question: str
    label: str
    text: str
    points: int

    @property
    def right(self) -> bool:
        return self.label in FULL


def load_labelled(path: Path, bank: Bank) -> list[Labelled]:
    """The answers in that file, [] if there is none; raises BankError."""
    if not path.is_file():
        return []
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BankError(f"{path}: {error}.") from error
    return [answer for name, table in data.items() for answer in _answers(path, bank, name, table)]


def _answers(path: Path, bank: Bank, name: str, table: object) -> list[Labelled]:
    question = bank.question(name)
    if question is None or question.kind != "open":
        raise BankError(f"{path}: [{name}] is not an open question of {bank.name}.")
    if not isinstance(table, dict) or set(table) - set(LABELS):
        raise BankError(f"{path}: [{name}] holds lists called {', '.join(LABELS)}, and nothing else.")
    return [_answer(path, question, label, entry) for label, entries in table.items() for entry in entries]


def _answer(path: Path, question: Question, label: str, entry: object) -> Labelled:
    points = {**dict.fromkeys(FULL, question.points), **dict.fromkeys(NONE, 0), PARTIAL: 1}[label]
    if isinstance(entry, list) and len(entry) == 2:
        points, entry = entry
    if not isinstance(entry, str) or type(points) is not int or not 0 <= points <= question.points:
        wanted = f"a text, or [points up to {question.points}, text]"
        raise BankError(f"{path}: [{question.id}] {label}: {entry!r} should be {wanted}.")
    if label == PARTIAL and not 0 < points < question.points:
        raise BankError(f"{path}: [{question.id}] {label}: a partial answer has some but not all of the points.")
    return Labelled(question.id, label, entry.strip(), points)
