"""A process that grades by the visible checks alone: a line of JSON asks, a line of JSON answers.

``python -m autograder.public_grader`` stays warm as long as the notebook that asks it. Whoever asks holds the
learner's code, so nothing hidden may be here: not the hidden checks, not what only staff may read.

asked: ``{"task": "week-12/softmax", "text": "def softmax..."}``   answered: a TaskResult, or ``{"said": "why not"}``
"""

from __future__ import annotations

import contextlib
import json
import sys
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import TextIO

from autograder.confine import privileges
from autograder.course import Course, Task, Week
from autograder.launch import open_launcher


@dataclass(frozen=True)
class PublicTask(Task):
    """A task whose hidden checks are not looked for."""

    @property
    def check_files(self) -> list[Path]:
        return [self.visible_checks]


def public(course: Course) -> Course:
    """The same course as somebody sees it who has no hidden checks."""
    return replace(course, weeks=tuple(replace(week, tasks=tuple(map(_public, week.tasks))) for week in course.weeks))


def _public(task: Task) -> PublicTask:
    return PublicTask(**{field.name: getattr(task, field.name) for field in fields(Task)})


def serve(asked: TextIO, answered: TextIO) -> None:
    """Answers line by line until nobody asks any more."""
    privileges.undumpable()
    with contextlib.closing(open_launcher()) as launcher:
        from autograder.checks.session import Session
        from autograder.grade import Grader  # loads torch and pytest, while the launcher warms up
        from autograder.intake.submission import Source

        course = public(Course.open())
        graders: dict[str, Grader] = {}
        for line in asked:
            request = json.loads(line)
            week, task = _find(course, request["task"])
            if week.name not in graders:
                graders[week.name] = Grader(course, launcher, [week])
            session = Session(task, Source(task.filename, request["text"]), launcher)
            result = graders[week.name].grade_task(task, session)
            answered.write(json.dumps(asdict(result)) + "\n")
            answered.flush()


def _find(course: Course, task_id: str) -> tuple[Week, Task]:
    week, _, name = task_id.partition("/")
    found = course.week(week)
    return found, found.task(name)


def main() -> None:
    """Keeps stdout for answers; an error ends the process, and its sentence is the last line of stderr."""
    with open(sys.stdout.fileno(), "w", encoding="utf-8", closefd=False) as answered:
        sys.stdout = sys.stderr
        sys.stdin.reconfigure(encoding="utf-8", errors="surrogatepass")
        serve(sys.stdin, answered)


if __name__ == "__main__":
    main()
