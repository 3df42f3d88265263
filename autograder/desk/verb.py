"""The verb ``grade``: a class's folder in; gradebook, pages and tables out.

Status 0 when everything that was handed in is graded, whatever the marks; 2 when something is not; 130 after Ctrl-C.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from autograder.course import Course
from autograder.desk import outputs, work
from autograder.desk.changes import changes, told_now
from autograder.desk.closing import last_words
from autograder.desk.gradebook import Gradebook
from autograder.desk.opening import ROSTER, first_words
from autograder.desk.plan import Entry, NotRead, Plan, Ticket, entries, weeks_of
from autograder.desk.pool import ProcessPool
from autograder.desk.progress import progress
from autograder.desk.refusals import refuse_another_class, refuse_places, refuse_without_roster
from autograder.desk.run import Batch, Run
from autograder.desk.saying import count, say
from autograder.desk.standings import Standings
from autograder.desk.work import NotGraded
from autograder.intake.layouts import ClassError, read_class
from autograder.intake.reading import BOOK
from autograder.intake.roster import Roster, nearest, read_roster, students_called
from autograder.plain import plain
from autograder.result import SAFE_LEVELS

STOPPED = 130
WINDOW = 3
"""Jobs that wait for each process: enough to keep it busy, few enough to keep memory flat."""


@dataclass(frozen=True)
class Options:
    """What was asked for."""

    submissions: Path
    out: Path
    week: str | None = None
    roster: Path | None = None
    jobs: int = 0
    student: str | None = None
    regrade: bool = False
    layout: str | None = None
    executor: str | None = None
    any_level: bool = False
    worksheets: Sequence[Path] = ()


def grade_class(options: Options) -> int:
    """Grades, keeps, reports; returns the exit status."""
    try:
        return _grade_class(options)
    except KeyboardInterrupt:
        say("\nStopped. What was graded is kept, and the same command goes on from here.")
        return STOPPED


def _grade_class(options: Options) -> int:
    course = Course.open()
    refuse_places(options.submissions, options.out)
    roster = _roster(options)
    found = read_class(options.submissions, options.layout)
    listed = entries(found, roster)
    if not listed:
        raise ClassError(f"{plain(str(options.submissions))} holds no hand-in.")
    chosen = _asked_for(listed, options.student)
    weeks = weeks_of(course, listed, options.week)
    for line in first_words(options.submissions, found, listed, roster, weeks, options.week is not None):
        say(line)
    options.out.mkdir(parents=True, exist_ok=True)
    with Gradebook.open(options.out / BOOK) as book:
        refuse_without_roster(book, roster, options.out)
        refuse_another_class(book, (*roster.students, *(entry.student for entry in listed)), options.out)
        _enrol(book, listed, roster)
        book.remember_commands({week.name: command(options, week.name) for week in weeks})
        plan = Plan(weeks, options.any_level)
        run = _grade(options, book, chosen, plan)
        return _report(options, book, Standings(book, course, plan, listed, run))


def command(options: Options, week: str) -> str:
    """What to type for the week again, as make takes it."""
    given = {
        "SUBMISSIONS": options.submissions, "OUT": options.out, "WEEK": week, "ROSTER": options.roster,
        "LAYOUT": options.layout, "WORKSHEET": options.worksheets[0] if len(options.worksheets) == 1 else None,
    }  # fmt: skip
    return " ".join(["make grade", *(f"{name}={shlex.quote(str(value))}" for name, value in given.items() if value)])


def _roster(options: Options) -> Roster:
    """The roster given, or the one that lies beside the hand-ins."""
    beside = options.submissions / ROSTER
    path = options.roster or (beside if beside.is_file() else None)
    if path is None:
        return Roster()
    roster = read_roster(path)
    say(f"{count(len(roster.students), 'student')} on the roster {plain(str(path))}.")
    return roster


def _asked_for(listed: list[Entry], student: str | None) -> list[Entry]:
    """The hand-ins of the student asked for, else all."""
    if student is None:
        return listed
    known = [each.student for each in listed]
    chosen = students_called(known, student)
    if not chosen:
        raise ClassError(f"There is no hand-in of {student!r}.{nearest(known, student)}")
    return [each for each in listed if each.student in chosen]


def _enrol(book: Gradebook, listed: list[Entry], roster: Roster) -> None:
    book.enrol([entry.student for entry in listed if not entry.on_roster], on_roster=False)
    if roster.students:
        book.leave_roster()
        book.enrol(roster.students, on_roster=True)


# ---------------------------------------------------------------- grading


def _grade(options: Options, book: Gradebook, chosen: list[Entry], plan: Plan) -> Run:
    jobs = options.jobs or os.cpu_count() or 1
    with _executor(options.executor, jobs) as (executor, width), progress(len(chosen) * len(plan.weeks)) as tell:
        batch = Batch(_Checked(executor, options.any_level), book, width * WINDOW, options.regrade, tell)
        return batch.grade(_tickets(chosen, plan, batch.run))


def _tickets(chosen: list[Entry], plan: Plan, run: Run) -> Iterator[Ticket]:
    for entry in chosen:
        for week in plan.weeks:
            try:
                made = plan.ticket(entry, week)
            except NotRead as error:
                run.failed[entry.student.id, week.name] = str(error)
                continue
            if made is None:
                run.not_handed_in += 1
            else:
                yield made


class _Checked:
    """An executor whose isolation is asked for before the first job goes out, so that a whole class is not refused."""

    def __init__(self, executor: Executor, any_level: bool):
        self._executor = executor
        self._is_checked = any_level

    def submit(self, *call: object) -> object:
        if not self._is_checked:
            level = _level(self._executor)
            if level not in SAFE_LEVELS:
                raise NotGraded(work.weak(level))
            self._is_checked = True
        return self._executor.submit(*call)


def _level(executor: Executor) -> str:
    try:
        return executor.submit(work.level).result()
    except Exception as error:
        raise NotGraded(f"No grading process could be started: {error}") from error


@contextmanager
def _executor(name: str | None, jobs: int) -> Iterator[tuple[Executor, int]]:
    """The executor asked for, and how many jobs it works on at once."""
    if name is not None:
        from autograder.desk.cluster import cluster

        with cluster(name) as (executor, width):
            yield executor, width
        return
    pool = ProcessPool(jobs)
    try:
        yield pool, jobs
        pool.shutdown()
    except BaseException:
        pool.shutdown(cancel_futures=True)
        raise


def _report(options: Options, book: Gradebook, standings: Standings) -> int:
    report = standings.report()
    now = told_now(report.all, book)
    changed = changes(report.names, book.reported(), now)
    title = f"Class {plain(options.submissions.resolve().name)}"
    written = outputs.write(report, options.out, title, options.worksheets)
    book.report(now.values())
    last_words(report, standings.run, changed, written, options.out)
    return 2 if written.refused or any(each.status == "not_graded" for each in report.now) else 0
