"""A hand-in as it comes: find the task files in it and read them safely, as text.

>>> Submission.open(Path("exercises")).source(task).problem is None
True
"""

from __future__ import annotations

import codecs
import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path

from autograder.course import Task
from autograder.outcomes import LearnerError, Missing, Problem

MAX_BYTES = 100 << 10
CODECS = {"utf-8", "ascii", "iso8859-1", "iso8859-15", "cp1252"}
"""What a coding cookie may name: codecs in which Python code is the text that one sees."""
COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")


class SubmissionError(Exception):
    """Raised when a path is no submission; its sentence says what was looked for."""


@dataclass(frozen=True)
class Source:
    """The text of a task's file, or the problem that every check of the task will report."""

    file: str
    text: str = ""
    problem: Problem | None = None


@dataclass(frozen=True)
class Submission:
    """A folder with task files in ``<week>/``, in ``exercises/<week>/`` or at its top; or one single file."""

    path: Path

    @classmethod
    def open(cls, path: Path) -> Submission:
        """Raises SubmissionError if there is nothing at that path."""
        if not path.exists():
            raise SubmissionError(f"There is nothing at {path}. Give a folder with your task files, or one file.")
        return cls(path)

    def find(self, task: Task) -> Path | None:
        """Where the task's file lies, if anywhere."""
        if not self.path.is_dir():
            return self.path if self.path.name == task.filename else None
        for folder in self._folders(task.week):
            candidate = folder / task.filename
            if os.path.lexists(candidate):
                return candidate
        return None

    @property
    def name(self) -> str:
        """The path as text that can be written anywhere."""
        return os.fsencode(self.path.as_posix()).decode("utf-8", "backslashreplace")

    def _folders(self, week: str) -> tuple[Path, ...]:
        """Where a week's files may lie; a link could lead out of the submission, so it is none of them."""
        exercises = self.path / "exercises"
        inside = [*([] if exercises.is_symlink() else [exercises / week]), self.path / week]
        return (*(folder for folder in inside if not folder.is_symlink()), self.path)

    def has_week_folder(self, week: str) -> bool:
        """Whether the submission says by its folders that it holds that week."""
        return any(folder.is_dir() for folder in self._folders(week) if folder != self.path)

    def source(self, task: Task) -> Source:
        """The task's text; a missing or unreadable file comes as a Source with a problem, never as an error."""
        path = self.find(task)
        if path is None:
            return Source(task.filename, problem=Missing(self._missing(task)))
        return read(path)

    def _missing(self, task: Task) -> str:
        folders = [folder for folder in self._folders(task.week) if folder.is_dir()]
        names = sorted({path.name for folder in folders for path in folder.iterdir()})
        similar = [name for name in names if name.lower().startswith(task.name) and name != task.filename]
        found = f" There is {', '.join(similar[:3])}: rename it." if similar else ""
        return f"There is no {task.filename} in this submission.{found}"


def read(path: Path) -> Source:
    """Reads one regular file of at most 100 KB as Python source; links and devices are not followed."""
    try:
        return Source(path.name, _decode(_bytes(path), path.name))
    except Problem as problem:
        return Source(path.name, problem=problem)


def _bytes(path: Path) -> bytes:
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        raise LearnerError(f"{path.name} cannot be read: {error.strerror}. Hand in a plain file.") from error
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise LearnerError(f"{path.name} is a folder or a device. Hand in a plain Python file of that name.")
        data = os.read(descriptor, MAX_BYTES + 1)
    finally:
        os.close(descriptor)
    if len(data) > MAX_BYTES:
        raise LearnerError(f"{path.name} is larger than {MAX_BYTES >> 10} KB. Hand in the code alone, without data.")
    return data


def _decode(data: bytes, name: str) -> str:
    codec = _codec(data, name)
    try:
        text = data.decode(codec)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise LearnerError(
            f"Line {line} of {name} holds a byte that is not {codec.upper()}. Save the file as UTF-8.", line
        ) from error
    if "\0" in text:
        raise LearnerError(f"{name} holds a zero byte: this is no Python text. Save it again from your editor.")
    return text.removeprefix("\ufeff")


def _codec(data: bytes, name: str) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise LearnerError(f"{name} is saved as UTF-16. Save it as UTF-8.")
    for line in data.split(b"\n", 2)[:2]:
        cookie = COOKIE.match(line)
        if cookie:
            named = cookie[1].decode()
            codec = _known_codec(named)
            if codec is None:
                raise LearnerError(f"{name} names the encoding {named}. Save it as UTF-8 and remove that line.", 1)
            return codec
    return "utf-8"


def _known_codec(name: str) -> str | None:
    """The codec that Python would read a source file with, if it is one of ``CODECS``."""
    if re.match(r"utf[-_]?8", name, re.IGNORECASE):  # an editor may have added -unix or -dos
        return "utf-8"
    try:
        found = codecs.lookup(name).name
    except LookupError:
        return None
    return found if found in CODECS else None
