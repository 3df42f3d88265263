"""The steps of a notebook that some names need, and no others: no training, no plots, no calls of checks.

>>> [step.text for step in needed(steps, {"softmax"}).steps][0]      # then its helpers and the definition itself
'import torch'
"""

from __future__ import annotations

import builtins
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass

from autograder.notebooks.steps import Step

GIVEN = set(dir(builtins)) | {"__name__", "__file__", "__doc__", "__builtins__", "__annotations__"}
DYNAMIC = {"exec", "eval", "globals", "locals", "vars"}
"""With these a notebook can make names that nobody sees beforehand."""
MAX_LOOKS = 1_000_000
"""After so many looks at a step the notebook counts as too entangled."""


@dataclass(frozen=True)
class Slice:
    """What is to be run, in order; ``unknown`` names are bound nowhere; ``whole`` says that all steps are in it."""

    steps: list[Step]
    unknown: set[str]
    whole: bool = False


def needed(steps: list[Step], names: set[str]) -> Slice:
    """The steps that bind or change these names, and all that those steps need in turn.

    A function is called after everything has run, so the last binding of a name counts there; a statement that
    runs at once needs what stands above it.
    """
    search = _Search(steps)
    for name in sorted(names):
        search.ask(name, len(steps))
    if not search.run():
        return _everything(steps, search.unknown)
    may_be_bound_unseen = search.unknown and any(step.reads & DYNAMIC for step in steps)
    if may_be_bound_unseen or any(step.stores_later & search.known for step in steps):
        return _everything(steps, search.unknown)
    stars = {index for index, step in enumerate(steps) if step.star and search.unknown}
    return Slice([steps[index] for index in sorted(search.found | stars)], set() if stars else search.unknown)


def _everything(steps: list[Step], unknown: set[str]) -> Slice:
    return Slice(list(steps), unknown, whole=True)


class _Search:
    """Answers "which steps make this name what it is, seen from here?" until nothing new is asked."""

    def __init__(self, steps: list[Step]):
        self.steps = steps
        self.found: set[int] = set()
        self.unknown: set[str] = set()
        self.known: set[str] = set()
        self._touching = _touching(steps)
        self._asked: set[tuple[str, int]] = set()
        self._open: list[tuple[str, int]] = []
        self._looks = 0

    def ask(self, name: str, before: int) -> None:
        if (name, before) not in self._asked:
            self._asked.add((name, before))
            self._open.append((name, before))

    def run(self) -> bool:
        """False if the notebook is too entangled to be sure."""
        while self._open and self._looks < MAX_LOOKS:
            self._answer(*self._open.pop())
        return not self._open

    def _answer(self, name: str, before: int) -> None:
        self.known.add(name)
        touching = self._touching[name]
        is_bound = name in GIVEN
        for index in reversed(touching[: bisect_left(touching, before)]):
            step = self.steps[index]
            is_bound = is_bound or name in step.binds
            self._looks += 1 + len(step.reads) + len(step.reads_later)
            self._take(index, before)
            if step.is_fresh(name):
                break
        if not is_bound:
            self.unknown.add(name)

    def _take(self, index: int, before: int) -> None:
        self.found.add(index)
        for name in self.steps[index].reads:
            self.ask(name, index)
        for name in self.steps[index].reads_later:
            self.ask(name, before)


def _touching(steps: list[Step]) -> dict[str, list[int]]:
    """For each name the steps that bind it, or change what it stands for (a module's own functions change nothing)."""
    imported = {name for step in steps if step.imports for name in step.binds}
    found: dict[str, list[int]] = defaultdict(list)
    for index, step in enumerate(steps):
        for name in step.binds | step.changes | (step.calls - imported):
            found[name].append(index)
    return found
