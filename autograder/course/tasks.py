"""Tasks and weeks, and where their files lie: the only place where a path of the course is made."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from autograder.course.late import Policy

HOME = Path(__file__).resolve().parents[2]
"""The repository that this engine belongs to."""
ENGINE = (".", "checks", "confine", "course", "intake", "launch", "notebooks", "worker", "worker/probes")
"""Folders of the engine that decide a grade; reports, the desk and the authors' tools only show or use it."""


class CourseError(Exception):
    """Raised when the course itself is faulty: a manifest, a grader or a path; never the learner's fault."""


@dataclass(frozen=True)
class Task:
    """One exercise: its name, what it is worth, and where its files lie."""

    root: Path
    week: str
    name: str
    title: str
    points: int
    by_hand: str | None
    seconds: float
    memory_mb: int
    builds: str = ""
    """What the learner builds, in a few words: for the table of tasks."""
    weeks_beside: tuple[str, ...] = ()
    """The course's other weeks: a file in a folder of theirs is not this task's, whatever its name."""

    @property
    def id(self) -> str:
        """``week-12/softmax``: the name that runs through code, message and report."""
        return f"{self.week}/{self.name}"

    @property
    def filename(self) -> str:
        return f"{self.name}.py"

    @property
    def starter(self) -> Path:
        """The file that the learner edits."""
        return self.root / "exercises" / self.week / self.filename

    @property
    def solution(self) -> Path:
        """The single source of statement, starter and reference (hidden)."""
        return self.root / "solutions" / self.week / self.filename

    @property
    def known_answers(self) -> Path:
        """The named wrong answers, and the right but different ones (hidden)."""
        return self.root / "solutions" / self.week / "known" / self.filename

    @property
    def visible_checks(self) -> Path:
        return self.root / "self_checks" / self.week / f"check_{self.name}.py"

    @property
    def recorded_mistakes(self) -> Path:
        """What the mistakes of the week answer to its visible checks, generated from the solutions."""
        return self.root / "self_checks" / self.week / "mistakes.json"

    @property
    def hidden_checks(self) -> Path:
        return self.root / "autograder" / "graders" / self.week / f"grade_{self.name}.py"

    @property
    def check_files(self) -> list[Path]:
        """The visible and, where they are at hand, the hidden checks."""
        return [path for path in (self.visible_checks, self.hidden_checks) if path.is_file()]


@dataclass(frozen=True)
class Week:
    """A course week: its title and its tasks in the order of the syllabus."""

    root: Path
    name: str
    title: str
    tasks: tuple[Task, ...]
    late: Policy | None = None
    """The deadline and what lateness costs, where the manifest states one."""

    @property
    def max_score(self) -> int:
        return sum(task.points for task in self.tasks)

    @property
    def hints(self) -> Path:
        """The learner's hints, generated from the solutions."""
        return self.root / "exercises" / self.name / "hints.toml"

    def task(self, name: str) -> Task:
        """The task of that name; raises CourseError that lists the names there are."""
        for task in self.tasks:
            if task.name == name:
                return task
        raise CourseError(f"{self.name} has no task {name!r}; its tasks are {named(self.tasks)}.")

    def content_hash(self) -> str:
        """sha256 over the engine, the tasks' settings and every file that decides a raw score (deadlines do not)."""
        digest = hashlib.sha256(_engine_hash() + self.title.encode())
        for task in self.tasks:
            digest.update(
                f"{task.id} {task.title} {task.points} {task.by_hand} {task.seconds} {task.memory_mb}\n".encode()
            )
            for path in (*task.check_files, task.solution, task.known_answers):
                content = path.read_bytes() if path.is_file() else b""
                digest.update(f"{path.name} {len(content)}\n".encode() + content)
        return digest.hexdigest()


@cache
def _engine_hash() -> bytes:
    """Over the modules through which a file becomes a Result: a mended engine grades anew."""
    engine = HOME / "autograder"
    paths = [path for folder in ENGINE for path in sorted((engine / folder).glob("*.py"))]
    return b"".join(hashlib.sha256(path.read_bytes()).digest() for path in paths)


def said_task(said: str) -> tuple[str | None, str]:
    """Week, where it is said, and name of a task that is given by its name, its id or its file.

    >>> said_task("softmax.py"), said_task("exercises/week-12/softmax.py")
    ((None, 'softmax'), ('week-12', 'softmax'))
    """
    *folders, name = said.strip().replace("\\", "/").split("/")
    week = folders[-1] if folders and folders[-1] not in ("", ".", "..", "exercises") else None
    return week, name.removesuffix(".py")


def named(things: Iterable[Task | Week]) -> str:
    """Their names, for a sentence."""
    return ", ".join(thing.name for thing in things)
