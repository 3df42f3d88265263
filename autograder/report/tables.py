"""Tables that leave the desk: our own gradebook, and the file that Canvas imports.

Each is text of RFC 4180 made from standings; a cell that a spreadsheet could take for a formula is made inert.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence

from autograder.intake.roster import Student
from autograder.plain import plain
from autograder.report.standing import Standing

Marks = Mapping[tuple[str, str], Standing]
"""Standings by student and week."""
FORMULA = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]\s*\S|[\t\n]")
"""How a formula begins in some spreadsheet, its wide signs for East Asian keyboards included."""
NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
CANVAS_HEAD = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")


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
    rows = [[*_canvas_cells(student), mark(marks[student.id, week])] for student in students]
    return csv_text([[*CANVAS_HEAD, title], ["    Points Possible", "", "", "", "", points], *rows])


def _canvas_cells(student: Student) -> list[str]:
    return [inert(cell) for cell in (student.name, student.canvas, student.id, student.user, student.section)]


def mark(standing: Standing) -> str:
    """What a learning management system takes."""
    return "EX" if standing.status == "excused" else standing.final
