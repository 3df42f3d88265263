"""Runs that cannot be meant, refused before anything is graded or written."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from autograder.course import HOME
from autograder.desk.gradebook import Gradebook
from autograder.desk.saying import count, either, some
from autograder.intake.layouts import ClassError
from autograder.intake.roster import Roster, Student
from autograder.plain import plain

THE_COURSES_OWN = ("exercises", "solutions", "self_checks", "autograder")
"""Folders of the course in which no class lies."""
OTHER_OUT = either("OUT=other-folder", "--out other-folder")
NAMED = 3


def refuse_places(submissions: Path, out: Path) -> None:
    """Raises ClassError for hand-ins in the course's own folders, and where the two folders get into each other."""
    given, to = submissions.resolve(), out.resolve()
    inside = given.relative_to(HOME).parts[:1] if given.is_relative_to(HOME) else ()
    if HOME.is_relative_to(given) or (inside and inside[0] in THE_COURSES_OWN):
        raise ClassError(
            f"{plain(str(given))} is the course itself or a part of it, and no class. Give the folder with all "
            "hand-ins: make grade SUBMISSIONS=hand-ins."
        )
    if to.is_relative_to(given):
        raise ClassError(
            f"OUT, {plain(str(out))}, lies in the folder of hand-ins, where its files would be taken for students. "
            f"Give another: {OTHER_OUT}."
        )
    if to.exists() and not to.is_dir():
        raise ClassError(f"OUT, {plain(str(out))}, is a file. Give a folder: {either('OUT=grades', '--out grades')}.")


def refuse_without_roster(book: Gradebook, roster: Roster, out: Path) -> None:
    """Raises ClassError where the gradebook had a roster: without it everyone would be there a second time."""
    known = [student for student, on_roster in book.students() if on_roster]
    if known and not roster.students:
        raise ClassError(
            f"{plain(str(out))} was graded with a roster of {count(len(known), 'student')}: give it again, "
            f"{either('ROSTER=roster.csv', '--roster roster.csv')}. For another class: {OTHER_OUT}."
        )


def refuse_another_class(book: Gradebook, now: Iterable[Student], out: Path) -> None:
    """Raises ClassError where hardly anyone who comes now is in the gradebook, and hardly anyone of it comes."""
    before, coming = [student for student, _ in book.students()], Roster(tuple(now))
    ids = {student.id for student in coming.students}
    both = sum(student.id in ids or coming.match((student.id,)) is not None for student in before)
    if 2 * both < min(len(before), len(ids)):
        names = [student.name or student.id for student in before]
        raise ClassError(f"{plain(str(out))} holds another class ({some(names, NAMED)}). Give {OTHER_OUT}.")
