"""A folder with a class in it: each entry recognised by the layout that some platform gives it.

A layout is a function that takes the entries it knows out of the list and returns their hand-ins. What no layout
knows is taken as a folder, a zip or a file of one student, named for that student.

>>> [hand_in.ids for hand_in in read_class(Path("class")).hand_ins]
[('4711', 'lovelaceada'), ('ben',)]
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import yaml

from autograder.course import Course
from autograder.intake.handin import Attempt, HandIn, archive_at, attempts_in, join, nothing
from autograder.intake.trees import Folder, Part, Single, is_litter
from autograder.outcomes import Problem

CANVAS = re.compile(r"(?P<who>[^_]+)(?P<late>_LATE)?_(?P<user>\d+)_(?P<number>\d+)_(?P<file>.+)", re.DOTALL)
MOODLE = re.compile(r"(?P<who>.+)_(?P<number>\d+)_assignsubmission_(file|onlinetext)_?(?P<file>.*)", re.DOTALL)
RESUBMITTED = re.compile(r"-(\d{1,3})(?=\.[A-Za-z.]+$)")
GRADESCOPE_INDEX = "submission_metadata.yml"
LARGEST_INDEX = 64 << 20
PYTHON = re.compile(r"\.py(\.txt)?$", re.IGNORECASE)


class ClassError(Exception):
    """Raised when a folder is no class; its sentence says what is there and what to give."""


@dataclass(frozen=True)
class ClassFolder:
    """What a class handed in, and in which layouts it came."""

    hand_ins: tuple[HandIn, ...]
    ignored: tuple[str, ...]

    @property
    def told(self) -> str:
        """One line: how many hand-ins were recognised as what."""
        counts = Counter(hand_in.layout for hand_in in self.hand_ins)
        return ", ".join(f"{counts[name]} {LAYOUTS[name].called}" for name in LAYOUTS if counts[name])


def read_class(root: Path, layout: str | None = None) -> ClassFolder:
    """Every hand-in below ``root``; ``layout`` forces one reading where the names could mislead."""
    if not root.is_dir():
        raise ClassError(
            f"{root} is no folder: give the folder with all hand-ins (unpack the platform's zip into one)."
        )
    if layout is not None and layout not in LAYOUTS:
        raise ClassError(f"There is no layout {layout!r}; known are {', '.join(LAYOUTS)}.")
    hand_ins, left = [], sorted(path for path in root.iterdir() if not is_litter(path.name))
    names = [layout] if layout else list(LAYOUTS)
    for name in names:
        found = list(LAYOUTS[name].take(root, left))
        taken = {path for path, _ in found}
        hand_ins += [replace(hand_in, layout=name) for _, hand_in in found if hand_in is not None]
        left = [path for path in left if path not in taken]
    return ClassFolder(tuple(_one_each(hand_ins)), tuple(path.name for path in left))


Taken = Iterator[tuple[Path, HandIn | None]]
"""Entries that a layout knows, with the hand-in in each (None: an index that belongs to the layout)."""


@dataclass(frozen=True)
class Layout:
    """How a platform names what it gives."""

    called: str
    take: Callable[[Path, list[Path]], Taken]


def _one_each(hand_ins: list[HandIn]) -> Iterator[HandIn]:
    """Entries that name the same person in the same layout (and week) are one hand-in with several attempts."""
    groups: dict[tuple, list[HandIn]] = {}
    for hand_in in hand_ins:
        groups.setdefault((hand_in.layout, hand_in.ids[0], hand_in.week), []).append(hand_in)
    return (join(group) for group in groups.values())


# ---------------------------------------------------------------- Gradescope


def _gradescope(root: Path, entries: list[Path]) -> Taken:
    """``submission_<number>/`` beside an index that says whose each is."""
    if root / GRADESCOPE_INDEX not in entries:
        return
    index = _gradescope_index(root / GRADESCOPE_INDEX)
    yield root / GRADESCOPE_INDEX, None
    for path in entries:
        if re.fullmatch(r"submission_\d+", path.name) and path.is_dir():
            told = index.get(path.name, {})
            attempts, unopened = attempts_in(path.name, Folder(path), _time(told.get(":created_at")))
            yield path, HandIn("", _gradescope_ids(told, path.name), tuple(attempts), unopened=tuple(unopened))


def _gradescope_index(path: Path) -> dict:
    if path.stat().st_size > LARGEST_INDEX:
        raise ClassError(f"{path} is larger than {LARGEST_INDEX >> 20} MB: that is no index of Gradescope's.")
    try:
        found = yaml.load(path.read_text(encoding="utf-8-sig"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        raise ClassError(f"{path} cannot be read as YAML: download the export again. ({error})") from error
    return (
        {str(key): value for key, value in found.items() if isinstance(value, dict)} if isinstance(found, dict) else {}
    )


def _gradescope_ids(told: dict, otherwise: str) -> tuple[str, ...]:
    people = [each for each in told.get(":submitters") or [] if isinstance(each, dict)]
    ids = [str(each[key]) for key in (":sid", ":email", ":name") for each in people if each.get(key)]
    return tuple(ids) or (otherwise,)


# ---------------------------------------------------------------- nbgrader


def _nbgrader(root: Path, entries: list[Path]) -> Taken:
    """``submitted/<student>/<assignment>/`` with a ``timestamp.txt``."""
    if root.name == "submitted":
        yield from _nbgrader_students(entries)
    for path in entries:
        if path.name == "submitted" and path.is_dir():
            for _, hand_in in _nbgrader_students(sorted(path.iterdir())):
                yield path, hand_in


def _nbgrader_students(students: Iterable[Path]) -> Taken:
    for student in students:
        for assignment in sorted(student.iterdir()) if student.is_dir() else ():
            if assignment.is_dir() and not is_litter(assignment.name):
                stamp = assignment / "timestamp.txt"
                submitted = _time(_line_of(stamp)) if stamp.is_file() else None
                attempt = Attempt(f"{student.name}/{assignment.name}", Folder(assignment), submitted)
                yield student, HandIn("", (student.name,), (attempt,), week=assignment.name)


# ---------------------------------------------------------------- repositories


def _repositories(root: Path, entries: list[Path]) -> Taken:
    """``<assignment>-submissions/<assignment>-<user>/``, and Classroom 50's downloads with their ``result.json``."""
    if root.name.endswith("-submissions"):
        yield from _of_assignment(root.name.removesuffix("-submissions"), entries)
    for path in entries:
        told = _classroom_result(path)
        if told:
            yield path, _repository(path, told["owner"], told.get("datetime"))
        elif path.name.endswith("-submissions") and path.is_dir():
            for _, hand_in in _of_assignment(path.name.removesuffix("-submissions"), sorted(path.iterdir())):
                yield path, hand_in


