"""A folder with a class in it: each entry recognised by the layout that some platform gives it.

A layout is a function that takes the entries it knows out of the list and returns their hand-ins. What no layout
knows is taken as a folder, a zip or a file of one student, named for that student.

>>> [hand_in.ids for hand_in in read_class(Path("class")).hand_ins]
[('Canvas 4711', 'lovelaceada'), ('ben',)]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.intake import canvas, gradescope, moodle, nbgrader, own_names, repositories
from autograder.intake.handin import ARCHIVES, OTHER_ARCHIVES, HandIn, join
from autograder.intake.names import as_text, meant, squashed
from autograder.intake.reading import BOOK, ClassError, Taken, entries_of, task_files, weeks
from autograder.intake.trees import Folder

NAMED = 5
MANY = 5
"""So many that hand in the same task are a class: one student may well keep a few attempts."""
IF_STUDENTS = "If these are students, add LAYOUT=folders (without make: --layout folders)."


@dataclass(frozen=True)
class ClassFolder:
    """What a class handed in, and in which layouts it came."""

    hand_ins: tuple[HandIn, ...]
    ignored: tuple[str, ...]
    outs: tuple[str, ...] = ()
    """Folders that an earlier run has written."""

    @property
    def told(self) -> str:
        """One line: how many hand-ins were recognised as what."""
        counts = Counter(hand_in.layout for hand_in in self.hand_ins)
        return ", ".join(f"{counts[name]} {each.told(counts[name])}" for name, each in LAYOUTS.items() if counts[name])


def read_class(root: Path, layout: str | None = None) -> ClassFolder:
    """Every hand-in below ``root``; ``layout`` forces one reading of all names."""
    if not root.is_dir():
        raise ClassError(
            f"{root} is no folder: give the folder with all hand-ins (unpack the platform's zip into one)."
        )
    if layout is not None and layout not in LAYOUTS:
        raise ClassError(f"There is no layout {layout!r}; known are {', '.join(LAYOUTS)}.")
    entries = entries_of(root)
    outs = [path for path in entries if _is_out(path)]
    entries = [path for path in entries if path not in outs]
    strays = [path for path in entries if not layout and _is_one_students(path)]
    hand_ins, left = _read(root, [path for path in entries if path not in strays], [layout] if layout else LAYOUTS)
    classes = [] if layout else _classes(root, entries)
    if classes:
        raise ClassError(_one_too_high(classes))
    if strays and len(strays) >= sum(map(_holds_work, hand_ins)):
        raise ClassError(_one_students(root, strays))
    links = [path for path in root.iterdir() if path.is_symlink()]
    ignored = sorted(path.name for path in (*left, *strays, *links))
    names = (tuple(map(as_text, names)) for names in (ignored, [path.name for path in outs]))
    return ClassFolder(tuple(_one_each(hand_ins)), *names)


def _read(root: Path, left: list[Path], layouts: Iterable[str]) -> tuple[list[HandIn], list[Path]]:
    """What each layout in turn takes of the entries, and what none of them knows."""
    hand_ins = []
    for name in layouts:
        found = list(LAYOUTS[name].take(root, left))
        taken = {path for path, _ in found}
        hand_ins += [_known_as_text(hand_in, name) for _, hand_in in found if hand_in is not None]
        left = [path for path in left if path not in taken]
    return hand_ins, left


def _classes(root: Path, entries: list[Path]) -> list[Path]:
    """The folders of which each holds a class, if there is no work beside them: then one of them is meant."""
    found = []
    for path in entries:
        hand_ins, _ = _read(root, [path], LAYOUTS) if not _is_one_students(path) else ([], [])
        if path.is_dir() and [each.layout for each in hand_ins] == ["folders"] and _is_class(path):
            found.append(path)
        elif _is_one_students(path) or any(map(_holds_work, hand_ins)):
            return []
    return found


def _is_class(path: Path) -> bool:
    """Whether many entries of a folder, each read as a student, have a file for the same task."""
    hand_ins, _ = _read(path, [each for each in entries_of(path) if not _is_one_students(each)], LAYOUTS)
    by_student: dict[str, set[str]] = {}
    for hand_in in hand_ins:
        names = {meant(name) for attempt in hand_in.attempts for name in attempt.tree.files}
        by_student.setdefault(hand_in.ids[0], set()).update(names & task_files())
    return any(number >= MANY for number in Counter(name for names in by_student.values() for name in names).values())


def _one_too_high(classes: list[Path]) -> str:
    names = " or ".join(f"SUBMISSIONS={path}" for path in classes[:NAMED])
    looks = f"{classes[0].name} looks like a class, not a student" if len(classes) == 1 else "These look like classes"
    return f"{looks}: did you mean {names}? {IF_STUDENTS}"


def _known_as_text(hand_in: HandIn, layout: str) -> HandIn:
    return replace(hand_in, layout=layout, ids=tuple(map(as_text, hand_in.ids)))


def _is_one_students(path: Path) -> bool:
    """Whether it is named as the parts of one student's work are, and not for a student."""
    if path.is_dir():
        return squashed(path.name) in {"exercises", *weeks()}
    return meant(path.name) in task_files() or (path.suffix == ".ipynb" and squashed(path.stem) in weeks())


def _is_out(path: Path) -> bool:
    """Whether an earlier run has written the folder: there is a gradebook, and nothing that may be work beside it."""
    if not (path / BOOK).is_file():
        return False
    names = Folder(path).files
    return not _is_work(names) and not any(name.lower().endswith((*ARCHIVES, *OTHER_ARCHIVES)) for name in names)


def _holds_work(hand_in: HandIn) -> bool:
    return _is_work(name for attempt in hand_in.attempts for name in attempt.tree.files)


def _is_work(names: Iterable[str]) -> bool:
    return any(name.lower().endswith(".ipynb") or meant(name) in task_files() for name in names)


def _one_students(root: Path, strays: list[Path]) -> str:
    names = ", ".join(path.name for path in strays[:NAMED])
    return (
        f"{root} looks like the work of one student: it holds {names}. Give the folder in which each student has an "
        f"entry. {IF_STUDENTS} `make check SUBMISSION={root}` checks one student."
    )


@dataclass(frozen=True)
class Layout:
    """How a platform names what it gives."""

    called: str
    take: Callable[[Path, list[Path]], Taken]
    one: str = ""
    """How it is called where there is one of them, if in another way."""

    def told(self, number: int) -> str:
        return self.one if self.one and number == 1 else self.called


def _one_each(hand_ins: list[HandIn]) -> Iterator[HandIn]:
    """Entries that name the same person in the same layout (and week) are one hand-in with several attempts."""
    groups: dict[tuple, list[HandIn]] = {}
    for hand_in in hand_ins:
        groups.setdefault((hand_in.layout, hand_in.ids[0], hand_in.week), []).append(hand_in)
    return (join(group) for group in groups.values())


LAYOUTS = {
    "gradescope": Layout("of a Gradescope export", gradescope.take),
    "nbgrader": Layout("of nbgrader's submitted/", nbgrader.take),
    "repositories": Layout("repositories", repositories.take, "repository"),
    "canvas": Layout("of a Canvas download", canvas.take),
    "moodle": Layout("of a Moodle download", moodle.take),
    "folders": Layout(
        "folders, zips or files named for their students", own_names.take, "folder, zip or file named for its student"
    ),
}
