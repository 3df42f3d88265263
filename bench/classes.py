"""Rows about a class: two jobs against one, and the cost of a submission as the class grows."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from rows import Cost, Row, run

from autograder.course import HOME, Course

STUDENTS = 150
ROUNDS = 1
SIZES = (100, 1_000, 10_000)


def grade(path: Path, out: Path, jobs: int, *more: str) -> Cost:
    """The desk's verb from its start to its end."""
    verb = [sys.executable, "-m", "autograder", "grade", str(path), "--out", str(out), "--jobs", str(jobs), *more]
    return run(verb, HOME)


def one_job_and_two() -> Iterator[Row]:
    """The same class of reference answers with one job and with two."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        path = references(root / "class", Course.open(), STUDENTS)
        rounds = [[grade(path, root / f"{n}-{jobs}", jobs).wall for jobs in (1, 2)] for n in range(ROUNDS)]
    yield Row(f"{STUDENTS} students, one job / two jobs", *zip(*rounds, strict=True), "s", aim="1.7 or more")


def growth() -> Iterator[Row]:
    """The cost of one more submission (one task each, no two alike) as the class grows by ten and by ten again."""
    with tempfile.TemporaryDirectory() as folder:
        costs = [small_class(Path(folder), size) for size in SIZES]
    for what in ("processor", "wall"):
        seconds = [getattr(cost, what) for cost in costs]
        small, large = (1000 * (seconds[n + 1] - seconds[n]) / (SIZES[n + 1] - SIZES[n]) for n in (0, 1))
        yield Row(f"one more of 10,000 / of 1,000, {what} time", [large], [small], "ms", aim="1")


def small_class(root: Path, students: int) -> Cost:
    task = Course.open().weeks[0].tasks[0]
    text = task.solution.read_text(encoding="utf-8")
    path = root / f"class-{students}"
    for number in range(students):
        target = path / f"s{number:05}" / task.week / task.filename
        target.parent.mkdir(parents=True)
        target.write_text(f"{text}\n# {number}\n", encoding="utf-8")
    return grade(path, root / f"out-{students}", 2)


def references(path: Path, course: Course, students: int) -> Path:
    """A class in which everyone hands in the reference answers."""
    for number in range(students):
        for task in course.tasks():
            target = path / f"s{number:05}" / task.week / task.filename
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(task.solution, target)
    return path
