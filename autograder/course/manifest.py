"""A week's manifest, ``exercises/<week>/week.toml``: read, and refused in a sentence where it cannot be meant."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path

from autograder.course.late import AT, LATE_RULES, ZONE, Policy, read_policy
from autograder.course.tasks import CourseError, Task, Week

WEEK_KEYS = {"title", "limits", "task", "deadline"}
TASK_KEYS = {"name", "title", "builds", "points", "by_hand", "seconds", "memory_mb"}
LIMITS = {"seconds": 5, "memory_mb": 1024}
DEADLINE_KEYS = {"at", "zone", *LATE_RULES}
BY_HAND_RULES = ("softmax", "attention")


def _manifest(root: Path, week: str) -> Path:
    return root / "exercises" / week / "week.toml"


def read_week(root: Path, name: str, names: tuple[str, ...]) -> Week:
    path = _manifest(root, name)
    data = _read(path)
    _refuse_unknown(data, WEEK_KEYS, path, "the week")
    limits = LIMITS | _table(data.get("limits", {}), path)
    _refuse_unknown(limits, set(LIMITS), path, "[limits]")
    beside = tuple(other for other in names if other != name)
    entries = _tasks(data.get("task", []), path)
    for number, entry in enumerate(entries, 1):
        _refuse_lacking(entry, number, path)
    read = [_read_task(root, name, entry, limits, path) for entry in entries]
    tasks = tuple(replace(task, weeks_beside=beside) for task in read)
    if not tasks:
        raise CourseError(f"{path}: there are no tasks; add a [[task]].")
    if len({task.name for task in tasks}) != len(tasks):
        raise CourseError(f"{path}: two tasks have the same name.")
    return Week(root, name, data.get("title", name), tasks, _deadline(data.get("deadline"), path))


def _read(path: Path) -> dict:
    try:
        text = path.read_text(encoding="utf-8-sig")
        return tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise CourseError(f"{path}: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise CourseError(f"{path}: {_form_of_a_deadline(text, str(error)) or error}") from error


def _form_of_a_deadline(text: str, error: str) -> str | None:
    """How a time or a zone is written, where TOML stumbled over one; its own sentence says nothing of that."""
    found = re.search(r"at line (\d+)", error)
    line = text.split("\n")[int(found[1]) - 1] if found else ""
    key = re.match(r"\s*(at|zone)\s*=", line)
    return {"at": AT, "zone": f"{ZONE}."}[key[1]] + f" (line {found[1]})" if key else None


def _table(value: object, path: Path, name: str = "limits") -> dict:
    if not isinstance(value, dict):
        raise CourseError(f"{path}: {name} must be a table, [{name}].")
    return value


def _deadline(table: object, path: Path) -> Policy | None:
    """The late policy of ``[deadline]``, where there is one."""
    if table is None:
        return None
    table = _table(table, path, "deadline")
    _refuse_unknown(table, DEADLINE_KEYS, path, "[deadline]")
    try:
        return read_policy(table)
    except ValueError as error:
        raise CourseError(f"{path}: {error}") from error


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
    settings = limits | {key: entry[key] for key in LIMITS if key in entry}
    _check_task(entry, settings, path)
    rule = entry.get("by_hand")
    if rule is not None and rule not in BY_HAND_RULES:
        raise CourseError(f"{path}: by_hand = {rule!r} is unknown; known: {', '.join(BY_HAND_RULES)}.")
    builds = entry.get("builds", entry["title"])
    return Task(root, week, entry["name"], entry["title"], entry["points"], rule, **settings, builds=builds)


def _tasks(value: object, path: Path) -> list[dict]:
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise CourseError(f"{path}: a task is written as [[task]], with two brackets on each side.")
    return value


def _refuse_lacking(entry: dict, number: int, path: Path) -> None:
    missing = {"name", "title", "points"} - set(entry)
    if missing:
        which = f"the [[task]] {entry['name']!r}" if "name" in entry else f"[[task]] number {number}"
        raise CourseError(f"{path}: {which} lacks {', '.join(sorted(missing))}.")


def _refuse_unknown(data: dict, known: set[str], path: Path, where: str) -> None:
    unknown = set(data) - known
    if unknown:
        listed = ", ".join(sorted(known))
        raise CourseError(f"{path}: {where} has unknown keys: {', '.join(sorted(unknown))}; known: {listed}.")
