"""All weeks and tasks of the course, as their manifests state them.

>>> week = Course.open().week("week-12")
>>> week.task("softmax").points
10
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from autograder.course.manifest import read_week
from autograder.course.tasks import HOME, CourseError, Task, Week, named

__all__ = ["HOME", "Course", "CourseError", "Task", "Week", "did_you_mean"]


def did_you_mean(name: str, names: Sequence[str]) -> str:
    """A sentence on the name that is most like the one given, or ends in it; nothing where none is.

    >>> did_you_mean("12", ["week-12", "week-20"])
    ' Did you mean week-12?'
    """
    ends = [each for each in names if each.endswith((f"-{name}", f"/{name}"))]
    near = ends or difflib.get_close_matches(name, names, 1)
    return f" Did you mean {near[0]}?" if near else ""


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
        return cls(root, tuple(read_week(root, name, names) for name in names))

    def week(self, name: str) -> Week:
        """The week of that name; raises CourseError that lists the names there are."""
        for week in self.weeks:
            if week.name == name:
                return week
        if len(parts := name.replace(",", " ").split()) > 1 and {each.name for each in self.weeks}.issuperset(parts):
            raise CourseError(f"{name!r} names {len(parts)} weeks: give one, or leave WEEK out where all are meant.")
        meant = did_you_mean(name, [week.name for week in self.weeks])
        raise CourseError(f"There is no week {name!r}; the course has {named(self.weeks)}.{meant}")

    def weeks_with(self, task: str, week: str | None = None) -> list[Week]:
        """The weeks that have a task of that name, or the one week named if it has; raises CourseError where none has.

        >>> [week.name for week in Course.open().weeks_with("positions")]
        ['week-12', 'week-20']
        """
        weeks = [self.week(week)] if week else list(self.weeks)
        holding = [each for each in weeks if any(known.name == task for known in each.tasks)]
        if holding:
            return holding
        where = " or ".join(each.name for each in weeks)
        elsewhere = [known.id for known in self.tasks() if known.name == task]
        if elsewhere:
            raise CourseError(f"There is no task {task!r} in {where}; there is {' and '.join(elsewhere)}.")
        names = sorted({known.name for each in weeks for known in each.tasks})
        raise CourseError(
            f"There is no task {task!r} in {where}; there is {', '.join(names)}.{did_you_mean(task, names)}"
        )

    def tasks(self) -> Iterator[Task]:
        for week in self.weeks:
            yield from week.tasks

    def task_of(self, check_file: Path) -> Task | None:
        """The task whose visible or hidden checks stand in that file, if any."""
        return self._by_check_file.get(check_file)

    @cached_property
    def _by_check_file(self) -> dict[Path, Task]:
        return {path: task for task in self.tasks() for path in (task.visible_checks, task.hidden_checks)}

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
