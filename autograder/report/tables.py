"""Tables that leave the desk: our own gradebook, and the files that Canvas and Moodle import.

Each is text of RFC 4180 made from standings; a cell that a spreadsheet could take for a formula is made inert.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from autograder.intake.names import composed, squashed
from autograder.intake.roster import Roster, Student, rows_of
from autograder.plain import plain
from autograder.report.standing import Standing

Marks = Mapping[tuple[str, str], Standing]
"""Standings by student and week."""
FORMULA = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]\s*\S|[\t\n]")
"""How a formula begins in some spreadsheet, its wide signs for East Asian keyboards included."""
NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
CANVAS_HEAD = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
CANVAS_IDS = ("SIS User ID", "SIS Login ID", "Student")
CANVAS_SUM = re.compile(r"(Current|Final) (Score|Points|Grade)$")
MOODLE_IDS = ("Identifier", "ID number", "Username", "Email address", "Full name")
"""Columns that say who it is, the surest first; a student's id may well be another's points."""


@dataclass(frozen=True)
class Filled:
    """A platform's table with grades in it: how many rows got one, and who in it matches nobody."""

    text: str
    graded: int
    unknown: tuple[str, ...]


class TableError(Exception):
    """Raised when a worksheet is not one that can be filled in; its sentence says what was looked for."""


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """RFC 4180: commas, CRLF, quotes where needed."""
    file = io.StringIO(newline="")
    csv.writer(file).writerows([str(cell) for cell in row] for row in rows)
    return file.getvalue()


def inert(text: str) -> str:
    """Text that no spreadsheet calculates.

    >>> inert("=1+1"), inert("-2"), inert("Doe, Ann")
    ("'=1+1", '-2', 'Doe, Ann')
    """
    text = plain(text)
    return f"'{text}" if FORMULA.match(text) and not NUMBER.fullmatch(text) else text


def grades(students: Sequence[Student], weeks: Sequence[str], marks: Marks) -> str:
    """One row a student: every task as it counts, their sum, the mark after lateness, and how it was graded."""
    tasks = {week: _tasks(week, students, marks) for week in weeks}
    header = ["student", "name", "email"]
    for week in weeks:
        header += [f"{week}/{task}" for task in tasks[week]]
        header += [
            f"{week} {what}" for what in ("score", "max", "final", "late", "status", "level", "grader", "graded")
        ]
    return csv_text([header, *(_row(student, weeks, tasks, marks) for student in students)])


def _tasks(week: str, students: Sequence[Student], marks: Marks) -> list[str]:
    """The week's tasks in their order."""
    graded = (marks[student.id, week].result for student in students if (student.id, week) in marks)
    result = next((each for each in graded if each is not None), None)
    return [task.task for task in result.tasks] if result else []


def _row(student: Student, weeks: Sequence[str], tasks: Mapping[str, list[str]], marks: Marks) -> list[str]:
    row = [inert(student.id), inert(student.name), inert(student.email)]
    for week in weeks:
        row += _week_cells(marks[student.id, week], tasks[week])
    return row


def _week_cells(standing: Standing, tasks: list[str]) -> list[str]:
    result = standing.result
    points = {task.task: int(standing.points_of(task)) for task in result.tasks} if result else {}
    cells = [str(points.get(task, "")) for task in tasks]
    how = [result.isolation["level"], result.grader["content"][:12], result.started] if result else ["", "", ""]
    score = sum(points.values()) if result else ""
    return [*cells, str(score), str(standing.max_score), standing.final, standing.late, standing.status, *how]


def canvas(students: Sequence[Student], week: str, title: str, marks: Marks) -> str:
    """A Canvas gradebook import made from the roster: excused is EX, absent stays blank."""
    points = max(marks[student.id, week].max_score for student in students)
    rows = [[*_canvas_cells(student), _mark(marks[student.id, week])] for student in students]
    return csv_text([[*CANVAS_HEAD, title], ["    Points Possible", "", "", "", "", points], *rows])


def _canvas_cells(student: Student) -> list[str]:
    return [inert(cell) for cell in (student.name, student.canvas, student.id, student.user, student.section)]


def _mark(standing: Standing) -> str:
    """What a learning management system takes."""
    return "EX" if standing.status == "excused" else standing.final


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
    roster, graded, unknown = Roster(tuple(students)), 0, []
    for row in rows:
        told = dict(zip(header, row, strict=True))
        ids = (f"Canvas {told['ID']}" if told.get("ID") else "", *(told.get(name, "") for name in CANVAS_IDS))
        student = roster.match(tuple(filter(None, ids)))
        if student is not None:
            row[column] = _mark(marks[student.id, week])
            graded += bool(row[column])
        elif any(told.get(name) for name in ("ID", *CANVAS_IDS[:-1])):  # no row of nothing, or of possible points
            unknown.append(row[0])
    text = csv_text([*map(inert, row[: last + 1]), row[column]] for row in (header, *rows))
    return Filled(text, graded, tuple(unknown))


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
    grade, comment = (
        header.index("Grade"),
        next((i for i, name in enumerate(header) if name == "Feedback comments"), None),
    )
    roster, graded, unknown = Roster(tuple(students)), 0, []
    for row in rows:
        told = dict(zip(header, row, strict=True))
        student = roster.match(tuple(filter(None, (told.get(name, "") for name in MOODLE_IDS))))
        standing = marks.get((student.id, week)) if student else None
        if student is None:
            unknown.append(told.get("Full name") or told["Identifier"])
        if standing is not None and standing.status == "graded":
            graded += 1
            row[grade] = standing.final
            if comment is not None:
                row[comment] = feedback.get(student.id, "")
    return Filled(csv_text([*map(inert, row)] for row in (header, *rows)), graded, tuple(unknown))
