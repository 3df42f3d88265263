"""What the pages are made from: where one student stands in one week, as plain data.

>>> Standing("s1", "Ann", "week-12", "Attention", "absent", None, 0, 100, final="0").handed_in
False
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from autograder.result import Result, TaskResult

STATUSES = ("graded", "absent", "excused", "not_graded")


@dataclass(frozen=True)
class Adjustment:
    """One decision of staff: ``kind`` is "points", "comment", "excused" or "extension"."""

    kind: str
    task: str
    """The task's name; empty if the whole week is meant."""
    old: str
    new: str
    comment: str
    """For the learner to read."""
    by: str
    """For staff: who decided, and in ``at`` when."""
    at: str


@dataclass(frozen=True)
class Standing:
    """One student in one week: the Result, and the mark that came of it; absent, excused and zero are three things."""

    student: str
    """The id: text, whatever it looks like."""
    name: str
    week: str
    title: str
    status: str
    result: Result | None
    score: int
    """The points that the checks gave."""
    max_score: int
    final: str
    """The mark after decisions of staff and days of delay, as exact decimal text; empty where there is none."""
    late: str = ""
    """A sentence such as "2 days late: 20 % less.", or nothing."""
    adjustments: tuple[Adjustment, ...] = ()
    warnings: tuple[str, ...] = ()
    """For staff: what was odd about this hand-in."""
    notes: tuple[str, ...] = ()
    """For the learner: what the hand-in as a whole has to be told."""
    stranger: bool = False
    """Whether there is a roster, and the student is not on it."""
    timed: bool = True
    """Whether it is known when it came, where lateness counts."""
    came: str = ""
    """When it came and when it was due, such as "Handed in 2026-11-02 07:00, deadline 2026-10-31 20:00 (Europe/Rome)";
    nothing where one of them is not known."""

    places: Mapping[str, str] = field(default_factory=dict)
    """For staff: the way to each task's file from the folder of the pages, by the task's name."""
    came_as: Mapping[str, str] = field(default_factory=dict)
    """For staff: the way to each folder, zip or file that came, by what it is called."""

    def __post_init__(self) -> None:
        if self.status not in STATUSES:
            raise ValueError(f"{self.status!r} is no status; known: {', '.join(STATUSES)}.")
        if self.status == "graded" and self.result is None and not self.by_hand:
            raise ValueError(f"{self.student!r} is graded in {self.week}, so a result is needed.")

    @property
    def called(self) -> str:
        """The name, or the id where no name is known."""
        return self.name or self.student

    @property
    def handed_in(self) -> bool:
        return self.result is not None

    @property
    def by_hand(self) -> bool:
        """Whether staff gave the points of the whole week."""
        return any(each.kind == "points" and not each.task for each in self.adjustments)

    @property
    def changed(self) -> bool:
        """Whether the mark is more than what the checks gave."""
        return bool(self.late or self.adjustments or self.final != str(self.score))

    def is_decided(self, task: str) -> bool:
        """Whether staff gave the task's points."""
        return any(each.kind == "points" and each.task == task for each in self.adjustments)

    def points_of(self, task: TaskResult) -> str:
        """What the task counts: the points of its checks, or what staff put in their place."""
        decided = [each.new for each in self.adjustments if each.kind == "points" and each.task == task.task]
        return decided[-1] if decided else str(task.earned)
