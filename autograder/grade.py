"""The one way to grade: a submission and a week go in, a ``Result`` comes out.

>>> with Grader(course, launcher) as grader:
...     result = grader.grade(Submission.open(Path("exercises")), course.week("week-12"))
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import asdict, replace
from datetime import UTC, datetime

import pytest
import torch
from _pytest.runner import runtestprotocol

import autograder
from autograder import wording
from autograder.checks.collecting import collect, configure
from autograder.checks.info import info_of
from autograder.checks.mistakes import Mistake
from autograder.checks.plugin import ENDING, Desk, Ending
from autograder.checks.session import Session, StandIn
from autograder.confine.canaries import Isolation
from autograder.course import Course, CourseError, Task, Week
from autograder.intake.submission import Source, Submission
from autograder.launch import Launcher, LaunchError
from autograder.outcomes import INTERNAL, PASSED, Mismatch
from autograder.result import CheckResult, Result, TaskResult, status_of

OUR_FAULTS = (LaunchError, CourseError, OSError, MemoryError)
ODD_FORM = "what came back has not the form that is asked for; look at types, shapes and keys."


class Grader:
    """Checks collected once, run for as many submissions as come."""

    def __init__(
        self,
        course: Course,
        launcher: Launcher,
        weeks: Iterable[Week] | None = None,
        isolation: Isolation | None = None,
    ):
        torch.set_num_threads(1)  # the same sums on every machine, and one core a grading process
        self.course = course
        self.desk = Desk(course, launcher)
        self.isolation = isolation
        self.weeks = tuple(weeks or course.weeks)
        self._config = configure(self.desk, course.root)
        self._items = collect(self._config, course, self.weeks)

    def __enter__(self) -> Grader:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the last session; the launcher is its opener's to close."""
        self.desk.close_session()
        self._config._ensure_unconfigure()

    def grade(self, submission: Submission, week: Week, tasks: Iterable[Task] | None = None) -> Result:
        """Runs every check of the week's tasks (or of those given) on the submission."""
        started, clock = datetime.now(UTC), time.perf_counter()
        self.desk.submission = submission
        graded = tuple(self.grade_task(task) for task in tasks or week.tasks)
        return result_of(week, submission.name, graded, self.isolation, started, time.perf_counter() - clock)

    def grade_task(self, task: Task, session: Session | None = None) -> TaskResult:
        """Runs the checks of one task, in a worker of its own (or in the session given)."""
        self.desk.use(session or Session(task, self.desk.submission.source(task), self.desk.launcher))
        source = self.desk.session(task).source
        endings = self._endings(task)
        self._clear_of_blame(endings, task)
        self.desk.diagnosis(task).begin()
        self.desk.close_session()
        checks = tuple(_placed(self._judged(ending, endings, task), source) for ending in endings)
        return TaskResult(
            task=task.name,
            title=task.title,
            points=task.points,
            earned=sum(check.earned for check in checks),
            status=status_of(checks),
            file=source.file,
            path=self.desk.submission.path(task) if self.desk.submission else None,
            notes=(*source.notes, *wording.notes(endings)),
            printed=wording.printed(endings),
            checks=checks,
        )

    def checks_of(self, task: Task) -> list[pytest.Item]:
        """The task's checks, visible ones first."""
        return self._items[task.id]

    def _endings(self, task: Task) -> list[Ending]:
        """How each check ended; once the file itself is known to be at fault, that is how the others end, unrun."""
        items, endings = self._items[task.id], []
        session = self.desk.session(task)
        for item, following in zip(items, [*items[1:], None], strict=True):
            if session.broken is None:
                endings.append(self._run(item, following))
            else:
                endings.append(Ending(info_of(item), session.broken.outcome, session.broken, 0.0))
        if session.broken is not None:
            items[0].session._setupstate.teardown_exact(None)
        return endings

    def _run(self, item: pytest.Item, following: pytest.Item | None) -> Ending:
        runtestprotocol(item, log=False, nextitem=following)
        return item.stash[ENDING]

    def _clear_of_blame(self, endings: list[Ending], task: Task) -> None:
        """A check that broke on a value of odd form, and does not break on the reference, was not our fault."""
        for index, (ending, item) in enumerate(zip(endings, self._items[task.id], strict=True)):
            broke_on_a_value = ending.outcome == INTERNAL and ending.calls and not isinstance(ending.error, OUR_FAULTS)
            if broke_on_a_value and self._holds_for_the_reference(item, task):
                endings[index] = replace(ending, outcome=Mismatch.outcome, problem=Mismatch(ODD_FORM))

    def _holds_for_the_reference(self, item: pytest.Item, task: Task) -> bool:
        """Whether the reference passes; where it is not at hand (a learner's copy), the audit has shown that."""
        if not task.solution.is_file():
            return True
        self.desk.use(StandIn(task, self.desk.new_reference(task)._ask))
        return self._run(item, None).outcome == PASSED

    # ---- judging

    def _judged(self, ending: Ending, endings: list[Ending], task: Task) -> CheckResult:
        mistake = self._mistake(ending, endings, task)
        info, problem = ending.info, ending.problem
        return CheckResult(
            name=info.name,
            title=info.title,
            visible=info.visible,
            points=info.points,
            earned=info.points if ending.outcome == PASSED else 0,
            outcome=ending.outcome,
            message=wording.message(ending, mistake),
            hint=wording.hint(ending),
            mistake=mistake.name if mistake else None,
            line=problem.line if problem else None,
            detail=wording.detail(ending),
            seconds=round(ending.seconds, 4),
        )

    def _mistake(self, ending: Ending, endings: list[Ending], task: Task) -> Mistake | None:
        if ending.outcome not in ("failed", "error"):
            return None
        calls = {other.info.name: other.calls for other in endings if other.calls}
        return self.desk.diagnosis(task).name(ending.info.name, calls) if ending.calls else None


def result_of(
    week: Week,
    name: str,
    graded: tuple[TaskResult, ...],
    isolation: Isolation | None,
    started: datetime,
    seconds: float,
) -> Result:
    """The Result of a submission of that name whose tasks have been graded."""
    checks = [check for task in graded for check in task.checks]
    return Result(
        week=week.name,
        title=week.title,
        submission=name,
        score=sum(task.earned for task in graded),
        max_score=sum(task.points for task in graded),
        public=_sum(check for check in checks if check.visible),
        tasks=graded,
        isolation=_isolation(isolation),
        grader={"version": autograder.__version__, "content": week.content_hash()},
        started=started.strftime("%Y-%m-%dT%H:%M:%SZ"),
        seconds=round(seconds, 3),
    )


def _placed(check: CheckResult, source: Source) -> CheckResult:
    """Of a notebook: the cell and the line in it, in place of the line of the text that ran."""
    if not source.origins:
        return check
    found = source.origins[check.line - 1] if check.line and check.line <= len(source.origins) else (None, None)
    return replace(check, cell=found[0], line=found[1])


def _isolation(isolation: Isolation | None) -> dict:
    if isolation is None:
        return {"level": "unmeasured"}
    return {**asdict(isolation), "got_through": list(isolation.got_through)}


def _sum(checks: Iterable[CheckResult]) -> dict[str, int]:
    checks = list(checks)
    return {"score": sum(check.earned for check in checks), "max_score": sum(check.points for check in checks)}
