"""Folders, zips and files that are named for their students."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile
from pathlib import Path

from autograder.intake.handin import OTHER_ARCHIVES, Attempt, HandIn, archive_at, attempts_in, nothing
from autograder.intake.reading import Taken, task_names
from autograder.intake.trees import Folder, Part, Single

PYTHON = re.compile(r"\.py(\.txt)?$", re.IGNORECASE)


def take(root: Path, entries: list[Path]) -> Taken:
    """A folder, a zip or a notebook that is named for its student; or files named ``<student>_<task>.py``."""
    loose: dict[str, dict[str, str]] = {}
    beginning, zips = _shared(path.name for path in entries if path.is_dir()), set(entries)
    for path in entries:
        if path.is_dir():
            attempts, unopened = attempts_in(path.name, Folder(path))
            ids = dict.fromkeys((path.name, path.name.removeprefix(beginning)))
            yield path, HandIn("", tuple(ids), tuple(attempts), unopened=tuple(unopened))
        elif path.suffix.lower() == ".zip":
            yield path, _zip_of(path, zips)
        elif path.name.lower().endswith(OTHER_ARCHIVES):
            yield path, HandIn("", (re.sub(r"(\.tar)?\.[^.]+$", "", path.name),), (Attempt(path.name, Single(path)),))
        elif path.suffix.lower() == ".ipynb":
            yield path, HandIn("", (path.stem,), (Attempt(path.name, Single(path)),))
        elif PYTHON.search(path.name):
            who, name = _split(path.name)
            loose.setdefault(who, {})[name] = path.name
    for who, names in loose.items():
        label = f"{who} ({len(names)} files)" if len(names) > 1 else "".join(names.values())
        hand_in = HandIn("", (who,), (Attempt(label, Part(Folder(root), names)),))
        yield from ((root / name, None if index else hand_in) for index, name in enumerate(names.values()))


def _shared(names: Iterable[str]) -> str:
    """What all names begin with, up to a dash: ``hw-12-`` of ``hw-12-ada`` and ``hw-12-ben``."""
    beginnings = [name.split("-")[:-1] for name in names]
    shared = takewhile(lambda parts: len(set(parts)) == 1, zip(*beginnings, strict=False))
    return "".join(f"{parts[0]}-" for parts in shared) if len(beginnings) > 1 else ""


def _split(name: str) -> tuple[str, str]:
    """``("ada", "softmax.py")`` for ``ada_softmax.py``: the student, and the task's file."""
    for task in task_names():
        words = "[-_ ]".join(map(re.escape, task.split("_")))
        match = re.search(rf"[-_ ]({words}(?![a-z0-9]).*)", name, re.DOTALL | re.IGNORECASE)
        who = name[: match.start()].rstrip("-_ ") if match else ""
        if who:
            return who, match[1]
    return PYTHON.sub("", name), name


def _zip_of(path: Path, zips: set[Path]) -> HandIn:
    """A zip named for its student; ``ada (2).zip`` is a later attempt, and so is ``ada-2.zip`` beside ``ada.zip``.

    Unless the roster has an ``ada-2``: then that is who it is.
    """
    unopened: list[str] = []
    match = re.fullmatch(r"(.+?)(?: ?\((\d{1,3})\)|[-_](\d{1,3}))", path.stem, re.DOTALL)
    again = match and (match[2] or path.with_stem(match[1]) in zips)
    archive = archive_at(path, unopened)
    attempt = Attempt(path.name, archive or nothing(path), order=(int(match[2] or match[3]) if again else 0,))
    ids = (path.stem,) if not again else (match[1],) if match[2] else (path.stem, match[1])
    return HandIn("", ids, (attempt,), unopened=tuple(unopened))
