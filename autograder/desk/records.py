"""What the gradebook keeps, as plain data: gradings, decisions, and what was last reported."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from autograder.result import Result

HAND_IN = ""
"""What the hand-in as a whole is called among the places: no task has that name."""


@dataclass(frozen=True)
class Grading:
    """One grading of one student's week, as it was made."""

    student: str
    week: str
    submission: str
    grader: str
    version: str
    level: str
    graded_at: str
    submitted: str | None
    attempt: str
    score: int
    max_score: int
    complete: bool
    warnings: tuple[str, ...]
    result_json: str
    notes: tuple[str, ...] = ()
    """What the learner should know of the hand-in as a whole."""
    places: Mapping[str, str] = field(default_factory=dict)
    """For staff: where each task's file lay on the disk, by the task's name; under HAND_IN, the hand-in as a whole."""

    @property
    def result(self) -> Result:
        return Result.from_json(self.result_json)


@dataclass(frozen=True)
class Override:
    """A decision of staff about a student's week (or one task of it), apart from what was graded."""

    student: str
    week: str
    task: str
    kind: str
    value: str | None
    """The new points, "yes", the new deadline; None takes an earlier decision of that kind back."""
    comment: str
    made_by: str
    made_at: str


@dataclass(frozen=True)
class Reported:
    """What the last report said of a student's week."""

    student: str
    week: str
    status: str
    final: str
    submission: str
    grader: str
    decisions: int = 0
    """How many decisions of staff had been made, those taken back included."""
