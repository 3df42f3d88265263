"""The verb ``check``: grade one submission here and now, and say what to do next."""

from __future__ import annotations

import contextlib
from dataclasses import asdict
from pathlib import Path

from rich.console import Console

from autograder.confine import canaries, privileges
from autograder.confine.canaries import Isolation
from autograder.course import Course, CourseError, Task, Week
from autograder.launch import Launcher, open_launcher
from autograder.result import Result
from autograder.submission import Submission, SubmissionError

WITNESS_SECONDS = 30.0


def check_work(path: Path | None, week: str | None, task: str | None, json_file: Path | None, spawn: bool) -> int:
    """Grades and prints; the exit status says whether everything passed."""
    privileges.undumpable()
    with contextlib.closing(open_launcher(spawn)) as launcher:  # torch warms up there while we load it here
        course = Course.open()
        submission = Submission.open(path or _from_here(course.exercises))
        chosen = choose(course, submission, week, task)
        if json_file is not None and len(chosen) != 1:
            raise SubmissionError("--json takes the result of one week: say which with --week.")
        if json_file is not None and not json_file.absolute().parent.is_dir():
            raise SubmissionError(f"{json_file} cannot be written: there is no folder {json_file.parent}.")
        results = grade_here(course, launcher, submission, chosen)
    _print(results)
    if json_file is not None:
        json_file.write_text(results[0].to_json(), encoding="utf-8")
    return 0 if all(result.passed for result in results) else 1


def _from_here(path: Path) -> Path:
    """The path as one would type it in this folder, where it lies below it."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def choose(course: Course, submission: Submission, week: str | None, task: str | None) -> list[tuple[Week, list[Task]]]:
    """The weeks and tasks to grade: those asked for, else those that the submission's layout speaks of."""
    weeks = [course.week(week)] if week else _weeks_of(course, submission)
    if task is None:
        return [(each, list(each.tasks)) for each in weeks]
    holding = [each for each in weeks if any(known.name == task for known in each.tasks)]
    if not holding:
        names = ", ".join(sorted({known.name for each in weeks for known in each.tasks}))
        raise CourseError(f"There is no task {task!r}; there are {names}.")
    return [(each, [each.task(task)]) for each in holding]


def _weeks_of(course: Course, submission: Submission) -> list[Week]:
    """Weeks that the submission has a folder for; else those whose task files lie flat in it."""
    by_folder = [week for week in course.weeks if submission.has_week_folder(week.name)]
    found = by_folder or [week for week in course.weeks if any(map(submission.find, week.tasks))]
    if not found:
        names = ", ".join(task.filename for task in course.tasks())
        raise SubmissionError(f"{submission.path} holds none of the task files ({names}).")
    if len(found) > 1 and not by_folder:
        raise SubmissionError(f"{submission.path} could belong to several weeks: say which with --week.")
    return found


def grade_here(
    course: Course, launcher: Launcher, submission: Submission, chosen: list[tuple[Week, list[Task]]]
) -> list[Result]:
    """One Result a week, with the isolation that this machine was seen to give."""
    from autograder.grade import Grader  # loads torch and pytest, while the launcher warms up

    isolation = measure(launcher, course)
    with Grader(course, launcher, [week for week, _ in chosen], isolation) as grader:
        return [grader.grade(submission, week, tasks) for week, tasks in chosen]


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
