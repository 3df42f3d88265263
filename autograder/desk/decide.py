"""The verb ``override``: a decision of staff about a student's week, kept apart from what was graded."""

from __future__ import annotations

import getpass
import os
import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from autograder.course import Course, Week
from autograder.desk.gradebook import Gradebook, GradebookError, now
from autograder.desk.records import Override
from autograder.desk.verb import BOOK
from autograder.late import YEARS
from autograder.roster import Student

KINDS = ("points", "comment", "excused", "extension")
WHOLE = re.compile(r"-?[0-9]{1,6}")


class DecisionError(Exception):
    """Raised when a decision cannot be meant; its sentence says why."""


@dataclass(frozen=True)
class Decision:
    """What was asked for; just one of points, excused, extension, a comment alone, or taking a kind back."""

    student: str
    week: str
    task: str | None = None
    points: str | int | None = None
    """A whole number, maybe as it was typed."""
    excused: bool = False
    extension: str | None = None
    comment: str = ""
    take_back: str | None = None

    @property
    def asked(self) -> list[tuple[str, str | None]]:
        """Each kind of decision and its value."""
        found: list[tuple[str, str | None]] = []
        if self.points is not None:
            found.append(("points", _whole(str(self.points))))
        if self.excused:
            found.append(("excused", "yes"))
        if self.extension is not None:
            found.append(("extension", _moment(self.extension)))
        if self.take_back is not None:
            found.append((self.take_back, None))
        return found or ([("comment", "yes")] if self.comment else [])


def decide(out: Path, decision: Decision) -> int:
    """Keeps the decision; the next ``grade`` reports what it changes."""
    if not (out / BOOK).is_file():
        raise GradebookError(f"There is no gradebook in {out}: grade first, or say where it is with --out DIR.")
    week = Course.open().week(decision.week)
    with Gradebook.open(out / BOOK) as book:
        student = _student(book, decision.student)
        kind, value = _checked(book, student, week, decision)
        task = decision.task or ""
        made = Override(student.id, week.name, task, kind, value, decision.comment, _who(), now())
        book.decide(made)
    done = "taken back" if value is None else f"kept: {value}" if kind != "comment" else "kept"
    print(f"{kind} for {student.name or student.id} in {week.name}{f', {task}' if task else ''} {done}.")
    print("`make grade` brings it into the reports; what was graded is not touched.")
    return 0


def _who() -> str:
    """Who decides; some containers have users without a name."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"user {os.getuid()}"


def _student(book: Gradebook, key: str) -> Student:
    known = [student for student, _ in book.students()]
    found = [each for each in known if each.id == key] or [each for each in known if each.is_called(key)]
    if len(found) != 1:
        raise DecisionError(f"{'No student' if not found else 'More than one student'} is called {key!r}: give the id.")
    return found[0]


def _checked(book: Gradebook, student: Student, week: Week, decision: Decision) -> tuple[str, str | None]:
    """The one kind and value; raises DecisionError unless they can be meant."""
    if len(decision.asked) != 1:
        raise DecisionError(
            "Say one thing: --points N, --excused, --extension TIME, --comment TEXT or --take-back KIND."
        )
    kind, value = decision.asked[0]
    if kind not in KINDS:
        raise DecisionError(f"There are no decisions of kind {kind!r}; known are {', '.join(KINDS)}.")
    if decision.task is not None and kind in ("excused", "extension"):
        raise DecisionError(f"{kind} is for the week as a whole: leave --task out.")
    if decision.task is not None:
        week.task(decision.task)
    if value is None and not any(
        _is_about(each, kind, decision.task) for each in book.overrides(student.id, week.name)
    ):
        raise DecisionError(f"There is no {kind} in force for {student.id} in {week.name} to take back.")
    if kind == "points" and value is not None:
        _check_points(book, student, week, decision.task, value)
    if kind == "extension" and week.late is None:
        raise DecisionError(f"{week.name} has no deadline to move: its week.toml has no [deadline].")
    return kind, value


def _is_about(override: Override, kind: str, task: str | None) -> bool:
    return override.kind == kind and override.task == (task or "")


def _check_points(book: Gradebook, student: Student, week: Week, task: str | None, points: str) -> None:
    most = week.task(task).points if task else week.max_score
    if not 0 <= int(points) <= most:
        raise DecisionError(f"{points} points are not between 0 and {most}.")
    if task and (student.id, week.name) not in book.hashes():
        raise DecisionError(
            f"{student.id} has no grading in {week.name} that a task's points could stand in: give points for the "
            "week as a whole, without --task (make: without TASK=)."
        )


def _whole(text: str) -> str:
    """The number of points in one form; raises DecisionError for what is none, and for parts of points."""
    if not WHOLE.fullmatch(text.strip()):
        raise DecisionError(f"{text!r} is no number of points: points are whole, such as 8.")
    return str(int(text))


def _moment(text: str) -> str:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise DecisionError(
            f"{text!r} is no time: write it as 2026-11-03T20:00, by the clock of the deadline."
        ) from error
    if moment.year not in YEARS:
        raise DecisionError(f"The year {moment.year} is not meant: {YEARS[0]} to {YEARS[-1]} are possible.")
    if moment.tzinfo is not None:
        raise DecisionError(
            "Write the new deadline by the wall clock of the deadline's zone, without a zone of its own."
        )
    return moment.isoformat()
