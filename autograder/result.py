"""The result of grading one submission against one week: plain data, a published schema, the same bytes each time.

>>> Result.from_json(result.to_json()) == result
True
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from autograder.outcomes import NOT_STARTED, PASSED

SCHEMA = "attention-result/v1"
SCHEMA_FILE = Path(__file__).with_name("result.schema.json")
SAFE_LEVELS = ("standard", "strong")
"""Levels of isolation at which the work of strangers may meet hidden checks."""


@dataclass(frozen=True)
class CheckResult:
    """One check: its outcome, its points, and the sentences that explain it."""

    name: str
    title: str
    visible: bool
    points: int
    earned: int
    outcome: str
    message: str
    """For the learner; of a hidden check never its inputs or expected values."""
    hint: str
    mistake: str | None
    line: int | None
    detail: str
    """For staff: everything that is known."""
    seconds: float
    cell: int | None = None
    """Of a notebook: the code cell that ``line`` is counted in."""


@dataclass(frozen=True)
class TaskResult:
    """One task: the sum of its checks; ``points`` is what the manifest says, whatever was handed in."""

    task: str
    title: str
    points: int
    earned: int
    status: str
    file: str
    path: str | None
    notes: tuple[str, ...]
    printed: str
    """What the learner's code printed while it was loaded and during visible checks, head and tail."""
    checks: tuple[CheckResult, ...]

    @property
    def first_problem(self) -> CheckResult | None:
        """The check to work on next: what was tried and is not right before what is not started, visible ones first."""
        open_checks = (check for check in self.checks if check.outcome != PASSED)
        return min(open_checks, key=lambda check: (not check.visible, check.outcome == NOT_STARTED), default=None)

    @property
    def pending(self) -> int:
        """Points whose checks are not here: they run after hand-in."""
        return self.points - sum(check.points for check in self.checks)


@dataclass(frozen=True)
class Result:
    """One submission, one week."""

    week: str
    title: str
    submission: str
    score: int
    max_score: int
    public: dict[str, int]
    tasks: tuple[TaskResult, ...]
    isolation: dict[str, Any]
    grader: dict[str, str]
    started: str
    seconds: float
    schema: str = SCHEMA

    @property
    def passed(self) -> bool:
        """Whether every check that ran has passed."""
        return all(task.status == PASSED for task in self.tasks)

    @property
    def internal(self) -> list[CheckResult]:
        """The checks that we broke ourselves."""
        return [check for task in self.tasks for check in task.checks if check.outcome == "internal"]

    @property
    def pending(self) -> int:
        return sum(task.pending for task in self.tasks)

    def for_learner(self) -> Result:
        """The same without what only staff may read."""
        return replace(self, tasks=tuple(_for_learner(task) for task in self.tasks))

    def to_json(self) -> str:
        """Deterministic JSON with a final newline."""
        return json.dumps(asdict(self), indent=1, ensure_ascii=True, sort_keys=True, allow_nan=False) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Result:
        """The inverse of ``to_json``."""
        data = json.loads(text)
        data["tasks"] = tuple(task_from(task) for task in data["tasks"])
        return cls(**data)


def _for_learner(task: TaskResult) -> TaskResult:
    return replace(task, checks=tuple(check if check.visible else _hidden(check) for check in task.checks))


def _hidden(check: CheckResult) -> CheckResult:
    """Of a hidden check nothing that the learner's code could choose: a line or a duration could be an input."""
    return replace(check, detail="", line=None, cell=None, seconds=0.0)


def task_from(data: dict) -> TaskResult:
    checks = tuple(CheckResult(**check) for check in data["checks"])
    return TaskResult(**{**data, "checks": checks, "notes": tuple(data["notes"])})


def status_of(checks: tuple[CheckResult, ...]) -> str:
    """A task's status: passed, what all checks agree on, or failed; ``internal`` whenever one is ours."""
    outcomes = {check.outcome for check in checks}
    if "internal" in outcomes:
        return "internal"
    return outcomes.pop() if len(outcomes) == 1 else "failed"
