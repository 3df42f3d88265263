"""A folder with a class in it: each entry recognised by the layout that some platform gives it.

A layout is a function that takes the entries it knows out of the list and returns their hand-ins. What no layout
knows is taken as a folder, a zip or a file of one student, named for that student.

>>> [hand_in.ids for hand_in in read_class(Path("class")).hand_ins]
[('Canvas 4711', 'lovelaceada'), ('ben',)]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.intake import canvas, gradescope, moodle, nbgrader, own_names, repositories
from autograder.intake.handin import HandIn, join
from autograder.intake.names import as_text, meant, squashed
from autograder.intake.reading import ClassError, Taken, entries_of, task_files, weeks

NAMED = 5


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


def read_class(root: Path, layout: str | None = None, besides: Path | None = None) -> ClassFolder:
    """Every hand-in below ``root``, but for the folder ``besides``; ``layout`` forces one reading of all names."""
    if not root.is_dir():
        raise ClassError(
            f"{root} is no folder: give the folder with all hand-ins (unpack the platform's zip into one)."
        )
    if layout is not None and layout not in LAYOUTS:
        raise ClassError(f"There is no layout {layout!r}; known are {', '.join(LAYOUTS)}.")
    left = [path for path in entries_of(root) if besides is None or path.resolve() != besides.resolve()]
    strays = [path for path in left if not layout and _is_one_students(path)]
    hand_ins, left = [], [path for path in left if path not in strays]
    for name in [layout] if layout else LAYOUTS:
        found = list(LAYOUTS[name].take(root, left))
        taken = {path for path, _ in found}
        hand_ins += [_known_as_text(hand_in, name) for _, hand_in in found if hand_in is not None]
        left = [path for path in left if path not in taken]
    if strays and len(strays) >= sum(map(_holds_work, hand_ins)):
        raise ClassError(_one_students(root, strays))
    links = [path for path in root.iterdir() if path.is_symlink()]
    ignored = sorted(path.name for path in (*left, *strays, *links))
    return ClassFolder(tuple(_one_each(hand_ins)), tuple(map(as_text, ignored)))


def _known_as_text(hand_in: HandIn, layout: str) -> HandIn:
    return replace(hand_in, layout=layout, ids=tuple(map(as_text, hand_in.ids)))


def _is_one_students(path: Path) -> bool:
    """Whether it is named as the parts of one student's work are, and not for a student."""
    if path.is_dir():
        return squashed(path.name) in {"exercises", *weeks()}
    return meant(path.name) in task_files() or (path.suffix == ".ipynb" and squashed(path.stem) in weeks())


def _holds_work(hand_in: HandIn) -> bool:
    names = (name for attempt in hand_in.attempts for name in attempt.tree.files)
    return any(name.lower().endswith(".ipynb") or meant(name) in task_files() for name in names)


def _one_students(root: Path, strays: list[Path]) -> str:
    names = ", ".join(path.name for path in strays[:NAMED])
    return (
        f"{root} looks like the work of one student: it holds {names}. Give the folder in which each student has an "
        f"entry, or say --layout folders if these are students. `make check SUBMISSION={root}` checks one student."
    )


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


LAYOUTS = {
    "gradescope": Layout("of a Gradescope export", gradescope.take),
    "nbgrader": Layout("of nbgrader's submitted/", nbgrader.take),
    "repositories": Layout("repositories", repositories.take),
    "canvas": Layout("of a Canvas download", canvas.take),
    "moodle": Layout("of a Moodle download", moodle.take),
    "folders": Layout("folders, zips or files named for their students", own_names.take),
}
