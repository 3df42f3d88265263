"""The verb ``check``: grade one submission here and now, and say what to do next."""

from __future__ import annotations

import contextlib
import gc
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from autograder.confine import canaries, privileges
from autograder.confine.canaries import Isolation
from autograder.course import Course, CourseError, Task, Week
from autograder.launch import Launcher, open_launcher
from autograder.result import Result
from autograder.submission import Submission, SubmissionError

if TYPE_CHECKING:
    from autograder.grade import Grader

WITNESS_SECONDS = 30.0


def check_work(
    path: Path | None, week: str | None, task: str | None, json_file: Path | None, folder: Path | None, spawn: bool
) -> int:
    """Grades and prints; the exit status says whether everything passed."""
    privileges.undumpable()
    with contextlib.closing(open_launcher(spawn)) as launcher:  # torch warms up there while we load it here
        course = Course.open()
        submission = Submission.open(path or from_here(course.exercises))
        chosen = choose(course, submission, week, task)
        if json_file is not None and len(chosen) != 1:
            raise SubmissionError("--json takes the result of one week: add --week NAME (make: WEEK=NAME).")
        if json_file is not None and not json_file.absolute().parent.is_dir():
            raise SubmissionError(f"{json_file} cannot be written: there is no folder {json_file.parent}.")
        results = grade_here(course, launcher, submission, chosen)
    _print(results)
    _keep(results, json_file, folder)
    return 0 if all(result.passed for result in results) else 1


def _keep(results: list[Result], json_file: Path | None, folder: Path | None) -> None:
    """Writes the Results where that was asked for."""
    files = {} if json_file is None else {json_file: results[0]}
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        files |= {folder / f"{result.week}.json": result for result in results}
    for path, result in files.items():
        path.write_text(result.to_json(), encoding="utf-8")
        print(f"wrote {path}")


def from_here(path: Path) -> Path:
    """The path as one would type it in this folder, where it lies below it."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


Chosen = list[tuple[Week, list[Task]]]
"""The tasks to grade, week by week."""


def choose(course: Course, submission: Submission, week: str | None, task: str | None) -> Chosen:
    """The weeks and tasks to grade: those asked for, else those that the submission speaks of."""
    weeks = [course.week(week)] if week else list(course.weeks)
    if task is not None:
        weeks = _weeks_with(course, weeks, task)
    weeks = weeks if week else _weeks_of(submission, weeks)
    chosen = [(each, _tasks_of(submission, each, task)) for each in weeks]
    if task is None and not any(submission.holds(tasks) for _, tasks in chosen):
        raise SubmissionError(_holds_none(submission, weeks))
    return chosen


def _weeks_with(course: Course, weeks: list[Week], task: str) -> list[Week]:
    holding = [each for each in weeks if any(known.name == task for known in each.tasks)]
    if not holding:
        elsewhere = [known.id for known in course.tasks() if known.name == task]
        names = ", ".join(elsewhere or sorted({known.name for each in weeks for known in each.tasks}))
        raise CourseError(f"There is no task {task!r} in {', '.join(each.name for each in weeks)}; there is {names}.")
    return holding


def _tasks_of(submission: Submission, week: Week, task: str | None) -> list[Task]:
    """One task if it is named; of a single file the one that it answers; else all of the week's."""
    if task is not None:
        return [week.task(task)]
    if submission.is_one_file:
        return [known for known in week.tasks if submission.find(known)]
    return list(week.tasks)


def _weeks_of(submission: Submission, weeks: list[Week]) -> list[Week]:
    """Weeks that the submission has a folder for; else those whose task files lie flat in it."""
    by_folder = [week for week in weeks if submission.has_week_folder(week.name)]
    found = by_folder or [week for week in weeks if submission.holds(week.tasks)]
    if not found:
        raise SubmissionError(_holds_none(submission, weeks))
    if len(found) > 1 and not by_folder:
        raise SubmissionError(f"{submission.name} could belong to several weeks: add --week NAME (make: WEEK=NAME).")
    return found


def _holds_none(submission: Submission, weeks: list[Week]) -> str:
    """That no task file is there."""
    sentence = f"{submission.name} holds no task file of {' or '.join(week.name for week in weeks)}."
    if submission.is_one_file:
        return f"{sentence} A single file must have its task's name, such as {weeks[0].tasks[0].filename}."
    return sentence


def grade_here(course: Course, launcher: Launcher, submission: Submission, chosen: Chosen) -> list[Result]:
    """One Result a week, with the isolation that this machine was seen to give."""
    grader_class = load_grader()
    isolation = measure(launcher, course)
    with grader_class(course, launcher, [week for week, _ in chosen], isolation) as grader:
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
    from autograder import wire

    worker = launcher.start(seconds=WITNESS_SECONDS, memory_mb=512)
    try:
        layers = wire.decode(worker.first_frame())[1]["layers"]
        with canaries.targets(course.root) as target:
            order = wire.encode({"op": "canaries"}, asdict(target))
            blocked = wire.decode(worker.exchange(order, WITNESS_SECONDS))[1]
    finally:
        worker.end()
    return canaries.level(blocked, layers), layers, blocked


def _print(results: list[Result]) -> None:
    from autograder.report.terminal import render

    console = Console(highlight=False, soft_wrap=True)
    for result in results:
        console.print(render(result, min(console.width, 100)))
