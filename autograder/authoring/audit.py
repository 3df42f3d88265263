"""The verb ``audit``: proves every task's graders before any learner meets them.

For each task: the reference and every variant get full marks; the starter gets nothing and counts as not
started; every mistake loses points and is named, and named as nothing else, also in a learner's copy, where only
what was recorded is known; answers that do not think (None, the input back, zeros, what the visible checks show) earn
nothing that they should not.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace

from rich.console import Console

from autograder.authoring import idle
from autograder.authoring.findings import COLUMNS, Findings, at_home, line, row, summary
from autograder.authoring.lacking import lacking
from autograder.authoring.points import faults_of
from autograder.authoring.recording import learners_view
from autograder.authoring.slips import slips
from autograder.authoring.source import TaskSource
from autograder.authoring.visible import visible_checks
from autograder.checks.info import info_of
from autograder.checks.mistakes import Cell, mistakes_of, variants_of
from autograder.checks.session import Session
from autograder.course import Course, CourseError, Task, Week
from autograder.grade import Grader
from autograder.intake.submission import Source
from autograder.launch import Launcher, open_launcher
from autograder.quiz.paper import wrapped
from autograder.quiz.places import weeks_with_bank
from autograder.quiz.proof import LEGEND, prove, table
from autograder.result import TaskResult

MIN_VARIANTS = 3
VISIBLE_SHARE = (0.25, 0.6)


def audit_course(week: str | None = None, task: str | None = None, course: Course | None = None) -> int:
    """Audits the tasks asked for, prints a table and every breach; returns the exit status."""
    course = course or Course.open()
    console = Console(highlight=False, soft_wrap=True)
    chosen = _chosen(course, week, task)
    console.print(line("", "task", *COLUMNS))
    findings = []
    with contextlib.closing(open_launcher()) as launcher:
        for finding in audit_tasks(course, launcher, chosen):
            findings.append(finding)
            console.print(row(finding))
    breaches = [breach for finding in findings for breach in finding.breaches]
    breaches += faults_of(each for each in course.weeks if any(task.week == each.name for task in chosen))
    if task is None:
        breaches += _of_banks(course, week, console)
    for breach in breaches:
        console.print(f"✗ {breach}", markup=False)
    console.print(at_home(findings))
    console.print(summary(findings, breaches))
    return 1 if breaches else 0


def _of_banks(course: Course, week: str | None, console: Console) -> list[str]:
    """The faults of the question banks, after a table of how their rubrics did."""
    weeks = [each for each in weeks_with_bank(course) if week in (None, each.name)]
    proofs = [prove(course, each) for each in weeks]
    if proofs:
        console.print(wrapped(LEGEND), markup=False)
    for proof in proofs:
        console.print("\n".join(table(proof)), markup=False)
    return [fault for proof in proofs for fault in proof.faults]


def _chosen(course: Course, week: str | None, task: str | None) -> list[Task]:
    weeks = course.weeks_with(task, week) if task else [course.week(week)] if week else course.weeks
    return [each for every in weeks for each in every.tasks if task in (None, each.name)]


def audit_tasks(course: Course, launcher: Launcher, tasks: list[Task]) -> Iterator[Findings]:
    """The findings of each task, in order."""
    _demand_visible(tasks)
    weeks = [_with(week, tasks) for week in course.weeks if any(task.week == week.name for task in tasks)]
    with (
        learners_view(course) as view,
        Grader(course, launcher, weeks) as grader,
        Grader(view, launcher, [_with(view.week(week.name), week.tasks) for week in weeks]) as home,
    ):
        for task in tasks:
            yield audit_task(grader, home, task)


def _with(week: Week, tasks: Iterable[Task]) -> Week:
    """The week with these of its tasks alone: one that is being written keeps no other from being proven."""
    ids = {task.id for task in tasks}
    return replace(week, tasks=tuple(task for task in week.tasks if task.id in ids))


def _demand_visible(tasks: Iterable[Task]) -> None:
    for task in tasks:
        if task.hidden_checks.is_file() and not visible_checks(task):
            raise CourseError(
                f"{task.id} has no visible checks, and learners need some: in {task.hidden_checks}, begin the names of "
                "a few with check_ in place of grade_, then `make build`."
            )


def audit_task(grader: Grader, home: Grader, task: Task) -> Findings:
    """Everything that is demanded of one task; ``home`` grades in a learner's copy."""
    started = time.perf_counter()
    findings = Findings(task)
    findings.breaches += (f"{task.id}: {sentence}" for sentence in (*lacking(task), *slips(task)))
    _demand_hints(grader, findings)
    _audit_reference(grader, findings)
    _audit_starter(grader, findings)
    _audit_variants(grader, findings)
    _audit_mistakes(grader, home, findings)
    _audit_idle(grader, findings)
    findings.seconds = time.perf_counter() - started
    return findings


