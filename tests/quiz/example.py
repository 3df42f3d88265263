"""The example bank, and a small course around it, for the tests of the quiz."""

from __future__ import annotations

from pathlib import Path

from autograder.course import Course
from autograder.quiz.bank import load_bank, read_bank
from autograder.quiz.question import Bank, Question

HERE = Path(__file__).resolve().parent
EXAMPLE = HERE / "example.toml"
HEAD = 'title = "t"\n[[question]]\nid = "one"\ntopic = "t"\nprompt = "?"\ntests = "t"\nrevisit = "softmax"\n'


def example_bank() -> Bank:
    return load_bank(EXAMPLE)


def example(question_id: str) -> Question:
    return example_bank().question(question_id)


def a_question(rest: str) -> Question:
    """A question of its kind and key alone: ``a_question('kind = "shape"\\nanswer = [2]')``."""
    return read_bank(HEAD + rest, "quiz.toml").questions[0]


def a_course(root: Path) -> Course:
    """A course of one week, week-1, whose bank is the example."""
    week = root / "exercises" / "week-1" / "week.toml"
    bank = root / "self_checks" / "week-1" / "quiz.toml"
    for path in (week, bank):
        path.parent.mkdir(parents=True)
    week.write_text('title = "One"\n[[task]]\nname = "attention"\ntitle = "t"\npoints = 1\n', encoding="utf-8")
    bank.write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    return Course.open(root)
