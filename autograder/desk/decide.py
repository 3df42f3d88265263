"""The verb ``override``: a decision of staff about a student's week, kept apart from what was graded."""

from __future__ import annotations

import getpass
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from autograder.course import Course, Week
from autograder.course.late import YEARS
from autograder.desk.gradebook import Gradebook, GradebookError, now
from autograder.desk.marks import moment_of, standing, taken_for_lateness
from autograder.desk.records import Override
from autograder.desk.saying import either, say
from autograder.intake.reading import BOOK
from autograder.intake.roster import Student, nearest, students_called
from autograder.plain import plain
from autograder.report.decisions import for_learner
from autograder.report.standing import Standing

KINDS = ("points", "comment", "excused", "extension")
NO_TIME = "{!r} is no time: write it as 2026-11-03T20:00, by the clock of the deadline."
HAS_TIME = re.compile(r"[T ]\d\d")
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
        where = either("OUT=folder", "--out folder")
        raise GradebookError(f"There is no gradebook in {out}: grade first, or say where it is with {where}.")
    week = Course.open().week(decision.week)
    with Gradebook.open(out / BOOK) as book:
        student = _student(book, decision.student)
        kind, value = _checked(book, student, week, decision)
        before = book.overrides(student.id, week.name)
        made = Override(student.id, week.name, decision.task or "", kind, value, decision.comment, _who(), now())
        made = _with_comment(made, before)
        book.decide(made)
        for line in _told(book, student, week, made):
            say(plain(line))
        again = book.command(week.name) or f"make grade WEEK={week.name}, with the same folders as before"
    print(f"  {plain(again)}")  # on one line, however long, so that it can be copied
    return 0


def _with_comment(made: Override, before: Sequence[Override]) -> Override:
    """The same decision again, without a comment, keeps the comment that it has."""
    same = (each for each in before if (each.kind, each.task, each.value) == (made.kind, made.task, made.value))
    return replace(made, comment=made.comment or next((each.comment for each in same), ""))


def _told(book: Gradebook, student: Student, week: Week, made: Override) -> Iterator[str]:
    """What was decided, what the student will read of it, and what to type next."""
    done = "taken back" if made.value is None else f"kept: {made.value}" if made.kind != "comment" else "kept"
    yield f"{made.kind} for {student.name or student.id} in {week.name}{f', {made.task}' if made.task else ''} {done}."
    if made.value is None:
        yield from _still_in_force(book, student, week, made)
    else:
        now_is = standing(book, student, week)
        (told,) = (each for each in now_is.adjustments if (each.kind, each.task) == (made.kind, made.task))
        yield f"The student will read: {for_learner(told)}"
        if made.kind in ("points", "extension"):
            yield from _against_it(now_is, made, taken_for_lateness(book, student, week))
    yield "What was graded is not touched. To bring this into the reports:"


def _still_in_force(book: Gradebook, student: Student, week: Week, made: Override) -> Iterator[str]:
    """The same kind of decision on the week's tasks, where that on the week was taken back."""
    for each in book.overrides(student.id, week.name):
        if each.kind == made.kind and each.task and not made.task:
            value, stays = (f" ({each.value})", "stay") if each.kind == "points" else ("", "stays")
            yield f"The {each.kind} for {each.task}{value} {stays}; to take that back too, add {_with_task(each.task)}."


def _against_it(now_is: Standing, made: Override, percent: int) -> Iterator[str]:
    """What keeps the decision from being the mark: another one that goes before it, or lateness."""
    what = "the points count" if made.kind == "points" else "the extension counts"
    if now_is.status == "excused":
        yield f"Excused stays in force: {what} only after {either('TAKE_BACK=excused', '--take-back excused')}."
    elif made.task and now_is.by_hand:
        back = either("TAKE_BACK=points", "--take-back points")
        yield f"The points for the week as a whole stay in force: {what} only after {back}."
    elif made.kind == "points" and percent and now_is.status == "graded":
        extension = either("EXTENSION=time", "--extension time")
        yield f"{now_is.late} That still applies: the mark will be {now_is.final}. To lift it, give an {extension}."