def _of_assignment(slug: str, entries: Iterable[Path]) -> Taken:
    for path in entries:
        if path.name.startswith(f"{slug}-") and path.is_dir():
            told = _classroom_result(path)
            yield path, _repository(path, path.name.removeprefix(f"{slug}-"), told.get("datetime"))


def _repository(path: Path, user: str, time: object) -> HandIn:
    attempts, unopened = attempts_in(path.name, Folder(path), _time(time))
    return HandIn("", (user,), tuple(attempts), unopened=tuple(unopened))


def _classroom_result(folder: Path) -> dict:
    """What Classroom 50's download says of a repository; its owner is believed only if the folder is named so."""
    try:
        told = json.loads(_line_of(folder / "result.json", 1 << 20))
    except (OSError, ValueError, RecursionError, Problem):
        return {}
    fits = isinstance(told, dict) and folder.name == "-".join(
        str(told.get(key)) for key in ("classroom", "assignment", "owner")
    )
    return told if fits else {}


# ---------------------------------------------------------------- Canvas and Moodle


def _canvas(root: Path, entries: list[Path]) -> Taken:
    """``lovelaceada_4711_9001_softmax.py``: the loose files of one student are one attempt, each zip another."""
    named = [(path, CANVAS.fullmatch(path.name)) for path in entries if path.is_file()]
    loose: dict[tuple[str, str], list] = {}
    for path, match in named:
        if match and match["file"].lower().endswith(".zip"):
            unopened: list[str] = []
            archive = archive_at(path, unopened)
            attempt = Attempt(path.name, archive or nothing(path), order=(int(match["number"]),))
            yield (
                path,
                HandIn("", (match["user"], match["who"]), (attempt,), notes=_late(match), unopened=tuple(unopened)),
            )
        elif match:
            loose.setdefault((match["user"], match["who"]), []).append((path, match))
    for ids, files in loose.items():
        hand_in = _canvas_files(root, ids, files)
        yield from ((path, hand_in if path == files[0][0] else None) for path, _ in files)


def _canvas_files(root: Path, ids: tuple[str, str], files: list[tuple[Path, re.Match]]) -> HandIn:
    """One student's files; of a file handed in again (``softmax-1.py``) the last one stays."""
    newest = sorted(files, key=lambda each: (_resubmission(each[1]["file"]), int(each[1]["number"])))
    names = {RESUBMITTED.sub("", match["file"]): path.name for path, match in newest}
    replaced = [path.name for path, _ in files if path.name not in names.values()]
    notes = [f"Handed in again, so not read: {', '.join(replaced)}."] if replaced else []
    order = (max(int(match["number"]) for _, match in files),)
    attempt = Attempt(f"{ids[1]}_{ids[0]}", Part(Folder(root), names), order=order)
    return HandIn("", ids, (attempt,), notes=(*notes, *_late(files[0][1])))


def _resubmission(name: str) -> int:
    found = RESUBMITTED.search(name)
    return int(found[1]) if found else 0


def _late(match: re.Match) -> tuple[str, ...]:
    return ("Canvas marks it as late, without saying how late.",) if match["late"] else ()


