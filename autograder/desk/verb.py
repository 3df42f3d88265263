"""The verb ``grade``: a class's folder in; gradebook, pages and tables out.

Status 0 when everything that was handed in is graded, whatever the marks; 2 when something is not.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from autograder.course import Course, Week
from autograder.desk import outputs, work
from autograder.desk.gradebook import Gradebook, Reported
from autograder.desk.marks import standing
from autograder.desk.outputs import Report
from autograder.desk.plan import Entry, Plan, Ticket, entries, weeks_of
from autograder.desk.pool import ProcessPool
from autograder.desk.progress import progress
from autograder.desk.run import Batch, Run
from autograder.desk.work import NotGraded
from autograder.intake.layouts import ClassError, read_class
from autograder.report.page import OVERVIEW, Standing
from autograder.report.text import plain
from autograder.result import SAFE_LEVELS
from autograder.roster import Roster, read_roster

BOOK = "gradebook.db"
ROSTER = "roster.csv"
SHOWN = 10
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
    course = Course.open()
    roster = _roster(options)
    found = read_class(options.submissions, options.layout, besides=options.out)
    listed = entries(found, roster)
    if not listed:
        raise ClassError(f"{plain(str(options.submissions))} holds no hand-in.")
    chosen = _asked_for(listed, options.student)
    weeks = weeks_of(course, listed, options.week)
    print(f"{len(found.hand_ins)} hand-ins: {found.told}.")
    ignored = [name for name in found.ignored if name != ROSTER]
    if ignored:
        print(f"Not looked at: {_some(ignored)}.")
    options.out.mkdir(parents=True, exist_ok=True)
    with Gradebook.open(options.out / BOOK) as book:
        _enrol(book, listed, roster)
        plan = Plan(weeks, options.any_level)
        run = _grade(options, book, chosen, plan)
        return _report(options, book, course, plan, listed, run)


def _roster(options: Options) -> Roster:
    """The roster given, or the one that lies beside the hand-ins."""
    beside = options.submissions / ROSTER
    path = options.roster or (beside if beside.is_file() else None)
    if path is None:
        return Roster()
    roster = read_roster(path)
    print(f"{_count(len(roster.students), 'student')} on the roster {plain(str(path))}.")
    return roster


def _asked_for(listed: list[Entry], student: str | None) -> list[Entry]:
    if student is None:
        return listed
    chosen = [each for each in listed if each.student.id == student or each.student.is_called(student)]
    if not chosen:
        raise ClassError(f"There is no hand-in of {student!r}.")
    return chosen


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
            made = plan.ticket(entry, week)
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


# ---------------------------------------------------------------- reporting


def _report(options: Options, book: Gradebook, course: Course, plan: Plan, listed: list[Entry], run: Run) -> int:
    report = _standings(book, course, plan, listed, run)
    before = book.reported()
    changes = [line for each in report.all for line in _change(each, before.get((each.student, each.week)), book)]
    title = f"Class {plain(options.submissions.resolve().name)}"
    written = outputs.write(report, options.out, title, options.worksheets, plan.weeks)
    book.report(_reported(each, book) for each in report.all)
    _say(report, run, changes, options.out, book, written)
    return 2 if any(each.status == "not_graded" for each in report.all) else 0


def _standings(book: Gradebook, course: Course, plan: Plan, listed: list[Entry], run: Run) -> Report:
    names = {*book.weeks(), *(week.name for week in plan.weeks)}
    reported = [week for week in course.weeks if week.name in names]
    handed_in = {entry.student.id: entry for entry in listed}
    students = [student for student, on_roster in book.students() if on_roster or student.id in handed_in]
    marks = {}
    for student in students:
        for week in reported:
            failed = run.failed.get((student.id, week.name)) or _waiting(book, handed_in.get(student.id), week, plan)
            marks[student.id, week.name] = standing(book, student, week, failed)
    return Report(students, reported, marks)


def _waiting(book: Gradebook, entry: Entry | None, week: Week, plan: Plan) -> str:
    """Why a hand-in that is there has no grading yet; empty if it has one, or none is needed."""
    if entry is None or week not in plan.weeks or book.latest(entry.student.id, week.name):
        return ""
    ticket = plan.ticket(entry, week)
    return "" if ticket is None else ticket.refused or "Handed in, and not graded yet."


def _reported(each: Standing, book: Gradebook) -> Reported:
    grading = book.latest(each.student, each.week)
    content, grader = (grading.submission, grading.grader) if grading else ("", "")
    return Reported(each.student, each.week, each.status, each.final, content, grader)


def _change(each: Standing, before: Reported | None, book: Gradebook) -> Iterator[str]:
    """The line that says how a mark differs from the last report's, and why."""
    now = _reported(each, book)
    old, new = (_mark(told.status, told.final) for told in (before or now, now))
    if old == new:
        return
    if not before.submission and now.submission:
        yield f"{plain(each.called)}, {each.week}: {old} → {new} (handed in since)"
        return
    why = [
        *(["another submission"] if now.submission != before.submission else []),
        *(["another grader"] if now.grader != before.grader else []),
    ]
    yield f"{plain(each.called)}, {each.week}: {old} → {new} ({' and '.join(why) or 'a decision, or the deadline'})"


def _mark(status: str, final: str) -> str:
    return final if status == "graded" else status.replace("_", " ")


def _say(report: Report, run: Run, changes: list[str], out: Path, book: Gradebook, written: int) -> None:
    """The last words: what was done, what to look at, where the files are."""
    print(f"\n{_count(run.graded, 'grading')} made, {run.skipped} unchanged and kept.")
    for status, words in (("absent", "nothing handed in"), ("excused", "excused"), ("not_graded", "NOT GRADED")):
        names = [f"{plain(each.called)} ({each.week})" for each in report.all if each.status == status]
        if names:
            print(f"{len(names)} × {words}: {_some(names)}.")
    _say_reasons(report)
    known = {student.id for student, on_roster in book.students() if on_roster}
    strangers = [plain(student.id) for student in report.students if student.id not in known]
    if known and strangers:
        print(f"{len(strangers)} × not on the roster: {_some(strangers)}.")
    if changes:
        print(f"{_count(len(changes), 'mark')} changed since the last report:")
        print("\n".join(f"  {line}" for line in changes))
    looked = sum(bool(each.warnings) for each in report.all)
    print(f"{_count(looked, 'hand-in')} with warnings to look at." if looked else "No warnings.")
    print(f"{_count(written, 'file')} written. Begin with {out / OVERVIEW}")


def _say_reasons(report: Report) -> None:
    reasons = {each.warnings[-1] for each in report.all if each.status == "not_graded" and each.warnings}
    for reason in sorted(reasons)[:SHOWN]:
        print(f"  {plain(reason)}")


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return plain(", ".join(names[:SHOWN])) + more


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
