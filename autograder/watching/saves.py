"""Which files were saved: a thread that hears of it from the system and passes it on.

Editors save in many ways: in place, by renaming another file, by deleting first. All of them end in a change of
some path; what stands in the files then is for the reader of the message to see.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import watchfiles

from autograder.course import Task
from autograder.intake.names import RULES
from autograder.intake.trees import Folder, is_litter

DEBOUNCE_MS = 50
STEP_MS = 10
TICK_MS = 500
"""How often a look is taken whether the watched folders are still the same ones."""
POLL_MS = 300


@dataclass(frozen=True)
class Saved:
    """Something happened to these paths."""

    paths: frozenset[Path]


@dataclass(frozen=True)
class Remark:
    """A sentence about the watching itself."""

    sentence: str


@dataclass(frozen=True)
class Broke:
    """The thread has ended with this error."""

    error: Exception


Tell = Callable[[Saved | Remark | Broke], None]


def touched(paths: Iterable[Path], tasks: Sequence[Task]) -> list[Task]:
    """The tasks whose text may be another one now: by the file's name, or all if it is no Python file."""
    paths = list(paths)
    if any(path.suffix != ".py" for path in paths):
        return list(tasks)
    meanings = {rule(path.name) for path in paths for rule in RULES}
    return [task for task in tasks if task.filename in meanings]


class Saves:
    """Watches folders until it is closed; a folder that is removed and comes back is watched again.

    >>> with Saves([Path("exercises")], tell):
    ...     pass  # tell(Saved({Path("exercises/week-12/softmax.py")})) is called at each save
    """

    def __init__(self, places: Sequence[Path], tell: Tell, poll: bool = False):
        self.places = tuple(place.absolute() for place in places)
        self._trees = {place for place in self.places if place.is_dir()}
        self._files = set(self.places) - self._trees
        self._folders = self._trees | {file.parent for file in self._files}
        self._recursive = not self._files
        self._tell = tell
        self._poll = poll
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="saves", daemon=True)

    def __enter__(self) -> Saves:
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                self._watch_while_unchanged()
        except Exception as error:
            self._tell(Broke(error))

    def _watch_while_unchanged(self) -> None:
        """Passes on changes until one of the folders is gone or is another one."""
        before = self._identities()
        unseen = self._folders  # what was saved before the system began to report
        try:
            for changes in self._changes(list(before)):
                if changes or unseen:
                    self._tell(Saved(frozenset(changes | unseen)))
                unseen = set()
                if self._identities() != before:
                    break
        except OSError as error:
            self._take_to_polling(error, before)
        if not self._stop.is_set():
            self._tell(Saved(frozenset(self._folders)))

    def _changes(self, folders: list[Path]) -> Iterator[set[Path]]:
        """The paths that changed, again and again; also nothing, now and then."""
        if not folders:
            self._stop.wait(TICK_MS / 1000)
        elif self._poll:
            yield from self._looks()
        else:
            yield from self._reports(folders)

    def _reports(self, folders: list[Path]) -> Iterator[set[Path]]:
        for changes in watchfiles.watch(
            *folders, watch_filter=self._wanted, debounce=DEBOUNCE_MS, step=STEP_MS, stop_event=self._stop,
            rust_timeout=TICK_MS, yield_on_timeout=True, raise_interrupt=False, recursive=self._recursive,
        ):  # fmt: skip
            yield {Path(path) for _, path in changes}

    def _looks(self) -> Iterator[set[Path]]:
        """By comparing times, which polling by the library does to the second only: too rough for two quick saves."""
        before = self._stamps()
        while not self._stop.wait(POLL_MS / 1000):
            now = self._stamps()
            yield {path for path in before.keys() | now.keys() if before.get(path) != now.get(path)}
            before = now

    def _stamps(self) -> dict[Path, tuple[int, int, int]]:
        """Every watched file that is there, with what changes when it is saved."""
        stamps = {}
        for path in [*self._files, *(folder / name for folder in self._trees for name in Folder(folder).files)]:
            with contextlib.suppress(OSError):
                status = path.stat()
                stamps[path] = status.st_mtime_ns, status.st_size, status.st_ino
        return stamps

    def _take_to_polling(self, error: OSError, before: dict[Path, tuple[int, int]]) -> None:
        """The system reports no changes here; unless that is only since a folder has just gone."""
        if self._identities() == before:
            self._poll = True
            self._tell(Remark(f"The system reports no saves here ({error}); the files are looked at instead."))

    def _identities(self) -> dict[Path, tuple[int, int]]:
        """The watched folders that are there, and which ones they are."""
        found: dict[Path, tuple[int, int]] = {}
        for folder in sorted(self._folders):
            try:
                status = folder.stat()
            except OSError:
                continue
            found[folder] = status.st_dev, status.st_ino
        return found

    def _wanted(self, _: watchfiles.Change, name: str) -> bool:
        """No file of an editor or a tool; beside a single watched file, no other."""
        path = Path(name)
        if self._files:
            return path in self._files or any(path.is_relative_to(place) for place in self.places)
        return not any(map(is_litter, self._below(path)))

    def _below(self, path: Path) -> tuple[str, ...]:
        root = next((place for place in self.places if path.is_relative_to(place)), None)
        return path.relative_to(root).parts if root else path.parts
