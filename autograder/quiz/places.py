"""Where the quiz's files lie; the one place that says so, beside ``autograder.course``."""

from __future__ import annotations

from pathlib import Path

from autograder.course import Course, Week
from autograder.quiz.bank import BankError, load_bank
from autograder.quiz.question import Bank

NONE = "There are no questions here: no week has a self_checks/<week>/quiz.toml."
"""What is said where no week has a bank, as in a copy that was released without the questions."""


def bank_path(week: Week) -> Path:
    """The week's question bank."""
    return week.root / "self_checks" / week.name / "quiz.toml"


def labelled_path(week: Week, which: str) -> Path:
    """Marked answers: ``which`` is labelled (the rubric was written with them) or fresh (written afterwards)."""
    return week.root / "tests" / "quiz" / which / f"{week.name}.toml"


def progress_path(course: Course) -> Path:
    return course.root / ".quiz-progress.json"


def task_ids(course: Course) -> set[str]:
    return {task.id for task in course.tasks()}


def open_bank(week: Week) -> Bank:
    """The week's bank; raises BankError."""
    if not bank_path(week).is_file():
        raise BankError(f"{week.name} has no questions: there is no {bank_path(week)}.")
    return load_bank(bank_path(week))


def weeks_with_bank(course: Course) -> list[Week]:
    return [week for week in course.weeks if bank_path(week).is_file()]


def banks(course: Course, week: str | None = None) -> dict[str, Bank]:
    """The banks by the name of their week: of one week, or of all that have one; raises BankError."""
    weeks = [course.week(week)] if week else weeks_with_bank(course)
    return {each.name: open_bank(each) for each in weeks}
