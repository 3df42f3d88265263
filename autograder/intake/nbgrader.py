"""nbgrader's ``submitted/<student>/<assignment>/`` with a ``timestamp.txt``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from autograder.intake.handin import HandIn, attempts_in
from autograder.intake.names import squashed
from autograder.intake.reading import Taken, entries_of, line_of, time_of, weeks
from autograder.intake.trees import Folder


def take(root: Path, entries: list[Path]) -> Taken:
    """``submitted/<student>/<assignment>/`` with a ``timestamp.txt``."""
    if root.name == "submitted":
        yield from _students(entries)
    for path in entries:
        if path.name == "submitted" and path.is_dir():
            for _, hand_in in _students(entries_of(path)):
                yield path, hand_in


def _students(students: Iterable[Path]) -> Taken:
    for student in filter(Path.is_dir, students):
        inside = entries_of(student)
        for assignment in inside if inside and all(map(Path.is_dir, inside)) else [student]:
            label, stamp = f"{student.name}/{assignment.name}", time_of(line_of(assignment / "timestamp.txt"))
            attempts, unopened = attempts_in(label, Folder(assignment), stamp)
            week = assignment.name if squashed(assignment.name) in weeks() else None
            yield student, HandIn("", (student.name,), tuple(attempts), week, unopened=tuple(unopened))
