"""A hand-in as it comes: find the task files in it and read them safely, as text.

>>> Submission.open(Path("exercises")).source(task).problem is None
True
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path, PurePosixPath

from autograder.course import Task, Week
from autograder.intake import text
from autograder.intake.names import RULES, squashed
from autograder.intake.trees import Archive, Folder, Single, Tree, TreeError
from autograder.outcomes import LearnerError, Missing, Problem

MAX_BYTES = 100 << 10
NOT_WORK = {"mistakes", "variants"}
"""Folders of the course's own wrong and right answers, which are nobody's hand-in."""


class SubmissionError(Exception):
    """Raised when a path is no submission; its sentence says what was looked for."""


@dataclass(frozen=True)
class Source:
    """The text of a task's file, or the problem that every check of the task will report."""

    file: str
    text: str = ""
    problem: Problem | None = None
    notes: tuple[str, ...] = ()
    """What staff and learner should know of how it was found and read."""


@dataclass(frozen=True)
class Found:
    """A file that stands for a task: its path in the tree, and how it was recognised."""

    name: str
    elsewhere: bool
    """Whether it lies outside the places where task files belong."""
    rule: int
    place: int

    @property
    def rank(self) -> tuple:
        return self.elsewhere, self.rule, self.place, self.name.count("/"), self.name


@dataclass(frozen=True)
class Submission:
    """Task files in ``<week>/``, ``exercises/<week>/`` or at the top; else anywhere, and under nearly their name."""

    name: str
    """The path as text that can be written anywhere."""
    tree: Tree

    @classmethod
    def open(cls, path: Path) -> Submission:
        """Raises SubmissionError if there is nothing at that path, or a zip that cannot be read."""
        if not path.exists():
            raise SubmissionError(f"There is nothing at {path}. Give a folder with your task files, or one file.")
        try:
            return cls(path_as_text(path), tree_at(path))
        except TreeError as error:
            raise SubmissionError(str(error)) from error

    @property
    def is_one_file(self) -> bool:
        return isinstance(self.tree, Single)

    def find(self, task: Task) -> str | None:
        """The path inside the submission of the file that stands for the task, if any."""
        return next((found.name for found in self._candidates(task)), None)

    def path(self, task: Task) -> str | None:
        """Where that file lies, as one would look it up."""
        name = self.find(task)
        return None if name is None else self.tree.shown(name)

    def source(self, task: Task) -> Source:
        """The task's text; a missing or unreadable file comes as a Source with a problem, never as an error."""
        candidates = self._candidates(task)
        if not candidates:
            return Source(task.filename, problem=Missing(f"There is no {task.filename} in this submission."))
        chosen = candidates[0]
        return replace(read(self.tree, chosen.name), notes=(*_how_found(chosen, task), *_also(candidates)))

    def has_week_folder(self, week: str) -> bool:
        """Whether the submission says by its folders that it holds that week."""
        return any(squashed(week) in map(squashed, _folders(name)) for name in self.tree.files)

    def collect(self, week: Week, name: str) -> Collected:
        """Reads every task's text now, under a name of the caller's."""
        sources = {task.name: self.source(task) for task in week.tasks}
        return Collected(name, sources, {task.name: self.find(task) for task in week.tasks})

    def holds(self, tasks: Iterable[Task]) -> bool:
        """Whether there is a file for any of the tasks."""
        return any(self.find(task) is not None for task in tasks)

    def _candidates(self, task: Task) -> list[Found]:
        """The files that stand for the task, the one to take first."""
        if task.id not in self._known:
            wrapping = _wrapping([_folders(name) for name in self.tree.files], task)
            found = (_recognise(name, wrapping, task) for name in self.tree.files)
            self._known[task.id] = sorted((each for each in found if each is not None), key=lambda each: each.rank)
        return self._known[task.id]

    @cached_property
    def _known(self) -> dict[str, list[Found]]:
        return {}


def tree_at(path: Path) -> Tree:
    """What reads the files at a path; raises TreeError for a zip that cannot be read."""
    if path.is_dir():
        return Folder(path)
    return Archive(path) if path.suffix.lower() == ".zip" else Single(path)


def path_as_text(path: Path) -> str:
    return os.fsencode(path.as_posix()).decode("utf-8", "backslashreplace")


def read(tree: Tree, name: str) -> Source:
    """Reads one regular file of at most 100 KB as Python source."""
    file = PurePosixPath(name).name
    try:
        data = tree.read(name, MAX_BYTES)
        if len(data) > MAX_BYTES:
            raise LearnerError(f"{file} is larger than {MAX_BYTES >> 10} KB. Hand in the code alone, without data.")
        return Source(file, text.decode(data, file))
    except Problem as problem:
        return Source(file, problem=problem)


def _folders(name: str) -> tuple[str, ...]:
    return PurePosixPath(name).parent.parts


def _wrapping(all_folders: list[tuple[str, ...]], task: Task) -> int:
    """How many folders are wrapped around everything, as a zip of a folder has them."""
    known = {squashed(name) for name in ("exercises", task.week, *task.weeks_beside)}
    depth = 0
    while len({folders[depth : depth + 1] for folders in all_folders}) == 1:
        here = all_folders[0][depth : depth + 1]
        if not here or squashed(here[0]) in known:
            break
        depth += 1
    return depth


def _recognise(name: str, wrapping: int, task: Task) -> Found | None:
    """How a file stands for the task: by the strictest rule that reads its name so; None if it does not."""
    rule = next((index for index, rule in enumerate(RULES) if rule(name) == task.filename), None)
    folders = _folders(name)[wrapping:]
    if rule is None or NOT_WORK & set(folders) or _of_another_week(folders, task):
        return None
    belongs = (("exercises", task.week), (task.week,), ())
    if folders in belongs:
        return Found(name, False, rule, belongs.index(folders))
    in_week = squashed(task.week) in map(squashed, folders)
    return Found(name, not in_week, rule, len(belongs))


def _of_another_week(folders: tuple[str, ...], task: Task) -> bool:
    others = {squashed(week) for week in task.weeks_beside}
    return any(squashed(folder) in others for folder in folders)


def _how_found(chosen: Found, task: Task) -> tuple[str, ...]:
    """The warning that a file was taken though its name or place is not what was asked for."""
    if chosen.rule:
        return (f"{chosen.name} was taken for {task.filename}: give it that name.",)
    return (f"{task.filename} was found as {chosen.name}.",) if chosen.elsewhere else ()


def _also(candidates: list[Found]) -> tuple[str, ...]:
    others = [other.name for other in candidates[1:]]
    more = f" and {len(others) - 3} more" if len(others) > 3 else ""
    return (f"Not read: {', '.join(others[:3])}{more}.",) if others else ()


@dataclass(frozen=True)
class Collected:
    """A submission's texts, read beforehand: plain data that can travel to another process or machine."""

    name: str
    sources: Mapping[str, Source]
    """By the task's name."""
    paths: Mapping[str, str | None]

    def source(self, task: Task) -> Source:
        return self.sources[task.name]

    def path(self, task: Task) -> str | None:
        return self.paths[task.name]

    def content_hash(self) -> str:
        """sha256 over all that a grade can depend on: every task's text, or why there is none."""
        read = [(name, each.file, each.text, str(each.problem or ""), each.notes) for name, each in self.sources.items()]
        return hashlib.sha256(json.dumps(read).encode()).hexdigest()
