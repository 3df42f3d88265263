"""Worksheets that a platform gave, with our marks in them: Canvas's export of a gradebook, and Moodle's worksheet.

Where we have no mark, what stood there stays; and so does what the platform lets nobody change.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from autograder.intake.names import composed, squashed
from autograder.intake.roster import Roster, Student, names_of, rows_of
from autograder.report.tables import NUMBER, Marks, csv_text, inert, mark

CANVAS_IDS = ("SIS User ID", "SIS Login ID", "Student")
CANVAS_SUM = re.compile(r"(Current|Final) (Score|Points|Grade)$")
CANVAS_POINTS = "Points Possible"
MOODLE_IDS = ("Identifier", "ID number", "Username", "Email address", "Full name")
"""Columns that say who it is, the surest first; a student's id may well be another's points."""
MOODLE_POINTS, MOODLE_OPEN, MOODLE_COMMENT = "Maximum Grade", "Grade can be changed", "Feedback comments"
NO_GRADE = ("", "-")


@dataclass
class Filled:
    """A platform's table with grades in it: how many rows got one, and what its reader must know of the others."""

    text: str = ""
    graded: int = 0
    unknown: list[Student] = field(default_factory=list)
    """Who in it matches nobody."""
    kept: list[str] = field(default_factory=list)
    """Whose mark stays as it stood, since there is none here, and that mark."""
    locked: list[str] = field(default_factory=list)
    """Whose mark the platform lets nobody change."""
    worth: str = ""
    """The sentence on points that are not those of the week."""


class TableError(Exception):
    """Raised when a worksheet is not one that can be filled in; its sentence says what was looked for."""


def fill_canvas(export: str, students: Sequence[Student], week: str, title: str, marks: Marks) -> Filled:
    """A gradebook that was exported from Canvas, with this week's column filled in and the others left out."""
    header, rows = _read(export)
    columns = _canvas_columns(header, week, title)
    last = _last_of_students(header)
    if last < 2 or "Student" not in header[0]:
        raise TableError("It is no gradebook exported from Canvas: that begins with Student, and has a Section.")
    if len(columns) != 1:
        number = "More than one" if columns else "None"
        has = ", ".join(_assignments(header)[index] for index in columns or _assignments(header)) or "none"
        raise TableError(f'{number} of its assignments is called "{week}" or "{title}"; it has: {has}.')
    (column,) = columns
    roster, names, made = Roster(tuple(students)), names_of(students), Filled()
    for row in rows:
        told = dict(zip(header, row, strict=True))
        ids = (f"Canvas {told['ID']}" if told.get("ID") else "", *(told.get(name, "") for name in CANVAS_IDS))
        student = roster.match(tuple(filter(None, ids)))
        if student is not None:
            _put(made, row, column, names[student.id], mark(marks[student.id, week]))
        elif any(told.get(name) for name in ("ID", *CANVAS_IDS[:-1])):  # no row of nothing, or of possible points
            who = next(filter(None, (told.get(name) for name in ("ID", *CANVAS_IDS))))
            made.unknown.append(Student(who, row[0]))
        elif row[0].strip() == CANVAS_POINTS:
            made.worth = _worth(_assignments(header)[column], row[column], week, marks)
    made.text = csv_text([*map(inert, (*row[: last + 1], row[column]))] for row in (header, *rows))
    return made


def _put(made: Filled, row: list[str], column: int, name: str, points: str) -> None:
    """Writes a mark into its cell; where there is none, what stands there stays and is told."""
    if points:
        row[column] = points
        made.graded += 1
    elif row[column].strip() not in NO_GRADE:
        made.kept.append(f"{name} {row[column].strip()}")


def _worth(name: str, told: str, week: str, marks: Marks) -> str:
    """That an assignment is worth other points than its week; nothing where it is not, or where no number stands."""
    most = max((each.max_score for (_, name), each in marks.items() if name == week), default=0)
    there = told.strip().replace(",", ".")
    if not NUMBER.fullmatch(there) or float(there) == most:
        return ""
    return (
        f"In the worksheet {name} is worth {float(there):g}, here {week} is worth {most}: marks are written as they "
        f"are. Set it to {most} there."
    )


def _read(text: str) -> tuple[list[str], list[list[str]]]:
    """The header and the rows of a table, each as long as the header; rows of nothing are left out."""
    try:
        header, *rows = [row for row in rows_of(text) if row] or [[]]
    except csv.Error as error:
        raise TableError(f"This cannot be read as CSV: {error}.") from error
    return header, [[*row, *[""] * len(header)][: len(header)] for row in rows]


def has_column(export: str, week: str, title: str) -> bool:
    """Whether an export of Canvas's has an assignment for the week."""
    return len(_canvas_columns(_read(export)[0], week, title)) == 1


def _canvas_columns(header: Sequence[str], week: str, title: str) -> list[int]:
    """The column that is called as the week is, by name or title; else those that are with more words around it."""
    named = _assignments(header)
    wanted = (week, title, f"{week} · {title}")
    same = [index for index, name in named.items() if squashed(name) in map(squashed, wanted)]
    within = [index for index, name in named.items() if any(_stands_in(each, name) for each in wanted[:2])]
    return same[:1] or within


def _assignments(header: Sequence[str]) -> dict[int, str]:
    """The assignments of an export by their column, without Canvas's numbers; its sums are none."""
    last = _last_of_students(header)
    named = {index: re.sub(r" \(\d+\)$", "", name) for index, name in enumerate(header) if index > last}
    return {index: name for index, name in named.items() if name and not CANVAS_SUM.search(name)}


def _last_of_students(header: Sequence[str]) -> int:
    return max((index for index, name in enumerate(header) if name.startswith("Section")), default=-1)


def _stands_in(words: str, name: str) -> bool:
    """Whether the words stand in a longer name, whatever is between them: week-12 in "Work, Week 12", not in 120."""
    between = r"[\W_]*".join(re.findall(r"[^\W_]+", composed(words)))
    return bool(between) and re.search(rf"(?<![^\W_]){between}(?![^\W_])", composed(name)) is not None


def fill_moodle(
    worksheet: str, students: Sequence[Student], week: str, marks: Marks, feedback: Mapping[str, str]
) -> Filled:
    """A grading worksheet that was downloaded from Moodle, with grades and feedback filled in."""
    header, rows = _read(worksheet)
    if not {"Identifier", "Grade"} <= set(header):
        raise TableError("It is no grading worksheet of Moodle's: it has no columns Identifier and Grade.")
    grade = header.index("Grade")
    comment = header.index(MOODLE_COMMENT) if MOODLE_COMMENT in header else None
    roster, names, made = Roster(tuple(students)), names_of(students), Filled()
    for row in rows:
        told = dict(zip(header, row, strict=True))
        made.worth = made.worth or _worth("the assignment", told.get(MOODLE_POINTS, ""), week, marks)
        student = roster.match(tuple(filter(None, (told.get(name, "") for name in MOODLE_IDS))))
        standing = marks.get((student.id, week)) if student else None
        if student is None:
            made.unknown.append(Student(told["Identifier"] or told.get("Full name", ""), told.get("Full name", "")))
        elif standing is not None and standing.status == "graded" and told.get(MOODLE_OPEN) == "No":
            made.locked.append(f"{names[student.id]} {row[grade]}")
        elif standing is not None:
            _put(made, row, grade, names[student.id], standing.final)
            if standing.status == "graded" and comment is not None:
                row[comment] = feedback.get(student.id, "")
    made.text = csv_text([*map(inert, row)] for row in (header, *rows))
    return made
