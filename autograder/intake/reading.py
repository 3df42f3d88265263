"""What every layout is read with: entries of a folder, small files that a platform wrote, and the course's names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from autograder.course import Course, Task, Week
from autograder.intake.handin import HandIn
from autograder.intake.names import squashed
from autograder.intake.trees import Folder, is_litter
from autograder.outcomes import Problem

Taken = Iterator[tuple[Path, HandIn | None]]
"""Entries that a layout knows, with the hand-in in each (None: an index that belongs to the layout)."""

BOOK = "gradebook.db"
"""What a run leaves in its folder beside the pages and tables."""


class ClassError(Exception):
    """Raised when a folder is no class; its sentence says what is there and what to give."""


def entries_of(folder: Path) -> list[Path]:
    """What lies in a folder, by name; links and what tools leave behind are not looked at."""
    return sorted(path for path in folder.iterdir() if not is_litter(path.name) and not path.is_symlink())


def line_of(path: Path, limit: int = 200) -> str:
    """The beginning of a small text file that a platform wrote; empty if there is none."""
    try:
        return Folder(path.parent).read(path.name, limit).decode("utf-8-sig", "replace").strip()
    except Problem:
        return ""


def time_of(told: object) -> datetime | None:
    """A moment as platforms write it, in UTC; without a zone it is UTC, and what is no time is None."""
    text = re.sub(r"\s*(UTC|Z)$", "+00:00", str(told).strip())
    try:
        moment = datetime.fromisoformat(re.sub(r"\s+(?=[+-]\d\d:?\d\d$)", "", text))
        return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


@cache
def weeks() -> set[str]:
    """The course's weeks, in letters and digits alone."""
    return {squashed(week.name) for week in Course.open().weeks}


@cache
def course_weeks() -> tuple[Week, ...]:
    return Course.open().weeks


@cache
def tasks() -> tuple[Task, ...]:
    """Every task of every week."""
    return tuple(Course.open().tasks())


@cache
def task_names() -> list[str]:
    """The names of all tasks, long ones first: ``multi_head`` goes before ``head``."""
    return sorted({task.name for task in tasks()}, key=len, reverse=True)


@cache
def task_files() -> set[str]:
    return {f"{name}.py" for name in task_names()}
