"""Weeks and tasks as their manifests state them; the only place where a path of the course is made.

>>> week = Course.open().week("week-12")
>>> week.task("softmax").points
10
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from autograder.late import YEARS, Policy

HOME = Path(__file__).resolve().parent.parent
"""The repository that this engine belongs to."""

WEEK_KEYS = {"title", "limits", "task", "deadline"}
TASK_KEYS = {"name", "title", "points", "by_hand", "seconds", "memory_mb"}
LIMITS = {"seconds": 5, "memory_mb": 1024}
ENGINE = (".", "confine", "intake", "notebooks", "probes")
"""Folders of the engine that decide a grade; reports, the desk and the authors' tools only show or use it."""
LATE_RULES = ("grace_minutes", "per_day_percent", "free_days")
BY_HAND_RULES = ("softmax", "attention")


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
    def mistakes(self) -> Path:
        """The named wrong answers (hidden)."""
        return self.root / "solutions" / self.week / "mistakes" / self.filename

    @property
    def variants(self) -> Path:
        """The right but different answers (hidden)."""
        return self.root / "solutions" / self.week / "variants" / self.filename

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
        raise CourseError(f"{self.name} has no task {name!r}; its tasks are {_names(self.tasks)}.")

    def content_hash(self) -> str:
        """sha256 over the engine, the tasks' settings and every file that decides a raw score (deadlines do not)."""
        digest = hashlib.sha256(_engine_hash() + self.title.encode())
        for task in self.tasks:
            digest.update(
                f"{task.id} {task.title} {task.points} {task.by_hand} {task.seconds} {task.memory_mb}\n".encode()
            )
            for path in (*task.check_files, task.solution, task.mistakes):
                content = path.read_bytes() if path.is_file() else b""
                digest.update(f"{path.name} {len(content)}\n".encode() + content)
        return digest.hexdigest()


@dataclass(frozen=True)
class Course:
    """All weeks under one root folder."""

    root: Path
    weeks: tuple[Week, ...]

    @classmethod
    def open(cls, root: Path = HOME) -> Course:
        """Reads every ``exercises/<week>/week.toml`` below ``root``; raises CourseError."""
        manifests = sorted((root / "exercises").glob("*/week.toml"))
        if not manifests:
            raise CourseError(f"{root} holds no exercises/<week>/week.toml: this is not a course.")
        names = tuple(path.parent.name for path in manifests)
        return cls(root, tuple(_read_week(root, name, names) for name in names))

    def week(self, name: str) -> Week:
        """The week of that name; raises CourseError that lists the names there are."""
        for week in self.weeks:
            if week.name == name:
                return week
        raise CourseError(f"There is no week {name!r}; the course has {_names(self.weeks)}.")

    def tasks(self) -> Iterator[Task]:
        for week in self.weeks:
            yield from week.tasks

    def task_of(self, check_file: Path) -> Task | None:
        """The task whose visible or hidden checks stand in that file, if any."""
        for task in self.tasks():
            if check_file in (task.visible_checks, task.hidden_checks):
                return task
        return None

    @property
    def exercises(self) -> Path:
        return self.root / "exercises"

    @property
    def solutions(self) -> Path:
        return self.root / "solutions"

    @property
    def attacks(self) -> Path:
        """The hostile files that the confinement is proven with."""
        return self.root / "tests" / "hostile"

    @property
    def opened_hints(self) -> Path:
        """How many hints this learner has opened, a task."""
        return self.root / ".opened-hints.json"


@cache
def _engine_hash() -> bytes:
    """Over the modules through which a file becomes a Result: a mended engine grades anew."""
    engine = HOME / "autograder"
    paths = [path for folder in ENGINE for path in sorted((engine / folder).glob("*.py"))]
    return b"".join(hashlib.sha256(path.read_bytes()).digest() for path in paths)


def _manifest(root: Path, week: str) -> Path:
    return root / "exercises" / week / "week.toml"


def _names(things: tuple[Task, ...] | tuple[Week, ...]) -> str:
    return ", ".join(thing.name for thing in things)


