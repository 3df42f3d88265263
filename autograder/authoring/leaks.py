"""Does something that is to be published give an answer away? Searched line by line, however it is wrapped.

The secrets are the lines of every solution region, hidden grader, variant and mistake's code that are said nowhere in
public; a mistake's name and sentence are for learners. They are looked for in texts, in the strings of notebooks and
JSON, in zips, in base64, in recorded replies, in file names, and in every object and message of a git history; what is
no text cannot be searched and counts as a leak.
"""

from __future__ import annotations

import ast
import base64
import binascii
import contextlib
import io
import json
import re
import subprocess
import zipfile
import zlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from autograder.authoring.source import TaskSource
from autograder.authoring.starters import starter
from autograder.authoring.visible import visible_checks
from autograder.checks.mistakes import known_answers
from autograder.course import Course
from autograder.worker.frames import PREFIX, WireError, frame_sizes, is_whole

SHORTEST = 18
"""Shorter lines say too little: every program has a ``return x``."""
EVERYBODYS = re.compile(
    r"\s*(from|import|except|def|class) .*|\s*if isinstance\(\w+, \w+\):"
    r"|\s*(np\.random\.seed|torch\.set_grad_enabled)\(\w+\)"
)
"""Lines that are nobody's secret: any program may have them."""
HIDDEN_PATHS = re.compile(r"(^|/)(solutions|graders|mistakes|variants)(/|$)|(^|/)grade_\w+\.(py|pyc)$")
ESCAPED = re.compile(r"\\[nrt\"'\\]")
ENCODED = re.compile(rb"[A-Za-z0-9+/_-]{40,}={0,2}")
DEEPEST = 4
OF_HISTORY = ("git ", "the git history ")


@dataclass(frozen=True)
class Secrets:
    """Lines that must not be published, without their blanks, and where each comes from."""

    lines: dict[str, str]

    @classmethod
    def of(cls, course: Course) -> Secrets:
        """The secrets of a course: what is hidden, less what its public files say anyway."""
        public = {bare(line) for text in _public_texts(course) for line in text.splitlines()}
        hidden = {
            bare(line): where
            for where, text in _hidden_texts(course)
            for line in text.splitlines()
            if not EVERYBODYS.fullmatch(line)
        }
        return cls({line: where for line, where in hidden.items() if len(line) >= SHORTEST and line not in public})

    @property
    def count(self) -> int:
        return len(self.lines)

    def in_text(self, text: str) -> str | None:
        """The first secret in the text and where it comes from, if there is one."""
        for line in text.splitlines():
            where = self.lines.get(bare(line))
            if where is not None:
                return f"a line of {where}: {line.strip()[:60]}"
        return None


def bare(line: str) -> str:
    """A line without blanks, quotes and commas around it: as it is whatever file it stands in.

    >>> bare('    "x = 1\\\\n",') == bare("x=1")
    True
    """
    return re.sub(r"\s+", "", line.replace("\\n", "")).strip("\"',#")


def _public_texts(course: Course) -> Iterator[str]:
    """Visible checks, and starters as they are made: people write in those of the folder."""
    for task in course.tasks():
        if task.solution.is_file():
            yield starter(TaskSource.read(task))
        yield visible_checks(task)


def _hidden_texts(course: Course) -> Iterator[tuple[str, str]]:
    for task in course.tasks():
        if task.solution.is_file():  # a task of a later week may still be without one
            yield f"the reference of {task.id}", "\n".join(TaskSource.read(task).solutions())
        if task.hidden_checks.is_file():
            name = task.hidden_checks.relative_to(course.root).as_posix()
            yield name, task.hidden_checks.read_text(encoding="utf-8")
        for cell in known_answers(task):
            yield f"the {'variant' if cell.is_right else 'mistake'} {cell.name} of {task.id}", cell.code


# ---------------------------------------------------------------- searching


def search(path: Path, secrets: Secrets, unread: Collection[str] = (), new: Collection[str] = ()) -> list[str]:
    """Every leak in a folder (with its git history) or a file, as a sentence.

    ``unread`` names objects of the history that may be no texts: an instructor's own pictures, say. ``new`` names those
    that were just made of the folder's files: what is said of the files is not said again of them.
    """
    if path.is_dir():
        found = [leak for file in sorted(path.rglob("*")) for leak in _in_file(file, path, secrets)]
        return found + (_in_history(path, secrets, unread, new if found else ()) if (path / ".git").is_dir() else [])
    return list(_in_bytes(path.name, path.read_bytes(), secrets))