def _with_task(task: str) -> str:
    return either(f"TASK={task}", f"--task {task}")


def _who() -> str:
    """Who decides; some containers have users without a name."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"user {os.getuid()}"


def _student(book: Gradebook, key: str) -> Student:
    known = [student for student, _ in book.students()]
    found = students_called(known, key)
    if not found:
        raise DecisionError(f"No student is called {key!r}.{nearest(known, key) or ' Give the id.'}")
    if len(found) > 1:
        raise DecisionError(f"More than one student is called {key!r}: give the id.")
    return found[0]


def _checked(book: Gradebook, student: Student, week: Week, decision: Decision) -> tuple[str, str | None]:
    """The one kind and value; raises DecisionError unless they can be meant."""
    if len(decision.asked) != 1:
        raise DecisionError(
            "Say one thing: POINTS=8, EXCUSED=1, EXTENSION=2026-11-03T20:00, COMMENT=text or TAKE_BACK=kind (without "
            "make: --points 8, --excused, --extension 2026-11-03T20:00, --comment text or --take-back kind)."
        )
    kind, value = decision.asked[0]
    if kind not in KINDS:
        raise DecisionError(f"There are no decisions of kind {kind!r}; known are {', '.join(KINDS)}.")
    if decision.task is not None and kind in ("excused", "extension"):
        raise DecisionError(f"{kind} is for the week as a whole: leave {either('TASK', '--task')} out.")
    if decision.task is not None:
        week.task(decision.task)
    if value is None:
        _check_there_is_one(book, student, week, kind, decision.task)
    if kind == "points" and value is not None:
        _check_points(book, student, week, decision.task, value)
    if kind == "extension" and value is not None:
        _check_extension(week, datetime.fromisoformat(value))
    return kind, value


def _check_there_is_one(book: Gradebook, student: Student, week: Week, kind: str, task: str | None) -> None:
    """Raises DecisionError where there is nothing to take back; for another task there may be."""
    in_force = [each for each in book.overrides(student.id, week.name) if each.kind == kind]
    if not any(_is_about(each, kind, task) for each in in_force):
        about = f", {task}" if task else ""
        others = " or ".join(_with_task(each.task) for each in in_force if each.task)
        add = f" There is one for a task: add {others}." if others and not task else ""
        raise DecisionError(
            f"No decision of kind {kind!r} is in force for {student.id} in {week.name}{about}: there is nothing to "
            f"take back.{add}"
        )


def _check_extension(week: Week, to: datetime) -> None:
    if week.late is None:
        raise DecisionError(f"{week.name} has no deadline to move: exercises/{week.name}/week.toml has no [deadline].")
    if to < week.late.deadline:
        raise DecisionError(f"{to:%Y-%m-%d %H:%M} is before the deadline, {moment_of(week.late.deadline, week.late)}.")


def _is_about(override: Override, kind: str, task: str | None) -> bool:
    return override.kind == kind and override.task == (task or "")


def _check_points(book: Gradebook, student: Student, week: Week, task: str | None, points: str) -> None:
    most = week.task(task).points if task else week.max_score
    if not 0 <= int(points) <= most:
        raise DecisionError(f"{points} points are not between 0 and {most}.")
    if task and (student.id, week.name) not in book.hashes():
        raise DecisionError(
            f"{student.id} has no grading in {week.name} that a task's points could stand in: give points for the "
            f"week as a whole, without {either('TASK', '--task')}."
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
        raise DecisionError(NO_TIME.format(text)) from error
    if not HAS_TIME.search(text):
        raise DecisionError(NO_TIME.format(text))
    if moment.year not in YEARS:
        raise DecisionError(f"The year {moment.year} is not meant: {YEARS[0]} to {YEARS[-1]} are possible.")
    if moment.tzinfo is not None:
        raise DecisionError(
            "Write the new deadline by the wall clock of the deadline's zone, without a zone of its own."
        )
    return moment.isoformat()
