"""The verb ``check``: grade one submission here and now, and say what to do next."""

from __future__ import annotations

import contextlib
import gc
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from rich.console import Console

from autograder.confine import canaries, privileges
from autograder.confine.canaries import Isolation
from autograder.course import Course, Task, Week
from autograder.course.manifest import LIMITS
from autograder.intake.handin import ARCHIVES, OTHER_ARCHIVES
from autograder.intake.submission import Submission, SubmissionError
from autograder.launch import Launcher, open_launcher
from autograder.plain import plain
from autograder.report.quote import Quote, of_source
from autograder.result import Result

if TYPE_CHECKING:
    from autograder.grade import Grader

WITNESS_SECONDS = 30.0
"""Trying everything that must not work takes longer than a call of a task may."""


def check_work(
    path: Path | None, week: str | None, task: str | None, json_file: Path | None, folder: Path | None, spawn: bool
) -> int:
    """Grades and prints; the exit status says whether everything passed."""
    privileges.undumpable()
    with contextlib.closing(open_launcher(spawn)) as launcher:  # torch warms up there while we load it here
        course = Course.open()
        submission = Submission.open(path or from_here(course.exercises))
        chosen = choose(course, submission, week, task)
        _refuse_place(json_file, len(chosen))
        with _waiting(sum(len(tasks) for _, tasks in chosen)):
            results = grade_here(course, launcher, submission, chosen)
    _tell(course, submission, zip(results, chosen, strict=True), is_own=path is None and task is None)
    _keep(results, json_file, folder)
    return 0 if all(result.passed for result in results) else 1


def _refuse_place(json_file: Path | None, weeks: int) -> None:
    """Raises SubmissionError, before anything is graded, where the Result could not be written."""
    if json_file is None:
        return
    if weeks != 1:
        raise SubmissionError(
            "The JSON holds the result of one week: say which with WEEK=NAME (without make: --week NAME)."
        )
    if not json_file.absolute().parent.is_dir():
        raise SubmissionError(f"{json_file} cannot be written: there is no folder {json_file.parent}.")


def _tell(course: Course, submission: Submission, graded: Iterable[tuple], is_own: bool) -> None:
    """Prints each week: its table, what was not read, and of a learner's own whole week what follows."""
    console, said = Console(highlight=False, markup=False), set()
    for result, (_, tasks) in graded:
        _print(result, _quotes(course, submission, result))
        for sentence in submission.not_read(tasks):
            if sentence not in said:  # by the week before
                console.print(plain(sentence))
            said.add(sentence)
        if is_own and result.passed:
            _tell_of_questions(course, result.week)
        print()


