"""A hand-in's files, whatever holds them: a folder, a zip that is never unpacked, one file, or a few of many files.

A tree lists its files by their path inside it, and reads one of them up to a limit; what may not be read is told.

>>> Folder(Path("exercises")).files[:2]
('week-12/README.md', 'week-12/attention.py')
"""

from __future__ import annotations

import os
import stat
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Protocol

from autograder.outcomes import LearnerError

MAX_FILES = 3000
MAX_FOLDERS = 3000
MAX_DEPTH = 12
MAX_NOTES = 5
LITTER = {
    "__macosx", "__pycache__", "node_modules", "venv", "site-packages", ".ds_store", "thumbs.db", "desktop.ini"
}  # fmt: skip


class TreeError(Exception):
    """Raised when a tree cannot be opened at all; its sentence says why."""


class Tree(Protocol):
    """What a hand-in is read from."""

    @property
    def path(self) -> Path:
        """Where it lies on the disk: a folder, a zip or a file."""

    @property
    def files(self) -> tuple[str, ...]:
        """Paths inside the tree with forward slashes: shallow ones first, then by name."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What was left out, and why."""

    def read(self, name: str, limit: int) -> bytes:
        """At most ``limit + 1`` bytes of a file; raises LearnerError if it is no plain file."""

    def time(self, name: str) -> float:
        """When the file was last written, in seconds, as far as the tree knows; else 0."""

    def shown(self, name: str) -> str:
        """The file's path as one would look it up."""


def is_litter(name: str) -> bool:
    """Whether a file or folder of that name is never a learner's work: what systems and tools leave behind."""
    return name.casefold() in LITTER or name.startswith(".")


def by_depth(names: Iterator[str] | list[str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=lambda name: (name.count("/"), name)))


@dataclass(frozen=True)
class Folder:
    """A folder on the disk; links are not followed, and what tools leave behind is not looked into."""

    path: Path

    @cached_property
    def _walked(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        notes: list[str] = []
        found = list(islice(_walk(self.path, notes), MAX_FILES + 1))
        if len(found) > MAX_FILES:
            notes.insert(0, f"There are more than {MAX_FILES} files; the rest was not looked at.")
        return by_depth(found[:MAX_FILES]), at_most(notes)

    @property
    def files(self) -> tuple[str, ...]:
        return self._walked[0]

    @property
    def notes(self) -> tuple[str, ...]:
        return self._walked[1]

    def read(self, name: str, limit: int) -> bytes:
        return read_plain(self.path / name, limit)

    def time(self, name: str) -> float:
        try:
            return os.lstat(self.path / name).st_mtime
        except OSError:
            return 0.0

    def shown(self, name: str) -> str:
        return (self.path / name).as_posix()


def _walk(root: Path, notes: list[str]) -> Iterator[str]:
    """Every entry that is no folder, breadth first; a folder that bears a file's ending is told as an entry."""
    waiting = deque([("", 1)])
    for _ in range(MAX_FOLDERS):
        if not waiting:
            return
        folder, depth = waiting.popleft()
        for entry in _entries(root / folder, notes):
            name = f"{folder}/{entry.name}".lstrip("/")
            if not entry.is_dir(follow_symlinks=False) or PurePosixPath(name).suffix in (".py", ".ipynb"):
                yield name
            elif depth < MAX_DEPTH:
                waiting.append((name, depth + 1))
            else:
                notes.append(f"Below {name} nothing was looked at: that is more than {MAX_DEPTH} folders deep.")
    notes.insert(0, f"There are more than {MAX_FOLDERS} folders; the rest was not looked at.")


def _entries(folder: Path, notes: list[str]) -> list[os.DirEntry]:
    try:
        with os.scandir(folder) as entries:
            return sorted((entry for entry in entries if not is_litter(entry.name)), key=lambda entry: entry.name)
    except OSError as error:
        notes.append(f"The folder {folder.name} cannot be read: {error.strerror}.")
        return []


@dataclass(frozen=True)
class Single:
    """One file as a tree of its own, maybe under another name than on the disk."""

    path: Path
    notes: tuple[str, ...] = ()
    name: str = ""

    @property
    def files(self) -> tuple[str, ...]:
        return (self.name or self.path.name,)

    def read(self, name: str, limit: int) -> bytes:
        return read_plain(self.path, limit)

    def time(self, name: str) -> float:
        return Folder(self.path.parent).time(self.path.name)

    def shown(self, name: str) -> str:
        return self.path.as_posix()


def read_plain(path: Path, limit: int) -> bytes:
    """At most ``limit + 1`` bytes of a regular file; no link is followed and no device is waited for."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise LearnerError(f"{path.name} is a folder or a device. Hand in a plain Python file of that name.")
            with open(descriptor, "rb", closefd=False) as file:
                return file.read(limit + 1)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise LearnerError(f"{path.name} cannot be read: {error.strerror}. Hand in a plain file.") from error


@dataclass(frozen=True)
class Part:
    """Some files of a tree, under names of their own: what one student handed in among many."""

    tree: Tree
    names: Mapping[str, str]
    notes: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        """Its one file, or what all of them lie in."""
        return Path(self.shown(*self.names)) if len(self.names) == 1 else self.tree.path

    @property
    def files(self) -> tuple[str, ...]:
        return by_depth(list(self.names))

    def read(self, name: str, limit: int) -> bytes:
        return self.tree.read(self.names[name], limit)

    def time(self, name: str) -> float:
        return self.tree.time(self.names[name])

    def shown(self, name: str) -> str:
        return self.tree.shown(self.names[name])


def at_most(notes: list[str]) -> tuple[str, ...]:
    more = len(notes) - MAX_NOTES
    return (*notes[:MAX_NOTES], *([f"And {more} more such remarks."] if more > 0 else []))
