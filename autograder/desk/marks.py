"""The mark that counts: the raw score, the decisions of staff laid over it, and what lateness costs.

It is computed each time from what the gradebook holds, so an extension or a decision taken back changes nothing else.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from autograder.course import Week
from autograder.course.late import Policy, after_penalty
from autograder.desk.gradebook import Gradebook
from autograder.desk.records import HAND_IN, Grading, Override
from autograder.intake.roster import Student
from autograder.report.standing import Adjustment, Standing
from autograder.result import Result


def standing(
    book: Gradebook, student: Student, week: Week, failed: str = "",
    warnings: tuple[str, ...] = (), notes: tuple[str, ...] = (), stranger: bool = False,
    came_as: Mapping[str, str] | None = None,
) -> Standing:  # fmt: skip
    """Where a student stands in a week.

    ``failed`` says why a hand-in that is there could not be graded; ``warnings`` are for staff and ``notes`` for the
    learner, beside those of the grading. ``came_as`` is where all that came lies on the disk, by what it is called;
    without it, what was graded.
    """
    grading = book.latest(student.id, week.name)
    overrides = book.overrides(student.id, week.name)
    result = grading.result if grading else None
    deadline = _deadline(week.late, overrides)
    places = grading.places if grading else {}
    graded = {grading.attempt: places[HAND_IN]} if HAND_IN in places else {}
    days, percent = _lateness(grading, week.late, deadline)
    status = _status(grading, overrides, failed)
    return Standing(
        student=student.id,
        name=student.name,
        week=week.name,
        title=week.title,
        status=status,
        result=result,
        score=grading.score if grading else 0,
        max_score=grading.max_score if grading else week.max_score,
        final=after_penalty(_score(result, overrides), percent) if status == "graded" else "",
        late=_late_sentence(days, percent, week.late),
        came=_came(grading, week.late, deadline),
        adjustments=tuple(adjustment(each, result, week, overrides) for each in overrides),
        warnings=(*(grading.warnings if grading else ()), *warnings, *([failed] if failed else [])),
        notes=(*(grading.notes if grading else ()), *notes),
        stranger=stranger,
        places={task: _from(book.folder, place) for task, place in places.items() if task != HAND_IN},
        came_as={label: _from(book.folder, place) for label, place in (came_as or graded).items()},
        timed=week.late is None or grading is None or grading.submitted is not None,
    )


def taken_for_lateness(book: Gradebook, student: Student, week: Week) -> int:
    """What lateness costs a student in that week, in percent."""
    deadline = _deadline(week.late, book.overrides(student.id, week.name))
    return _lateness(book.latest(student.id, week.name), week.late, deadline)[1]


def _from(folder: Path, place: str) -> str:
    """The way to a file from the folder of the pages; as it is where there is none, as between drives."""
    try:
        return Path(os.path.relpath(place, folder)).as_posix()
    except ValueError:
        return place


def _status(grading: Grading | None, overrides: list[Override], failed: str) -> str:
    """Excused or points for the whole week settle it, whatever could be graded."""
    if any(each.kind == "excused" for each in overrides):
        return "excused"
    if any(each.kind == "points" and not each.task for each in overrides):
        return "graded"
    if failed or (grading and not grading.complete):
        return "not_graded"
    return "graded" if grading else "absent"


def _score(result: Result | None, overrides: Sequence[Override]) -> int:
    """The points before lateness: a decision about the week goes before decisions about its tasks."""
    points = {each.task: int(each.value) for each in overrides if each.kind == "points"}
    if "" in points:
        return points[""]
    earned = {task.task: task.earned for task in result.tasks} if result else {}
    return sum((earned | points).values())


def _deadline(policy: Policy | None, overrides: list[Override]) -> datetime | None:
    """The deadline that holds for the student, by the policy's clock: an extension's, else the week's."""
    extended = [datetime.fromisoformat(each.value) for each in overrides if each.kind == "extension"]
    return [*extended, policy.deadline][0] if policy else None


def _lateness(grading: Grading | None, policy: Policy | None, deadline: datetime | None) -> tuple[int, int]:
    """Days late, and what they cost in percent; nothing where the platform does not say when it came."""
    if policy is None or grading is None or grading.submitted is None:
        return 0, 0
    days = policy.days_late(datetime.fromisoformat(grading.submitted), deadline)
    return days, policy.percent(days)


def _came(grading: Grading | None, policy: Policy | None, deadline: datetime | None) -> str:
    """When it came and when it was due, both by the policy's clock; nothing where there is no deadline or no time."""
    if policy is None or deadline is None or grading is None or grading.submitted is None:
        return ""
    try:
        submitted = _clock(datetime.fromisoformat(grading.submitted).astimezone(policy.zone))
    except OverflowError:  # a platform's time at an end of the calendar
        submitted = grading.submitted
    return f"Handed in {submitted}, deadline {moment_of(deadline, policy)}"


def _late_sentence(days: int, percent: int, policy: Policy | None) -> str:
    if not days:
        return ""
    used = min(days, policy.free_days)
    free = "" if not used else ", a free one" if days == 1 else f", {used} of them free"
    cost = f"{percent} % less" if percent else "no points taken"
    return f"{days} {'day' if days == 1 else 'days'} late{free}: {cost}."


def adjustment(override: Override, result: Result | None, week: Week, overrides: Sequence[Override]) -> Adjustment:
    """A decision as pages tell it, with what would count without it; ``overrides`` are all that are in force."""
    new = override.value or ""
    if override.kind == "extension" and week.late:
        new = moment_of(datetime.fromisoformat(new), week.late)
    return Adjustment(
        override.kind, override.task, _old(override, result, week, overrides), new,
        override.comment, override.made_by, override.made_at,
    )  # fmt: skip


def _old(override: Override, result: Result | None, week: Week, overrides: Sequence[Override]) -> str:
    """What would count without the decision, as text."""
    if override.kind == "extension" and week.late:
        return moment_of(week.late.deadline, week.late)
    if override.kind != "points" or result is None:
        return ""
    if not override.task:
        return str(_score(result, [each for each in overrides if each.task]))
    return next((str(task.earned) for task in result.tasks if task.task == override.task), "")


def moment_of(at: datetime, policy: Policy) -> str:
    """A deadline by its own clock, with that clock's name."""
    return f"{_clock(at)} ({policy.zone.key})"


def _clock(at: datetime) -> str:
    """Day and time; with seconds where there are some, a part of one as the next: a second may make a day late."""
    whole = at + timedelta(microseconds=-at.microsecond % 1_000_000)
    return f"{whole:%Y-%m-%d %H:%M:%S}" if whole.second else f"{whole:%Y-%m-%d %H:%M}"
