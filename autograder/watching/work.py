"""The watched tasks: what stands in their files now, and what the graders say of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from autograder.checking import choose, measure
from autograder.checks.session import Session
from autograder.course import Course, Task, Week
from autograder.grade import Grader
from autograder.intake.archive import Archive
from autograder.intake.submission import Source, Submission
from autograder.launch import Launcher
from autograder.outcomes import LearnerError, Missing
from autograder.plain import plain
from autograder.result import TaskResult
from autograder.watching.reset import ResetError

SUPERSEDED = "The file was saved again while it was checked."


@dataclass(frozen=True)
class Seen:
    """A task's text as it stood at one moment; ``key`` stands for all that a verdict on it depends on."""

    task: Task
    submission: Submission
    source: Source
    key: str

    @property
    def path(self) -> str | None:
        return self.submission.path(self.task)

    @property
    def is_missing(self) -> bool:
        return isinstance(self.source.problem, Missing)

    @property
    def time(self) -> float:
        """When the file was written, in seconds since 1970, or 0."""
        name = self.submission.find(self.task)
        return self.submission.tree.time(name) if name else 0.0


class _CutShort(Session):
    """A session whose remaining checks end at once when their verdict is no longer wanted."""

    def __init__(self, task: Task, source: Source, launcher: Launcher, is_stale: Callable[[], bool]):
        super().__init__(task, source, launcher)
        self._is_stale = is_stale

    def _ask(self, frame: bytes) -> bytearray:
        if self.broken is None and self._is_stale():
            self.broken = LearnerError(SUPERSEDED)
        return super()._ask(frame)


class Work:
    """A submission that is read anew at each look, and a grader that stays warm."""

    def __init__(self, course: Course, launcher: Launcher, path: Path, week: str | None, task: str | None):
        self.launcher = launcher
        self.path = path
        self._asked = week, task
        self.isolation = measure(launcher, course)
        self._begin(course)

    def _begin(self, course: Course) -> None:
        chosen = choose(course, Submission.open(self.path), *self._asked)
        grader = Grader(course, self.launcher, [week for week, _ in chosen], self.isolation)
        self.course, self._chosen, self._grader = course, chosen, grader
        self.course_folders = _folders(self.tasks)
        """Where the checks lie, and the answers that they compare with."""
        self._hashes = {week.name: week.content_hash() for week, _ in chosen}

    def renew(self) -> None:
        """Reads the course and its checks anew, since one of their files has changed; raises CourseError."""
        earlier = self._grader
        self._begin(Course.open(self.course.root))
        earlier.close()

    def close(self) -> None:
        self._grader.close()

    @property
    def weeks(self) -> list[Week]:
        return [week for week, _ in self._chosen]

    @property
    def tasks(self) -> list[Task]:
        return [task for _, tasks in self._chosen for task in tasks]

    def decides(self, path: Path) -> bool:
        """Whether that file of the course has a say in verdicts."""
        is_manifest = path.name == "week.toml" and path.parent in {task.starter.parent for task in self.tasks}
        return is_manifest or (path.parent in self.course_folders and path.suffix in (".py", ".json"))

    @property
    def is_alive(self) -> bool:
        """Whether the warm process still runs; the launcher starts a new one when it is needed."""
        return self.launcher.alive

    def look(self, tasks: Iterable[Task]) -> list[Seen]:
        """The texts as they stand now; raises SubmissionError while there is nothing at the path."""
        submission = Submission.open(self.path)
        return [self._see(task, submission) for task in tasks]

    def _see(self, task: Task, submission: Submission) -> Seen:
        source = submission.source(task)
        facts = [self._hashes[task.week], task.id, submission.path(task), source.file, source.text, source.notes]
        facts.append(str(source.problem or ""))
        return Seen(task, submission, source, hashlib.sha256(json.dumps(facts).encode()).hexdigest())

    def file_of(self, task: Task) -> Path:
        """The Python file that the task's text stands in, or would; raises ResetError if there is none to write."""
        submission = Submission.open(self.path)
        path = Path(submission.path(task) or task.starter)
        if isinstance(submission.tree, Archive) or path.suffix != ".py":
            raise ResetError(f"{task.name} stands in {plain(path.name)}: only a Python file can be reset.")
        if not path.absolute().is_relative_to(self.path.absolute()):
            raise ResetError(f"There is no {task.filename} in {self.path} to reset.")
        return path

    def grade(self, seen: Seen, is_stale: Callable[[], bool]) -> TaskResult:
        """The verdict on that text; worth nothing once ``is_stale`` has said so."""
        self._grader.desk.submission = seen.submission
        session = _CutShort(seen.task, seen.source, self.launcher, is_stale)
        return self._grader.grade_task(seen.task, session)


def _folders(tasks: Iterable[Task]) -> set[Path]:
    files = (path for task in tasks for path in (*task.check_files, task.solution, task.known_answers))
    return {path.parent for path in files if path.is_file()}
