"""One job of the desk, wherever it runs: a hand-in's texts go in as plain data, a Result comes out as JSON."""

from __future__ import annotations

import atexit
from dataclasses import dataclass
from functools import cache
from threading import Lock

from autograder.confine import privileges
from autograder.confine.canaries import Isolation
from autograder.course import Course
from autograder.intake.collected import Collected
from autograder.launch import Launcher, open_launcher
from autograder.result import SAFE_LEVELS

ONE_AT_A_TIME = Lock()
"""A process has one grader; a cluster's worker may well have several threads."""


class NotGraded(Exception):
    """Raised when a machine may not or cannot grade; its sentence says why."""


@dataclass(frozen=True)
class Job:
    """A submission to grade against one week, by the grader that has this hash."""

    week: str
    grader: str
    submission: Collected
    any_level: bool = False


def grade(job: Job) -> str:
    """The Result as JSON; raises NotGraded where isolation is too weak or the course is another one."""
    with ONE_AT_A_TIME:
        return _grade(_desk(), job)


def _grade(desk: _Desk, job: Job) -> str:
    if not job.any_level and desk.isolation.level not in SAFE_LEVELS:
        raise NotGraded(weak(desk.isolation.level))
    week = desk.course.week(job.week)
    if week.content_hash() != job.grader:
        raise NotGraded(f"The grading machine's copy of {job.week} differs from the one here: update it.")
    return desk.grader.grade(job.submission, week).to_json()


def level() -> str:
    """The isolation level that this process can give."""
    with ONE_AT_A_TIME:
        return _desk().isolation.level


def weak(level: str) -> str:
    return (
        f"Isolation on this machine is {level}, so hidden answers could be read by what students hand in. "
        "`make doctor` says what is missing; ANY_LEVEL=1 (without make: --any-level) grades all the same."
    )


class _Desk:
    """The process's own launcher and grader, warm from the first job to the last."""

    def __init__(self, launcher: Launcher):
        from autograder.checking import measure
        from autograder.grade import Grader

        self.course = Course.open()
        self.isolation: Isolation = measure(launcher, self.course)
        self.grader = Grader(self.course, launcher, isolation=self.isolation)


@cache
def _desk() -> _Desk:
    privileges.undumpable()
    launcher = open_launcher()
    atexit.register(launcher.close)
    return _Desk(launcher)
