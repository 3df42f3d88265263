"""What the page asks Python for: scores by the course's own scorer, and programs run. JSON in, JSON out."""

from __future__ import annotations

import json

import snippet

from autograder.quiz.bank import read_bank
from autograder.quiz.exact import score_exact
from autograder.quiz.plain_math import in_letters
from autograder.quiz.question import Bank, OutputKey, Question
from autograder.quiz.scorer import score

BANKS: dict[str, Bank] = {}


def add_bank(week: str, text: str) -> None:
    """Reads a week's bank, once."""
    BANKS[week] = read_bank(text, week)


def scored(week: str, question_id: str, answer: str, student: str) -> str:
    """The score of one answer, and the same as a page shows it, with formulas in letters; as JSON."""
    given = score(BANKS[week].question(question_id), answer, student).as_dict()
    return json.dumps({"score": given, "shown": _lettered(given)})


def _lettered(value: object) -> object:
    """Plain data with every formula written in letters."""
    if isinstance(value, dict):
        return {name: _lettered(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_lettered(each) for each in value]
    return in_letters(value) if isinstance(value, str) else value


def ran(source: str, expected: str) -> str:
    """What the program printed, and how far the prediction was right (None where nothing was predicted), as JSON."""
    result = snippet.run(source)
    return json.dumps(result | {"verdict": compared(expected, result["printed"]) if expected.strip() else None})


def compared(expected: str, printed: str) -> dict:
    """A prediction against what was printed, by the rule of the bank's ``output`` questions."""
    question = Question("run", "", "output", "", 1, OutputKey(printed, ""))
    return score_exact(question, expected).as_dict()
