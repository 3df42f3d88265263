"""Which file of a hand-in stands for a task: by its name, read ever more kindly, and by the folder it lies in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

from autograder.course import Task
from autograder.intake.names import squashed
from autograder.plain import listed

NOT_WORK = {"known"}
"""Folders of the course's own wrong and right answers, which are nobody's hand-in."""


@dataclass(frozen=True)
class Found:
    """A file that stands for a task: its path in the tree, and how it was recognised."""

    name: str
    elsewhere: bool
    """Whether it lies outside the places where task files belong."""
    rule: int
    place: int

    @property
    def rank(self) -> tuple:
        return self.elsewhere, self.rule, self.place, self.name.count("/"), self.name


def folders_of(name: str) -> tuple[str, ...]:
    return PurePosixPath(name).parent.parts


def wrapping(all_folders: list[tuple[str, ...]], task: Task) -> int:
    """How many folders are wrapped around everything, as a zip of a folder has them."""
    known = {squashed(name) for name in ("exercises", task.week, *task.weeks_beside)}
    depth = 0
    while len({folders[depth : depth + 1] for folders in all_folders}) == 1:
        here = all_folders[0][depth : depth + 1]
        if not here or squashed(here[0]) in known:
            break
        depth += 1
    return depth


def recognise(name: str, meanings: tuple[str, ...], depth: int, task: Task) -> Found | None:
    """How a file stands for the task: by the strictest rule that reads its name so; None if it does not."""
    if task.filename not in meanings:
        return None
    rule = meanings.index(task.filename)
    folders = folders_of(name)[depth:]
    if NOT_WORK & set(folders) or of_another_week(folders, task):
        return None
    belongs = (("exercises", task.week), (task.week,), ())
    if folders in belongs:
        return Found(name, False, rule, belongs.index(folders))
    in_week = squashed(task.week) in map(squashed, folders)
    return Found(name, not in_week, rule, len(belongs))


def of_another_week(folders: tuple[str, ...], task: Task) -> bool:
    others = {squashed(week) for week in task.weeks_beside}
    return any(squashed(folder) in others for folder in folders)


def how_found(chosen: Found, task: Task) -> tuple[str, ...]:
    """The warning that a file was taken though its name or place is not what was asked for."""
    if chosen.rule:
        return (f"{chosen.name} was taken for {task.filename}: give it that name.",)
    return (f"{task.filename} was found as {chosen.name}.",) if chosen.elsewhere else ()


def also(candidates: list[Found]) -> tuple[str, ...]:
    others = [other.name for other in candidates[1:]]
    return (f"Not read: {listed(others, 3)}, since {candidates[0].name} was taken.",) if others else ()


def is_hand_in(notebook: str) -> bool:
    """Not the course's own lesson, and no copy that Jupyter keeps for itself."""
    path = PurePosixPath(notebook)
    return path.stem.lower() != "lesson" and not NOT_WORK & set(path.parts) and ".ipynb_checkpoints" not in path.parts