def _in_file(file: Path, root: Path, secrets: Secrets) -> Iterator[str]:
    name = file.relative_to(root).as_posix()
    if name.startswith(".git/"):
        return
    if file.is_symlink():
        yield f"{name} is a link"
    elif file.is_file():
        yield from _in_bytes(name, file.read_bytes(), secrets)


def _in_bytes(name: str, data: bytes, secrets: Secrets, depth: int = 0, unread: bool = False) -> Iterator[str]:
    """Leaks in a file of that name: in the name, the text, and whatever is packed in it."""
    if HIDDEN_PATHS.search(name):
        yield f"{name} has the name of a hidden file"
    packed = list(_packed(data))
    if b"\0" in data and not packed and not unread:
        yield f"{name} is no text, so it cannot be searched"
    for reading, text in _readings(data):
        where = secrets.in_text(text)
        if where is not None:
            yield f"{name} holds{reading} {where}"
            return
    if packed and depth == DEEPEST:
        yield f"{name} is packed too often to be searched"
        return
    for inner, content in packed:
        yield from _in_bytes(f"{name}: {inner}", content, secrets, depth + 1)


def _readings(data: bytes) -> Iterator[tuple[str, str]]:
    """The ways to read bytes as text."""
    text = data.decode("utf-8", "replace")
    yield "", text
    yield ", its signs escaped,", ESCAPED.sub(lambda sign: _unescaped(sign[0]), text)
    with contextlib.suppress(ValueError, RecursionError):
        yield ", in a string of JSON,", "\n".join(_strings(json.loads(text)))


def _unescaped(sign: str) -> str:
    return "\n" if sign in ("\\n", "\\r") else ast.literal_eval(f"'{sign}'") if sign != "\\'" else "'"


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)


def _packed(data: bytes) -> Iterator[tuple[str, bytes]]:
    """What is inside zips, deflated data, base64 and recorded replies."""
    if data[:2] == b"PK":
        with contextlib.suppress(zipfile.BadZipFile, zlib.error, EOFError, RuntimeError):  # broken, or with a password
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                inside = [(PurePosixPath(name).as_posix(), archive.read(name)) for name in archive.namelist()]
            yield from inside
    for wbits in (zlib.MAX_WBITS, 31):
        if data[:1] == b"\x78" or data[:2] == b"\x1f\x8b":
            with contextlib.suppress(zlib.error):
                yield "deflated", zlib.decompress(data, wbits)
    with contextlib.suppress(WireError):
        if is_whole(data):  # the body is a tensor's bytes, the header says everything else
            yield "a reply", data[PREFIX.size : PREFIX.size + frame_sizes(data[: PREFIX.size])[0]]
    for run in ENCODED.findall(data):
        with contextlib.suppress(binascii.Error, ValueError):
            yield "base64", base64.b64decode(run.replace(b"-", b"+").replace(b"_", b"/") + b"=" * (-len(run) % 4))


def is_of_history(leak: str) -> bool:
    """Whether the sentence is of the git history, and not of a file that is there."""
    return leak.startswith(OF_HISTORY)


def _in_history(folder: Path, secrets: Secrets, unread: Collection[str], passed: Collection[str]) -> list[str]:
    """Leaks in every object that the repository holds, also those that no commit names; not in those passed over."""
    paths, found = _paths(folder), []
    for name, kind, content in _objects(folder):
        if name in passed:
            continue
        called = f"git {kind} {name[:12]} ({paths.get(name) or 'without a name'})"
        content = _git(folder, "cat-file", "-p", name) if kind == "tree" else content
        found += _in_bytes(called, content, secrets, unread=name in unread)
        if kind == "tree":
            names = [entry.partition("\t")[2] for entry in content.decode("utf-8", "replace").split("\n")]
            found += [f"the git history has a file {each}" for each in names if HIDDEN_PATHS.search(each)]
    return found


def _objects(folder: Path) -> Iterator[tuple[str, str, bytes]]:
    """Name, kind and content of every object of a repository."""
    listing = io.BytesIO(_git(folder, "cat-file", "--batch", "--batch-all-objects"))
    while head := listing.readline():
        name, kind, size = head.decode().split()
        yield name, kind, listing.read(int(size))
        listing.read(1)


def _paths(folder: Path) -> dict[str, str]:
    """A file or folder in which each object stands, for those that a commit names."""
    lines = _git(folder, "rev-list", "--objects", "--all").decode("utf-8", "replace").split("\n")
    return {name: path for name, _, path in (line.partition(" ") for line in lines)}


def _git(folder: Path, *words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True).stdout