@contextlib.contextmanager
def _waiting(number: int) -> Iterator[None]:
    """A line for whoever waits at a terminal, gone when the checks have run: an endless loop takes its time."""
    line = f"checking {number} tasks ..." if number > 1 else "checking 1 task ..."
    if not sys.stderr.isatty():
        yield
        return
    print(line, end="\r", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        print(" " * len(line), end="\r", file=sys.stderr, flush=True)


def _keep(results: list[Result], json_file: Path | None, folder: Path | None) -> None:
    """Writes the Results where that was asked for."""
    files = {} if json_file is None else {json_file: results[0]}
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        files |= {folder / f"{result.week}.json": result for result in results}
    for path, result in files.items():
        path.write_text(result.to_json(), encoding="utf-8")
        print(f"wrote {path}")


def _tell_of_questions(course: Course, week: str) -> None:
    """Of a week whose tasks are all right: that questions wait, or when they come back."""
    from autograder.quiz.places import weeks_with_bank
    from autograder.quiz.verb import waiting

    if week not in [each.name for each in weeks_with_bank(course)]:
        return
    again = waiting(course, week)
    if again is None:
        print(f"all right; its questions wait: make quiz WEEK={week}")
    else:
        print(f"{week} is done; its questions come back on {again.isoformat()}")


def from_here(path: Path) -> Path:
    """The path as one would type it in this folder, where it lies below it."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


Chosen = list[tuple[Week, list[Task]]]
"""The tasks to grade, week by week."""


def choose(course: Course, submission: Submission, week: str | None, task: str | None) -> Chosen:
    """The weeks and tasks to grade: those asked for, else those that the submission speaks of."""
    weeks = [course.week(week)] if week else list(course.weeks)
    weeks = weeks if task is None else course.weeks_with(task, week)
    weeks = weeks if week else _weeks_of(submission, weeks)
    chosen = [(each, _tasks_of(submission, each, task)) for each in weeks]
    if task is None and not any(submission.holds(tasks) for _, tasks in chosen):
        raise SubmissionError(_holds_none(submission, weeks))
    return chosen


def _tasks_of(submission: Submission, week: Week, task: str | None) -> list[Task]:
    """One task if it is named; of a single file the one that it answers; else all of the week's.

    A notebook that answers several is the week's, and what is not in it counts as not handed in.
    """
    if task is not None:
        return [week.task(task)]
    answered = [known for known in week.tasks if submission.find(known)] if submission.is_one_file else []
    return answered if len(answered) == 1 else list(week.tasks)


def _weeks_of(submission: Submission, weeks: list[Week]) -> list[Week]:
    """Weeks that the submission has a folder for; else those whose task files lie flat in it."""
    by_folder = [week for week in weeks if submission.has_week_folder(week.name)]
    found = by_folder or submission.weeks_held(weeks)
    if not found:
        raise SubmissionError(_holds_none(submission, weeks))
    if len(found) > 1 and not by_folder:
        names = " or ".join(week.name for week in found)
        which = f"say which with WEEK={found[0].name} (without make: --week {found[0].name})."
        raise SubmissionError(f"{submission.name} could belong to {names}: {which}")
    return found


def _holds_none(submission: Submission, weeks: list[Week]) -> str:
    """That no task file is there."""
    sentence = f"{submission.name} holds no task file of {' or '.join(week.name for week in weeks)}."
    tasks = (task for week in weeks for task in week.tasks)
    if astray := submission.answers_astray_together(tasks):
        return " ".join((sentence, *astray))
    packed = [name for name in submission.tree.files if name.lower().endswith((*ARCHIVES, *OTHER_ARCHIVES))]
    if packed:
        return _not_opened(submission, packed[0])
    if submission.is_one_file:
        return f"{sentence} A single file must have its task's name, such as {weeks[0].tasks[0].filename}."
    return sentence


def _not_opened(submission: Submission, name: str) -> str:
    """That an archive is not looked into, or not while it lies in another one or in a folder."""
    which = submission.name if submission.is_one_file else f"{name} in {submission.name}"
    ending = PurePosixPath(name).suffix
    if name.lower().endswith(ARCHIVES):
        return f"{which} is a zip of its own, which is not opened here: give that one, or the folder that you packed."
    return f"{which} is a {ending} archive, which is not opened here: give a .zip, or the folder that you packed."


def grade_here(course: Course, launcher: Launcher, submission: Submission, chosen: Chosen) -> list[Result]:
    """One Result a week, with the isolation that this machine was seen to give."""
    grader_class = load_grader()
    isolation = measure(launcher, course)
    weeks = [replace(week, tasks=tuple(tasks)) for week, tasks in chosen]  # the checks of no other task are read
    with grader_class(course, launcher, weeks, isolation) as grader:
        return [grader.grade(submission, week, tasks) for week, tasks in chosen]


def load_grader() -> type[Grader]:
    """The Grader: this loads torch and pytest, while the launcher warms up.

    Without garbage collection, which would look through a growing heap again and again, and find next to nothing.
    """
    gc.disable()
    try:
        from autograder.grade import Grader
    finally:
        gc.freeze()
        gc.enable()
    return Grader


def measure(launcher: Launcher, course: Course) -> Isolation:
    """The isolation level of this machine, witnessed."""
    return witness(launcher, course)[0]


def witness(launcher: Launcher, course: Course) -> tuple[Isolation, list[str], dict[str, bool]]:
    """A worker tries what student code must not be able to do: the level, the layers, and what was blocked."""
    from autograder.worker import wire

    worker = launcher.start(**LIMITS)  # as most tasks have them: the worker made ready meanwhile is one for a task
    try:
        layers = wire.decode(worker.first_frame())[1]["layers"]
        with canaries.targets(course.root) as target:
            order = wire.encode({"op": "canaries"}, asdict(target))
            blocked = wire.decode(worker.exchange(order, WITNESS_SECONDS))[1]
    finally:
        worker.end()
    return canaries.level(blocked, layers), layers, blocked


def _quotes(course: Course, submission: Submission, result: Result) -> dict[str, Quote]:
    """By the task's name, the line that Python could not read: where a file could not even be loaded."""
    week = course.week(result.week)
    found = {task.task: of_source(submission.source(week.task(task.task)), task) for task in result.tasks}
    return {name: quote for name, quote in found.items() if quote is not None}


def _print(result: Result, quotes: dict[str, Quote]) -> None:
    from autograder.report.terminal import render

    console = Console(highlight=False, soft_wrap=True)
    console.print(render(result, min(console.width, 100), quotes), end="")
