"""The verb ``sentences``: everything that a learner may read of a task, in one sitting, for those who write it.

For each task its hints; each check's title and hint; and what is said to each known mistake, by the first check that
meets it, as the mistake itself makes it come out.
"""

from __future__ import annotations

import contextlib
import textwrap
from collections.abc import Iterable, Iterator

from autograder.authoring.source import TaskSource
from autograder.checks.info import info_of
from autograder.checks.mistakes import mistakes_of
from autograder.checks.session import Session
from autograder.course import Course, Task
from autograder.grade import Grader
from autograder.intake.source import Source
from autograder.launch import Launcher, open_launcher
from autograder.plain import plain
from autograder.report.words import said, to_try

WIDTH = 80


def print_sentences(week: str | None = None, task: str | None = None, course: Course | None = None) -> int:
    """Prints them, task by task; returns the exit status."""
    course = course or Course.open()
    weeks = course.weeks_with(task, week) if task else [course.week(week)] if week else list(course.weeks)
    chosen = [each for every in weeks for each in every.tasks if task in (None, each.name)]
    with contextlib.closing(open_launcher()) as launcher, Grader(course, launcher, weeks) as grader:
        for each in chosen:
            print("\n".join([f"\n{each.id} · {each.title}", *_wrapped(_of_task(each, grader, launcher))]))
    return 0


Said = tuple[str, str]
"""What a sentence belongs to, and the sentence."""


def _of_task(task: Task, grader: Grader, launcher: Launcher) -> Iterator[Said]:
    for number, hint in enumerate(TaskSource.read(task).hints(), 1):
        yield f"hint {number}", hint
    for info in map(info_of, grader.checks_of(task)):
        yield f"{info.name} ({'visible' if info.visible else 'hidden'})", " ".join((info.title, info.hint))
    for mistake in mistakes_of(task):
        result = grader.grade_task(task, Session(task, Source(task.filename, mistake.source), launcher))
        found = result.first_problem
        yield f"mistake {mistake.name}", " Try: ".join(filter(None, (said(found), to_try(found)))) if found else "-"


def _wrapped(sentences: Iterable[Said]) -> Iterator[str]:
    for what, sentence in sentences:
        yield f"  {what}"
        yield textwrap.fill(plain(sentence), WIDTH, initial_indent="    ", subsequent_indent="    ")