def _read_week(root: Path, name: str, names: tuple[str, ...]) -> Week:
    path = _manifest(root, name)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CourseError(f"{path}: {error}") from error
    _refuse_unknown(data, WEEK_KEYS, path, "the week")
    limits = LIMITS | _table(data.get("limits", {}), path)
    _refuse_unknown(limits, set(LIMITS), path, "[limits]")
    beside = tuple(other for other in names if other != name)
    read = [_read_task(root, name, entry, limits, path) for entry in data.get("task", [])]
    tasks = tuple(replace(task, weeks_beside=beside) for task in read)
    if not tasks:
        raise CourseError(f"{path}: there are no tasks; add a [[task]].")
    if len({task.name for task in tasks}) != len(tasks):
        raise CourseError(f"{path}: two tasks have the same name.")
    return Week(root, name, data.get("title", name), tasks, _read_deadline(data.get("deadline"), path))


def _read_deadline(table: object, path: Path) -> Policy | None:
    """The late policy of ``[deadline]``; raises CourseError unless it can be meant."""
    if table is None:
        return None
    table = _table(table, path, "deadline")
    _refuse_unknown(table, {"at", "zone", *LATE_RULES}, path, "[deadline]")
    at = table.get("at")
    if not isinstance(at, datetime) or at.tzinfo is not None or at.year not in YEARS:
        raise CourseError(f"{path}: [deadline] needs at = 2026-10-31T20:00:00, the wall-clock time without a zone.")
    rules = {name: table.get(name, 0) for name in LATE_RULES}
    for name, value in rules.items():
        if type(value) is not int or value < 0:
            raise CourseError(f"{path}: {name} in [deadline] must be a whole number from 0 on, not {value!r}.")
    return Policy(at, _zone(table.get("zone"), path), **rules)


def _zone(name: object, path: Path) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (TypeError, ValueError, OSError, ZoneInfoNotFoundError) as error:
        raise CourseError(f'{path}: [deadline] needs zone = "Europe/Berlin" or the like, not {name!r}.') from error


def _table(value: object, path: Path, name: str = "limits") -> dict:
    if not isinstance(value, dict):
        raise CourseError(f"{path}: {name} must be a table, [{name}].")
    return value


def _check_task(entry: dict, settings: dict, path: Path) -> None:
    """Raises CourseError unless the values of a [[task]] can be meant."""
    if not isinstance(entry["name"], str) or not re.fullmatch(r"[a-z][a-z0-9_]*", entry["name"]):
        raise CourseError(f"{path}: the task's name {entry['name']!r} must be a Python name in small letters.")
    if type(entry["points"]) is not int or entry["points"] < 1:
        raise CourseError(f"{path}: the points of {entry['name']} must be a whole number above 0.")
    for name, value in settings.items():
        if type(value) not in (int, float) or value <= 0:
            raise CourseError(f"{path}: {name} of {entry['name']} must be a number above 0, not {value!r}.")


def _read_task(root: Path, week: str, entry: dict, limits: dict, path: Path) -> Task:
    _refuse_unknown(entry, TASK_KEYS, path, "[[task]]")
    missing = {"name", "title", "points"} - set(entry)
    if missing:
        raise CourseError(f"{path}: a [[task]] lacks {', '.join(sorted(missing))}.")
    settings = limits | {key: entry[key] for key in LIMITS if key in entry}
    _check_task(entry, settings, path)
    rule = entry.get("by_hand")
    if rule is not None and rule not in BY_HAND_RULES:
        raise CourseError(f"{path}: by_hand = {rule!r} is unknown; known: {', '.join(BY_HAND_RULES)}.")
    return Task(root, week, entry["name"], entry["title"], entry["points"], rule, **settings)


def _refuse_unknown(data: dict, known: set[str], path: Path, where: str) -> None:
    unknown = set(data) - known
    if unknown:
        raise CourseError(f"{path}: {where} has unknown keys: {', '.join(sorted(unknown))}.")