def _moodle(root: Path, entries: list[Path]) -> Taken:
    """``Ada Lovelace_4711_assignsubmission_file_``: a folder a student, or the student's files with that beginning."""
    loose: dict[tuple[str, str], dict[str, str]] = {}
    for path in entries:
        match = MOODLE.fullmatch(path.name)
        if match and path.is_dir():
            attempts, unopened = attempts_in(path.name, Folder(path))
            yield path, HandIn("", _moodle_ids(match), tuple(attempts), unopened=tuple(unopened))
        elif match and match["file"]:
            loose.setdefault(_moodle_ids(match), {})[match["file"]] = path.name
    for ids, names in loose.items():
        attempts, unopened = _moodle_files(root, ids[-1], names)
        for index, name in enumerate(names.values()):
            yield root / name, None if index else HandIn("", ids, tuple(attempts), unopened=tuple(unopened))


def _moodle_files(root: Path, who: str, names: dict[str, str]) -> tuple[list[Attempt], list[str]]:
    unopened: list[str] = []
    zips = {name: archive_at(root / full, unopened) for name, full in names.items() if name.lower().endswith(".zip")}
    attempts = [Attempt(f"{who}/{name}", archive) for name, archive in zips.items() if archive is not None]
    loose = {name: full for name, full in names.items() if name not in zips}
    if loose or not attempts:
        attempts.append(Attempt(who, Part(Folder(root), loose)))
    return attempts, unopened


def _moodle_ids(match: re.Match) -> tuple[str, ...]:
    return f"Participant {match['number']}", match["who"]


# ---------------------------------------------------------------- plain folders and files


def _folders(root: Path, entries: list[Path]) -> Taken:
    """A folder, a zip or a notebook that is named for its student; or files named ``<student>_<task>.py``."""
    loose: dict[str, dict[str, str]] = {}
    for path in entries:
        if path.is_symlink():
            continue
        if path.is_dir():
            attempts, unopened = attempts_in(path.name, Folder(path))
            yield path, HandIn("", (path.name,), tuple(attempts), unopened=tuple(unopened))
        elif path.suffix.lower() == ".zip":
            yield path, _zip_of(path, entries)
        elif path.suffix.lower() == ".ipynb":
            yield path, HandIn("", (path.stem,), (Attempt(path.name, Single(path)),))
        elif PYTHON.search(path.name):
            who, name = _split(path.name)
            loose.setdefault(who, {})[name] = path.name
    for who, names in loose.items():
        hand_in = HandIn("", (who,), (Attempt(who, Part(Folder(root), names)),))
        yield from ((root / name, None if index else hand_in) for index, name in enumerate(names.values()))


def _split(name: str) -> tuple[str, str]:
    """``("ada", "softmax.py")`` for ``ada_softmax.py``: the student, and the task's file."""
    for task in _task_names():
        words = "[-_ ]".join(map(re.escape, task.split("_")))
        match = re.fullmatch(rf"(.+?)[-_ ]+({words}\b.*)", name, re.DOTALL | re.IGNORECASE)
        if match:
            return match[1], match[2]
    return PYTHON.sub("", name), name


@cache
def _task_names() -> list[str]:
    """Long names first: ``multi_head`` goes before ``head``."""
    return sorted({task.name for task in Course.open().tasks()}, key=len, reverse=True)


def _zip_of(path: Path, entries: list[Path]) -> HandIn:
    """A zip named for its student; ``ada (2).zip``, and ``ada-2.zip`` beside ``ada.zip``, are later attempts."""
    unopened: list[str] = []
    match = re.fullmatch(r"(.+?)(?: ?\((\d{1,3})\)|[-_](\d{1,3}))", path.stem, re.DOTALL)
    again = match and (match[2] or path.with_stem(match[1]) in entries)
    archive = archive_at(path, unopened)
    attempt = Attempt(path.name, archive or nothing(path), order=(int(match[2] or match[3]) if again else 0,))
    return HandIn("", (match[1] if again else path.stem,), (attempt,), unopened=tuple(unopened))


LAYOUTS = {
    "gradescope": Layout("of a Gradescope export", _gradescope),
    "nbgrader": Layout("of nbgrader's submitted/", _nbgrader),
    "repositories": Layout("repositories", _repositories),
    "canvas": Layout("of a Canvas download", _canvas),
    "moodle": Layout("of a Moodle download", _moodle),
    "folders": Layout("folders, zips or files named for their students", _folders),
}


def _line_of(path: Path, limit: int = 200) -> str:
    """The beginning of a small text file that a platform wrote."""
    return Folder(path.parent).read(path.name, limit).decode("utf-8-sig", "replace").strip()


def _time(told: object) -> datetime | None:
    """A moment as platforms write it; without a zone it is UTC."""
    if isinstance(told, datetime):
        moment = told
    else:
        try:
            moment = datetime.fromisoformat(str(told).strip().removesuffix(" UTC").replace("Z", "+00:00"))
        except ValueError:
            return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
