"""The verb ``quiz``: asks, scores a file of answers, shows a student's variants, or checks the banks."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from datetime import date
from pathlib import Path

from autograder.course import Course
from autograder.quiz import places
from autograder.quiz.answers import load_answers
from autograder.quiz.batch import score_file
from autograder.quiz.class_files import to_csv, to_json
from autograder.quiz.class_report import report
from autograder.quiz.feedback import standard
from autograder.quiz.leitner import due, due_on
from autograder.quiz.paper import count, wrapped
from autograder.quiz.progress import Progress
from autograder.quiz.table import BankError
from autograder.quiz.terminal import Asked, Sitting
from autograder.quiz.variants import for_student, has_variants


def run_quiz(
    week: str | None = None,
    question: str | None = None,
    answers: Path | None = None,
    json_file: Path | None = None,
    csv_file: Path | None = None,
    student: str = "",
    every: bool = False,
    show: bool = False,
    check: bool = False,
    prompts: bool = False,
    course: Course | None = None,
) -> int:
    """Does what the options ask for; returns the exit status. Raises BankError or CourseError.

    Args:
        week: one week's bank; without it, all.
        question: one question, by id.
        answers: a file of answers to score; ``json_file`` and ``csv_file`` keep the scores.
        student: whose numbers to draw.
        every: ask all questions, not only those that are due.
        show: print the questions with their keys, for a teacher (with ``student``: that student's).
        check: the bank check, and how the rubrics did on marked answers.
        prompts: print what the open questions ask and nothing else, for somebody who must not see their keys.
    """
    course = course or Course.open()
    if check:
        from autograder.quiz.proof import check_course  # for staff: a student's copy need not have it

        return check_course(course, week)
    if answers:
        return _score(course, week, answers, json_file, csv_file)
    if json_file or csv_file:
        raise BankError("--json and --csv keep the scores of a file: add --answers FILE.")
    chosen = _chosen(course, week, question)
    if prompts:
        return _prompts(chosen)
    return _show(chosen, student) if show else _ask(course, chosen, student, week, every or question is not None)


def _chosen(course: Course, week: str | None, question: str | None) -> list[Asked]:
    asked = [Asked(name, each) for name, bank in places.banks(course, week).items() for each in bank.as_asked]
    found = [each for each in asked if question in (None, each.question.id, each.key)]
    if not found and question and asked:
        keys = {each.question.id: each.key for each in asked} | {each.key: each.key for each in asked}
        near = dict.fromkeys(keys[name] for name in difflib.get_close_matches(question, keys, 3))
        meant = f"Did you mean {' or '.join(near)}?" if near else "Without QUESTION (--question), all are asked."
        raise BankError(f"There is no question {question!r} among the {len(asked)}. {meant}")
    if not found:
        raise BankError(places.NONE)
    return found


def _ask(course: Course, chosen: list[Asked], student: str, week: str | None, every: bool) -> int:
    progress, today = Progress(places.progress_path(course)), date.today()
    by_key = {each.key: each for each in chosen}
    asked = list(by_key) if every else due(by_key, progress.cards, today)
    if not asked:
        next_day = _next_day(by_key, progress)
        anyway = f"make quiz {f'WEEK={week} ' if week else ''}ALL=1"
        print(wrapped(f"Nothing is due until {next_day.isoformat()}. To be asked anyway: {anyway}"))
        return 0
    later = len(by_key) - len(asked)
    print(wrapped(f"Questions: {len(asked)}." + (f" {later} more come back later." if later else "")))
    Sitting(progress, today, student).ask_all([by_key[key] for key in asked])
    return 0


def waiting(course: Course, week: str) -> date | None:
    """The day on which a question of the week is asked again; None where one waits today. Raises BankError."""
    keys = [each.key for each in _chosen(course, week, None)]
    progress = Progress(places.progress_path(course))
    for sentence in progress.told():
        print(wrapped(sentence))
    return None if due(keys, progress.cards, date.today()) else _next_day(keys, progress)


def _next_day(keys: Iterable[str], progress: Progress) -> date:
    return min(due_on(progress.cards[key]) for key in keys)


def _score(course: Course, week: str | None, path: Path, json_file: Path | None, csv_file: Path | None) -> int:
    scores = score_file(load_answers(path), places.banks(course, week))
    for line in report(scores):
        print(line)
    for target, text in ((json_file, to_json), (csv_file, to_csv)):
        if target:
            target.write_text(text(scores), encoding="utf-8", newline="")
    return 0


def _prompts(chosen: list[Asked]) -> int:
    """The open questions as they are asked; without one there is nothing to print, which is said."""
    found = [each for each in chosen if each.question.kind == "open"]
    if not found:
        raise BankError(f"There is no open question among {', '.join(each.key for each in chosen)}.")
    for asked in found:
        print(f"{asked.key} · {count(asked.question.points, 'point')}")
        print(wrapped(asked.question.prompt) + "\n")
    return 0


def _show(chosen: list[Asked], student: str) -> int:
    """The questions with their keys; of those with variants, this student's."""
    for asked in chosen:
        question = for_student(asked.question, student)
        whose = f" · for student {student!r}" if has_variants(asked.question) else ""
        print(f"{asked.key} · {question.kind}{whose}")
        print(wrapped(question.prompt))
        print(standard(question) + "\n")
    return 0
