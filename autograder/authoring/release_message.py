"""The message of a release's commit: which weeks and tasks have changed, so that students' `git log` says it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

FIRST = "The exercises"
LONGEST = 72
OF_A_WEEK = {"week.toml": "the list of tasks", "README.md": "the README", "hints.toml": "the hints"}
PARTS = {"autograder": "the engine", "data": "the data"}


def message(added: Iterable[str], changed: Iterable[str], removed: Iterable[str]) -> str:
    """One line on a later release, by the names of its files.

    >>> message([], ["exercises/week-12/softmax.py", "self_checks/week-12/check_softmax.py"], [])
    'week-12: softmax, the checks'
    >>> message(["exercises/week-20/week.toml"], ["autograder/grade.py", "README.md"], [])
    'week-20 is new; the engine, README.md'
    """
    added = list(added)
    new = [name.split("/")[1] for name in added if name.startswith("exercises/") and name.endswith("/week.toml")]
    groups: dict[str, dict[str, None]] = {}
    for name in [*added, *changed, *removed]:
        week, part = _said(PurePosixPath(name))
        if week not in new:
            groups.setdefault(week, {})[part] = None
    other = groups.pop("", {})
    news = [f"{week} is new" for week in new]
    said = [*news, *(f"{week}: {', '.join(parts)}" for week, parts in sorted(groups.items()))]
    full = "; ".join([*said, *([", ".join(other)] if other else [])])
    short = "; ".join([*news, *(f"{week} has changed" for week in sorted(groups))])
    texts = (full, "; ".join(said), short)
    return next((text for text in texts if 0 < len(text) <= LONGEST), "A new release of the exercises")


def _said(path: PurePosixPath) -> tuple[str, str]:
    """The week that a file belongs to, if it does, and what it is called in a sentence."""
    top, *between = path.parts[:-1] or ("",)
    if top == "self_checks" and between:
        return between[0], "the questions" if path.name == "quiz.toml" else "the checks"
    if top == "exercises" and between:
        kind = "the notebook" if path.suffix == ".ipynb" else path.stem
        return between[0], OF_A_WEEK.get(path.name, kind)
    return "", PARTS.get(top, path.name)
