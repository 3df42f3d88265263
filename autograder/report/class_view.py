"""What can be counted in a class, week by week: points, checks that fail, mistakes, and what to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from statistics import median

from autograder.report import words
from autograder.report.standing import Standing
from autograder.result import CheckResult, TaskResult

FAULTS = {
    "internal": "Checks that broke by our own fault",
    "timeout": "Out of time",
    "memory": "Out of memory",
    "crashed": "Crashed",
    "forbidden": "Not done by hand",
}
"""Outcomes that staff should look at, and their headings."""


@dataclass(frozen=True)
class Failing:
    """One check and how many of those graded it does not pass for."""

    task: str
    check: CheckResult
    count: int
    of: int


@dataclass(frozen=True)
class Mistake:
    """One named mistake, what its learners read, and how many they are."""

    task: str
    name: str
    says: str
    students: int


@dataclass(frozen=True)
class Look:
    """One thing to look at: whose it is, and what."""

    standing: Standing
    what: str


@dataclass(frozen=True)
class ClassWeek:
    """The standings of one week."""

    week: str
    title: str
    standings: tuple[Standing, ...]

    @cached_property
    def graded(self) -> list[Standing]:
        """Those whom the checks have graded; who got points by decision alone is not among them."""
        return [each for each in self.standings if each.status == "graded" and each.result is not None]

    @cached_property
    def tasks(self) -> dict[str, list[tuple[Standing, TaskResult]]]:
        """Every task in its order, with the result of each student who was graded."""
        found: dict[str, list[tuple[Standing, TaskResult]]] = {}
        for each in self.graded:
            for task in each.result.tasks:
                found.setdefault(task.task, []).append((each, task))
        return found

    @property
    def max_score(self) -> int:
        return max((each.max_score for each in self.standings), default=0)

    def number(self, status: str) -> int:
        return sum(each.status == status for each in self.standings)

    def median(self) -> str:
        """The middle of the points that the checks gave, exactly: a whole number or a half."""
        scores = [each.score for each in self.graded]
        return f"{median(scores):g}" if scores else "–"

    def failing(self) -> list[Failing]:
        """Checks that somebody does not pass, the most frequent first; tasks that nobody began tell nothing."""
        found = [each for task, results in self.tasks.items() for each in _failing(task, results)]
        return sorted(found, key=lambda each: (-each.count, each.task, each.check.name))

    def mistakes(self) -> list[Mistake]:
        """The named mistakes, the most frequent first."""
        found = [each for task, results in self.tasks.items() for each in _mistakes(task, results)]
        return sorted(found, key=lambda each: (-each.students, each.task, each.name))

    def to_look_at(self) -> dict[str, list[Look]]:
        """Everything that wants a person's eye, by heading; a heading with nothing under it is left out."""
        found = {FAULTS["internal"]: self._with("internal")}
        found["Not graded"] = self._whose(lambda each: each.status == "not_graded")
        found["Nothing handed in"] = self._whose(lambda each: each.status == "absent" and not each.stranger)
        found["Not on the roster"] = self._whose(lambda each: each.stranger and each.status != "absent")
        found["No time of submission, so counted as in time"] = self._whose(lambda each: not each.timed)
        found["Warnings"] = [Look(each, warning) for each in self.standings for warning in each.warnings]
        found["Tried what is refused: files of others, programs, the network"] = self._tasks_in_which(_tried_refused)
        for outcome, heading in FAULTS.items():
            found[heading] = self._with(outcome)
        return {heading: looks for heading, looks in found.items() if looks}

    def _whose(self, holds: Callable[[Standing], bool]) -> list[Look]:
        return [Look(each, "") for each in self.standings if holds(each)]

    def _with(self, outcome: str) -> list[Look]:
        """The students with that outcome in some check, and in which tasks."""
        return self._tasks_in_which(lambda check: check.outcome == outcome)

    def _tasks_in_which(self, holds: Callable[[CheckResult], bool]) -> list[Look]:
        tasks = ((each, _tasks_with(each, holds)) for each in self.standings)
        return [Look(each, ", ".join(names)) for each, names in tasks if names]


def by_week(standings: Iterable[Standing]) -> list[ClassWeek]:
    """The standings of a class, week by week; within a week their order stays."""
    ordered = sorted(standings, key=lambda each: each.week)
    groups = [(week, tuple(group)) for week, group in groupby(ordered, key=lambda each: each.week)]
    return [ClassWeek(week, group[0].title, group) for week, group in groups]


def _tasks_with(of: Standing, holds: Callable[[CheckResult], bool]) -> list[str]:
    tasks = of.result.tasks if of.result else ()
    return [task.task for task in tasks if any(map(holds, task.checks))]


def _tried_refused(check: CheckResult) -> bool:
    """Whether the system refused something that the code tried, and the code did not hide it."""
    return check.outcome != "passed" and "PermissionError" in f"{check.message} {check.detail}"


def _begun(results: Sequence[tuple[Standing, TaskResult]]) -> list[TaskResult]:
    return [task for _, task in results if not words.is_untouched(task)]


def _failing(name: str, results: Sequence[tuple[Standing, TaskResult]]) -> list[Failing]:
    begun = _begun(results)
    open_checks: dict[str, list[CheckResult]] = {}
    for task in begun:
        for check in task.checks:
            if check.outcome != "passed":
                open_checks.setdefault(check.name, []).append(check)
    return [Failing(name, checks[0], len(checks), len(begun)) for checks in open_checks.values()]


def _mistakes(name: str, results: Sequence[tuple[Standing, TaskResult]]) -> list[Mistake]:
    named: dict[str, list[CheckResult]] = {}
    whose: dict[str, set[str]] = {}
    for standing, task in results:
        for check in task.checks:
            if check.mistake:
                named.setdefault(check.mistake, []).append(check)
                whose.setdefault(check.mistake, set()).add(standing.student)
    return [Mistake(name, mistake, _says(checks), len(whose[mistake])) for mistake, checks in named.items()]


def _says(checks: list[CheckResult]) -> str:
    return words.sentence_of_mistake(min(checks, key=lambda check: not check.visible))