def _demand_hints(grader: Grader, findings: Findings) -> None:
    for info in map(info_of, grader.checks_of(findings.task)):
        findings.demand(bool(info.hint), f'{info.name} has no @pytest.mark.hint("..."): it says what to try.')


def _grade_text(grader: Grader, task: Task, text: str) -> TaskResult:
    return grader.grade_task(task, Session(task, Source(task.filename, text), grader.desk.launcher))


def _audit_reference(grader: Grader, findings: Findings) -> None:
    task = findings.task
    result = _grade_text(grader, task, task.solution.read_text(encoding="utf-8"))
    visible = sum(check.points for check in result.checks if check.visible)
    findings.checks, findings.visible = len(result.checks), visible
    there = task.visible_checks.read_text(encoding="utf-8") if task.visible_checks.is_file() else ""
    findings.demand(there == visible_checks(task), f"{task.visible_checks.name} is stale: run `make build`.")
    low, high = VISIBLE_SHARE
    findings.demand(any(not check.visible for check in result.checks), "there are no hidden checks.")
    findings.demand(
        low <= visible / task.points <= high,
        f"the visible checks are worth {visible} of {task.points} points; between {low:.0%} and {high:.0%} is wanted.",
    )
    _demand_full(findings, result, "the reference")


def _demand_full(findings: Findings, result: TaskResult, who: str) -> None:
    problem = result.first_problem
    reason = f" ({problem.name}: {problem.outcome}, {problem.detail})" if problem else ""
    findings.demand(problem is None, f"{who} gets {result.earned} of {result.points} points{reason}.")


def _audit_starter(grader: Grader, findings: Findings) -> None:
    text = TaskSource.read(findings.task).starter()
    result = _grade_text(grader, findings.task, text)
    findings.demand(
        result.earned == 0 and result.status == "not_started",
        f"the untouched starter gets {result.earned} points and counts as {result.status}.",
    )


def _audit_variants(grader: Grader, findings: Findings) -> None:
    cells = variants_of(findings.task)
    findings.variants = len(cells)
    wanted = f"write them into {findings.task.known_answers} (`# %% right: its-name`)."
    findings.demand(len(cells) >= MIN_VARIANTS, f"{len(cells)} variants; at least {MIN_VARIANTS} are wanted: {wanted}")
    for cell in cells:
        _demand_full(findings, _grade_text(grader, findings.task, cell.source), f"the variant {cell.name}")


def _audit_mistakes(grader: Grader, home: Grader, findings: Findings) -> None:
    cells = mistakes_of(findings.task)
    findings.mistakes = len(cells)
    wanted = f"write them into {findings.task.known_answers} (`# %% its-name`)."
    findings.demand(bool(cells), f"there are no mistakes to catch: {wanted}")
    for cell in cells:
        result = _grade_text(grader, findings.task, cell.source)
        findings.demand(result.earned < result.points, f"the mistake {cell.name} gets full marks.")
        names = _names(result)
        findings.named += names == {cell.name}
        found = ", ".join(sorted(names)) or "nothing"
        findings.demand(names == {cell.name}, f"the mistake {cell.name} is named as {found}{_outcomes(result)}.")
        if any(check.visible and check.mistake == cell.name for check in result.checks):
            findings.seen += 1
            _audit_at_home(home, findings, cell)


def _audit_at_home(home: Grader, findings: Findings, cell: Cell) -> None:
    """Visible checks alone may not tell two mistakes apart; then none is named, but never another."""
    task = home.course.week(findings.task.week).task(findings.task.name)
    names = _names(_grade_text(home, task, cell.source))
    findings.home += names == {cell.name}
    found = ", ".join(sorted(names))
    findings.demand(names <= {cell.name}, f"the mistake {cell.name} is named as {found} in a learner's copy.")


def _names(result: TaskResult) -> set[str]:
    return {check.mistake for check in result.checks if check.mistake}


def _outcomes(result: TaskResult) -> str:
    failing = [f"{check.name}: {check.outcome}" for check in result.checks if check.outcome != "passed"]
    return f" (not passed: {', '.join(failing)})" if failing else ""


def _audit_idle(grader: Grader, findings: Findings) -> None:
    """Answers that do not think earn nothing; one that repeats the visible checks earns no hidden check."""
    task = findings.task
    for name, session in idle.sessions(task):
        result = grader.grade_task(task, session)
        won = [check.name for check in result.checks if check.outcome == "passed"]
        findings.demand(not won, f"answering {name} passes {', '.join(won)}. Give it a second input that tells.")
    for what, text in idle.files(task):
        won = [check.name for check in _grade_text(grader, task, text).checks if check.outcome == "passed"]
        findings.demand(not won, f"functions that {what} pass {', '.join(won)}. Give it a second input that tells.")
    parrot = idle.parrot(task)
    grader.grade_task(task, parrot.lesson)
    result = grader.grade_task(task, parrot)
    won = [check.name for check in result.checks if check.outcome == "passed" and not check.visible]
    findings.demand(not won, f"repeating the visible checks' answers passes {', '.join(won)}.")
