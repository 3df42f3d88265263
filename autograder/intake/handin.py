"""What one student handed in, as a platform gives it: who it says that is, and the attempts to choose from.

>>> hand_in.ids
('4711', 'lovelaceada')
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from autograder.intake.archive import Archive
from autograder.intake.names import as_text
from autograder.intake.trees import Folder, Part, Single, Tree, TreeError

ARCHIVES = (".zip",)
OTHER_ARCHIVES = (".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz")
NAMED = 5
MOST_ARCHIVES = 20
"""How many zips in one student's folder are opened."""


@dataclass(frozen=True)
class Attempt:
    """One try, graded as a whole: never a file from this one and a file from that."""

    label: str
    tree: Tree
    submitted: datetime | None = None
    """By the platform's clock; None where it does not say."""
    order: tuple[int, ...] = ()
    """The platform's own numbering: a later try has a higher one."""

    @property
    def place(self) -> str:
        """Where it lies on the disk, as text."""
        return as_text(os.path.abspath(self.tree.path))


@dataclass(frozen=True)
class HandIn:
    """All that came from one student (or one group) in one layout."""

    layout: str
    ids: tuple[str, ...]
    """What the platform says of who it is, the surest first: ids, user name, e-mail, full name."""
    attempts: tuple[Attempt, ...]
    week: str | None = None
    """The one week that it is for, where the platform says so."""
    notes: tuple[str, ...] = ()
    unopened: tuple[str, ...] = ()
    """Why a part of it could not be opened: a person must look before it can count as nothing."""

    def choose(self, holds_work: Callable[[Tree], bool]) -> tuple[Attempt, tuple[str, ...]]:
        """The attempt that counts, and the sentence that says so if there were several.

        It is the newest of those with work in them: by the platform's time, else by its numbering, else by the
        times of the files.
        """
        chosen = max([each for each in self.attempts if holds_work(each.tree)] or self.attempts, key=_age)
        others = ", ".join(sorted(attempt.label for attempt in self.attempts if attempt is not chosen))
        if not others:
            return chosen, ()
        return chosen, (f"{len(self.attempts)} attempts: {chosen.label} counts as the latest; not graded: {others}.",)


def _age(attempt: Attempt) -> tuple:
    written = max((attempt.tree.time(name) for name in attempt.tree.files), default=0.0)
    submitted = attempt.submitted or datetime.min.replace(tzinfo=UTC)
    return submitted, attempt.order, written, attempt.label


def attempts_in(label: str, folder: Folder, submitted: datetime | None = None) -> tuple[list[Attempt], list[str]]:
    """A student's folder as attempts: its loose files are one, each zip in it another; and what could not be opened."""
    attempts, unopened = [], []
    zips = [name for name in folder.files if name.lower().endswith(ARCHIVES)]
    loose = [name for name in folder.files if name not in zips]
    if loose or not zips:
        tree = Part(folder, {name: name for name in loose}, folder.notes) if zips else folder
        attempts.append(Attempt(label, tree, submitted))
    for name in zips[:MOST_ARCHIVES]:
        opened = archive_at(folder.path / name, unopened)
        if opened is not None:
            attempts.append(Attempt(f"{label}/{name}", opened, submitted))
    if len(zips) > MOST_ARCHIVES:
        unopened.append(f"There are more than {MOST_ARCHIVES} zips in {label}; the rest was not opened.")
    return attempts or [Attempt(label, Part(folder, {}, folder.notes), submitted)], unopened


def archive_at(path: Path, unopened: list[str]) -> Archive | None:
    """The zip, or None and the reason."""
    try:
        return Archive(path)
    except (TreeError, OSError) as error:
        unopened.append(str(error))
        return None


def nothing(path: Path) -> Tree:
    """What is left of a zip that could not be opened."""
    return Part(Single(path), {})


def closed(tree: Tree) -> tuple[str, ...]:
    """Sentences, for staff and learner, for the archives among a tree's files, which nobody has looked into."""
    names = [name for name in tree.files if name.lower().endswith((*ARCHIVES, *OTHER_ARCHIVES))]
    return tuple(map(_not_opened, names[:NAMED]))


def _not_opened(name: str) -> str:
    kind = "a zip within a zip" if name.lower().endswith(ARCHIVES) else "no zip"
    return f"{name} is {kind}, and was not opened: a plain zip works, or the files themselves."


def join(hand_ins: Sequence[HandIn]) -> HandIn:
    """Several hand-ins of one student as one, with all their attempts."""
    first = hand_ins[0]
    ids = dict.fromkeys(each for hand_in in hand_ins for each in hand_in.ids)
    attempts = tuple(attempt for hand_in in hand_ins for attempt in hand_in.attempts)
    notes = tuple(note for hand_in in hand_ins for note in hand_in.notes)
    unopened = tuple(note for hand_in in hand_ins for note in hand_in.unopened)
    return HandIn(first.layout, tuple(ids), attempts, first.week, notes, unopened)
