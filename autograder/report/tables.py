"""Tables that leave the desk: our own gradebook, and the files that Canvas and Moodle import.

Each is text of RFC 4180 made from standings; a cell that a spreadsheet could take for a formula is made inert.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence

from autograder.report.standing import Standing
from autograder.report.text import plain
from autograder.roster import Student

Marks = Mapping[tuple[str, str], Standing]
"""Standings by student and week."""
FORMULA = re.compile(r"[=+\-@\t\r]")
NUMBER = re.compile(r"-?\d+(\.\d+)?")
CANVAS_HEAD = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")


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
    """One row a student: every task, the total before and after lateness and decisions, and how it was graded."""
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
    points = {task.task: standing.points_of(task) for task in result.tasks} if result else {}
    cells = [points.get(task, "") for task in tasks]
    how = [result.isolation["level"], result.grader["content"][:12], result.started] if result else ["", "", ""]
    score = standing.score if result else ""
    return [*cells, str(score), str(standing.max_score), standing.final, standing.late, standing.status, *how]


def canvas(students: Sequence[Student], week: str, title: str, marks: Marks) -> str:
    """A Canvas gradebook import made from the roster: excused is EX, absent stays blank."""
    points = max(marks[student.id, week].max_score for student in students)
    rows = [
        [inert(student.name), student.canvas, student.id, student.user, student.section, _mark(marks[student.id, week])]
        for student in students
    ]
    return csv_text([[*CANVAS_HEAD, title], ["    Points Possible", "", "", "", "", points], *rows])


def _mark(standing: Standing) -> str:
    """What a learning management system takes."""
    return "EX" if standing.status == "excused" else standing.final


def fill_canvas(export: str, students: Sequence[Student], week: str, title: str, marks: Marks) -> str:
    """A gradebook that was exported from Canvas, with this week's column filled in and the others left out."""
    rows = list(csv.reader(io.StringIO(export, newline="")))
    header = rows[0] if rows else []
    column = _canvas_column(header, week, title)
    last = max((index for index, name in enumerate(header) if name.startswith("Section")), default=-1)
    if last < 2 or "Student" not in header[0] or column is None:
        raise TableError(f"This is no gradebook exported from Canvas with an assignment for {week}.")
    by_key = {
        key.casefold(): student for student in students for key in (student.canvas, student.id, student.user) if key
    }
    for row in rows[1:]:
        student = next((by_key[cell.casefold()] for cell in row[1 : last + 1] if cell.casefold() in by_key), None)
        if student is not None:
            row[column] = _mark(marks[student.id, week])
    return csv_text([*row[: last + 1], row[column]] for row in rows if len(row) > column)


def _canvas_column(header: Sequence[str], week: str, title: str) -> int | None:
    """The column whose title, its number in brackets aside, is the week's name or title."""
    names = [re.sub(r" \(\d+\)$", "", name).casefold() for name in header]
    wanted = (week.casefold(), title.casefold(), f"{week} · {title}".casefold())
    return next((index for index, name in enumerate(names) if name in wanted), None)


def fill_moodle(
    worksheet: str, students: Sequence[Student], week: str, marks: Marks, feedback: Mapping[str, str]
) -> str:
    """A grading worksheet that was downloaded from Moodle, with grades and feedback filled in."""
    rows = list(csv.reader(io.StringIO(worksheet, newline="")))
    header = rows[0] if rows else []
    if not {"Identifier", "Grade"} <= set(header):
        raise TableError("This is no grading worksheet of Moodle's: it has no columns Identifier and Grade.")
    grade, comment = (
        header.index("Grade"),
        next((i for i, name in enumerate(header) if name == "Feedback comments"), None),
    )
    by_key = {key.casefold(): student for student in students for _, key in student.keys}
    for row in rows[1:]:
        student = next((by_key[cell.casefold()] for cell in row if cell.casefold() in by_key), None)
        standing = marks.get((student.id, week)) if student else None
        if standing is not None and standing.status == "graded":
            row[grade] = standing.final
            if comment is not None:
                row[comment] = feedback.get(student.id, "")
    return csv_text(rows)
