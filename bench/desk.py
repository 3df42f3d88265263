"""What grading a class costs and keeps: ``python bench/desk.py [STUDENTS]`` (1,000 without a number).

A class is made from references, variants, known mistakes, starters and attacks, so that every right mark is known
beforehand: each different file is graded once by itself. Then the desk grades the class, is killed at random
moments and goes on, and the processor time of one more submission is taken.
"""

from __future__ import annotations

import contextlib
import csv
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

from classes import references
from grading import bare_floor, warm_forks, warm_grader
from rows import family, resident

from autograder.checks.mistakes import mistakes_of, variants_of
from autograder.checks.session import Session
from autograder.course import HOME, Course, Task
from autograder.grade import Grader
from autograder.intake.submission import Source
from autograder.launch import ForkLauncher

KINDS = {"reference": 30, "variant": 20, "mistake": 32, "starter": 10, "missing": 8}
KILLS = 10
CHEAP_ATTACKS = ("shutdown_fd3", "forged_path_os_exit", "strange_shapes", "deep_json", "metaclass_lies")
FEW, MORE = 20, 120


def main(students: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        course = Course.open()
        made = SyntheticClass.make(course, root / "class", students)
        print(f"{students} students, {made.files} files of {len(made.marks)} kinds")
        marks_as_expected(root, made)
        interrupted(root, made)
        cost_over_floor(root, course)


@dataclass
class SyntheticClass:
    """Hand-ins at a path, and the points that each student's tasks must get."""

    path: Path
    files: int = 0
    expected: dict[str, dict[str, int]] = field(default_factory=dict)
    marks: dict[tuple[str, str], int] = field(default_factory=dict)

    @classmethod
    def make(cls, course: Course, path: Path, students: int) -> SyntheticClass:
        made = cls(path)
        texts = {task.id: texts_of(task) for task in course.tasks()}
        with contextlib.closing(ForkLauncher()) as launcher, Grader(course, launcher) as grader:
            for number in range(students):
                made._student(f"s{number:05}", course, texts, grader)
        return made

    def _student(self, name: str, course: Course, texts: dict, grader: Grader) -> None:
        chance = random.Random(name)
        self.expected[name] = {}
        for task in course.tasks():
            kind = chance.choices(list(KINDS), list(KINDS.values()))[0]
            text = chance.choice(texts[task.id][kind]) if kind != "missing" else ""
            self.expected[name][task.id] = self._points(task, text, grader)
            path = self.path / name / task.week / task.filename
            path.parent.mkdir(parents=True, exist_ok=True)
            if text:
                path.write_text(text, encoding="utf-8")
                self.files += 1

    def _points(self, task: Task, text: str, grader: Grader) -> int:
        """What the file must get: graded by itself, once."""
        if (task.id, text) not in self.marks:
            session = Session(task, Source(task.filename, text), grader.desk.launcher)
            self.marks[task.id, text] = grader.grade_task(task, session).earned if text else 0
        return self.marks[task.id, text]


def texts_of(task: Task) -> dict[str, list[str]]:
    """The files that a student may hand in for a task, by kind."""
    reference = task.solution.read_text(encoding="utf-8")
    mistakes = [cell.source for cell in mistakes_of(task)]
    if task.id == "week-12/softmax":
        folder = Course.open().attacks
        mistakes += [(folder / f"{name}.py").read_text(encoding="utf-8") for name in CHEAP_ATTACKS]
    return {
        "reference": [reference],
        "variant": [cell.source for cell in variants_of(task)] or [reference],
        "mistake": mistakes,
        "starter": [task.starter.read_text(encoding="utf-8")],
    }


# ---------------------------------------------------------------- running the desk


def command(path: Path, out: Path, jobs: int, *more: str) -> list[str]:
    verb = [sys.executable, "-m", "autograder", "grade", str(path), "--out", str(out), "--jobs", str(jobs)]
    return [*verb, *more]


def start(path: Path, out: Path, jobs: int, *more: str) -> subprocess.Popen:
    return subprocess.Popen(command(path, out, jobs, *more), stdout=subprocess.DEVNULL, cwd=HOME)


def points(out: Path) -> dict[str, dict[str, int]]:
    """What the desk's table says of every student's tasks."""
    with (out / "grades.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {row["student"]: {name: int(row[name]) for name in row if "/" in name and row[name]} for row in rows}


def gradings(out: Path) -> int:
    with contextlib.closing(sqlite3.connect(out / "gradebook.db")) as book:
        return book.execute("SELECT count(*) FROM grading").fetchone()[0]


def marks_as_expected(root: Path, made: SyntheticClass) -> None:
    out = root / "whole"
    process = start(made.path, out, 2)
    memory = list(watched(process, out))
    assert process.returncode == 0, process.returncode
    found = points(out)
    wrong = [(who, task) for who in made.expected for task in made.expected[who]
             if found[who].get(task, 0) != made.expected[who][task]]  # fmt: skip
    print(f"marks that differ from those expected: {len(wrong)} of {sum(map(len, made.expected.values()))}")
    last = memory[-1][0]
    early = max(size for done, size in memory if last / 10 <= done <= last * 3 / 10)
    late = max(size for done, size in memory if last * 8 / 10 <= done < last)
    print(f"memory of all processes, last fifth / second and third tenth: {late / early:.2f} ({late >> 20} MB)")
    report = max(size for done, size in memory if done == last)
    print(f"  once all is graded and the reports are written: {report >> 20} MB")
    assert not wrong, wrong[:5]


def watched(process: subprocess.Popen, out: Path) -> Iterator[tuple[int, int]]:
    """How many gradings are kept, and the memory of the desk and all its processes, while it runs."""
    while process.poll() is None:
        time.sleep(0.5)
        done = kept_in(out)
        if done:
            yield done, sum(map(resident, family(process.pid)))


def interrupted(root: Path, made: SyntheticClass) -> None:
    """Part of the class again, killed at random moments: the end is the same, and nothing kept is graded again."""
    part, out = root / "part", root / "killed"
    for name in sorted(made.expected)[:FEW]:
        shutil.copytree(made.path / name, part / name)
    chance = random.Random(0)
    kept = []
    for _ in range(KILLS):
        process = start(part, out, 2)
        until(process, out, (kept[-1] if kept else 0) + chance.randrange(2 * FEW // KILLS))
        time.sleep(chance.uniform(0, 0.5))
        process.send_signal(signal.SIGKILL)
        process.wait()
        kept.append(kept_in(out))
    start(part, out, 2).wait()
    same = points(out) == {name: points(root / "whole")[name] for name in sorted(made.expected)[:FEW]}
    print(f"killed {KILLS} times, with {kept} gradings kept: end state {'the same' if same else 'DIFFERS'},")
    print(f"  {gradings(out)} gradings made for {FEW} students' 2 weeks")
    assert same


def until(process: subprocess.Popen, out: Path, number: int) -> None:
    """Waits for that many gradings, or for the end."""
    while process.poll() is None and kept_in(out) < number:
        time.sleep(0.05)


def kept_in(out: Path) -> int:
    try:
        return gradings(out)
    except sqlite3.Error:  # not made yet
        return 0


def cost_over_floor(root: Path, course: Course) -> None:
    """CPU of one more submission (both weeks), in all processes, over the bare floor for the same frames."""
    few, more = (cpu_seconds(references(root / f"cpu-{n}", course, n), root / f"out-{n}") for n in (FEW, MORE))
    with warm_grader() as grader, warm_forks() as launcher:
        floor = sum(bare_floor(grader, launcher, week) for week in course.weeks) / 1000
    print(f"CPU of one more submission / bare floor: {(more - few) / (MORE - FEW) / floor:.2f}")


def cpu_seconds(path: Path, out: Path) -> float:
    process = start(path, out, 1)
    _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
