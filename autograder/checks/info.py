"""One check: a function of a course's checks, the task that it belongs to, and what its source says about it.

Files called ``check_<task>.py`` (visible) and ``grade_<task>.py`` (hidden) hold them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from autograder.course import HOME, Course, CourseError, Task
from autograder.stamp import is_pristine

VISIBLE, HIDDEN = PREFIXES = ("check_", "grade_")


@dataclass(frozen=True)
class CheckInfo:
    """What a check's source says about it."""

    name: str
    title: str
    visible: bool
    points: int
    hint: str


class CheckModule(pytest.Module):
    """A file of checks, and the task that they belong to."""

    task: Task

    def funcnamefilter(self, name: str) -> bool:
        """Visible checks are run from the file that `make build` makes of them: graders hold them for this alone."""
        return name.startswith(VISIBLE if self.path.name.startswith(VISIBLE) else HIDDEN)

    def classnamefilter(self, name: str) -> bool:
        return False


class NoChecks(pytest.Module):
    """A file of checks that is collected already."""

    def collect(self) -> list:
        return []


_courses: dict[Path, Course] = {}


def find_task(file: Path) -> Task | None:
    """The task of a file of checks, by where it lies in its course."""
    depth = 3 if file.name.startswith("grade_") else 2
    root = file.parents[depth] if len(file.parents) > depth else None
    if root is None or not (root / "exercises" / file.parent.name / "week.toml").is_file():
        return None
    if root not in _courses:
        _courses[root] = Course.open(root)
    return _courses[root].task_of(file)


def course_of(item: pytest.Item) -> Course:
    """The course that a check belongs to."""
    return _courses[task_of(item).root]


INFO = pytest.StashKey[CheckInfo]()


def task_of(item: pytest.Item) -> Task:
    """The task that a check belongs to."""
    return item.getparent(CheckModule).task


def info_of(item: pytest.Item) -> CheckInfo:
    """What the check's docstring and markers say; raises CourseError where something is missing."""
    if INFO not in item.stash:
        item.stash[INFO] = _read_info(item)
    return item.stash[INFO]


def _read_info(item: pytest.Item) -> CheckInfo:
    doc = (item.function.__doc__ or "").strip()
    if not doc:
        raise CourseError(f"{_written(item)} has no docstring: its first line is what the learner reads.")
    visible = item.originalname.startswith(VISIBLE)
    hint = _marked(item, "hint", "")
    if not visible and not hint:
        raise CourseError(f"{_written(item)} is hidden and has no @pytest.mark.hint: the learner would read nothing.")
    return CheckInfo(item.name, doc.splitlines()[0], visible, _points(item), hint)


def _points(item: pytest.Item) -> int:
    points = _marked(item, "points", None)
    if type(points) is not int or points < 1:
        needs = "@pytest.mark.points(n) with a whole number above 0"
        raise CourseError(f"{_written(item)} needs {needs}, not {points!r}.")
    return points


def _written(item: pytest.Item) -> str:
    """File and name of a check, to mend it there."""
    graders = made_from(item.path, task_of(item))
    return f"{graders}::{item.name}" if graders else item.nodeid


def made_from(path: Path, task: Task) -> str | None:
    """The graders that a file of visible checks was made from, where they are here and nobody has edited it since."""
    graders = graders_here(task)
    return graders if graders and is_pristine(path.read_text(encoding="utf-8", errors="replace")) else None


def graders_here(task: Task) -> str | None:
    """The task's graders in our repository.

    A build looks at visible checks in a folder for the time being, beside which there are none.
    """
    graders = task.hidden_checks.relative_to(task.root)
    return graders.as_posix() if any((root / graders).is_file() for root in (task.root, HOME)) else None


def _marked(item: pytest.Item, marker: str, default: object) -> object:
    mark = item.get_closest_marker(marker)
    return mark.args[0] if mark and mark.args else default
