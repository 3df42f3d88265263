"""Moodle's download of all submissions: ``Ada Lovelace_4711_assignsubmission_file_``."""

from __future__ import annotations

import re
from pathlib import Path

from autograder.intake.handin import Attempt, HandIn, archive_at, attempts_in
from autograder.intake.reading import Taken
from autograder.intake.trees import Folder, Part

NAMED = re.compile(r"(?P<who>.+?)_(?P<number>\d+)_assignsubmission_(file|onlinetext)_?(?P<file>.*)", re.DOTALL)
"""The first number counts: what a student calls a file comes after it, and may look like another's."""


def take(root: Path, entries: list[Path]) -> Taken:
    """A folder a student, or the student's files with that beginning."""
    loose: dict[tuple[str, str], dict[str, str]] = {}
    for path in entries:
        match = NAMED.fullmatch(path.name)
        if match and path.is_dir():
            attempts, unopened = attempts_in(path.name, Folder(path))
            yield path, HandIn("", _ids(match), tuple(attempts), unopened=tuple(unopened))
        elif match and match["file"]:
            loose.setdefault(_ids(match), {})[match["file"]] = path.name
    for ids, names in loose.items():
        attempts, unopened = _files(root, ids[-1], names)
        for index, name in enumerate(names.values()):
            yield root / name, None if index else HandIn("", ids, tuple(attempts), unopened=tuple(unopened))


def _files(root: Path, who: str, names: dict[str, str]) -> tuple[list[Attempt], list[str]]:
    unopened: list[str] = []
    zips = {name: archive_at(root / full, unopened) for name, full in names.items() if name.lower().endswith(".zip")}
    attempts = [Attempt(f"{who}/{name}", archive) for name, archive in zips.items() if archive is not None]
    loose = {name: full for name, full in names.items() if name not in zips}
    if loose or not attempts:
        attempts.append(Attempt(who, Part(Folder(root), loose)))
    return attempts, unopened


def _ids(match: re.Match) -> tuple[str, ...]:
    return f"Participant {match['number']}", match["who"]
