"""One file of a hand-in, read as text or as a notebook; what is wrong with it comes as a problem for its checks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

from autograder.intake import text
from autograder.intake.trees import Tree
from autograder.notebooks import MAX_FILE, Notebook
from autograder.outcomes import LearnerError, Problem

MAX_BYTES = 100 << 10


@dataclass(frozen=True)
class Source:
    """The text of a task's file, or the problem that every check of the task will report."""

    file: str
    text: str = ""
    problem: Problem | None = None
    notes: tuple[str, ...] = ()
    """What staff and learner should know of how it was found and read."""
    origins: tuple[tuple[int, int], ...] = ()
    """Of a notebook: for each line of the text the code cell that it came from, and its line there."""
    is_unreadable: bool = False
    """Whether the problem is the file itself, of which nothing could be read."""


def read_source(tree: Tree, name: str) -> Source:
    """Reads one regular file of at most 100 KB as Python source."""
    file = PurePosixPath(name).name
    try:
        data = tree.read(name, MAX_BYTES)
        if len(data) > MAX_BYTES:
            raise LearnerError(f"{file} is larger than {MAX_BYTES >> 10} KB. Hand in the code alone, without data.")
        return Source(file, text.decode(data, file))
    except Problem as problem:
        return Source(file, problem=problem, is_unreadable=True)


def read_notebook(tree: Tree, name: str) -> Notebook | Problem:
    file = PurePosixPath(name).name
    try:
        data = tree.read(name, MAX_FILE)
        if len(data) > MAX_FILE:
            raise LearnerError(f"{file} is larger than {MAX_FILE >> 20} MB. Clear its outputs and hand it in again.")
        return Notebook.read(data, file)
    except Problem as problem:
        return problem
