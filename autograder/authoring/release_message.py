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
    >>> message(["exercises/week-12/entropy.py", "self_checks/week-12/check_entropy.py"], ["README.md"], [])
    'week-12: entropy is new; README.md'
    """
    added = list(added)
    tasks = new_tasks(added)
    new = [name.split("/")[1] for name in added if name.startswith("exercises/") and name.endswith("/week.toml")]
    groups: dict[str, dict[str, None]] = {}
    for name in [*added, *changed, *removed]:
        if _comes_with(name, tasks):
            continue
        week, part = _said(PurePosixPath(name))
        if week not in new:
            groups.setdefault(week, {})[part] = None
    other = groups.pop("", {})
    news = [f"{week} is new" for week in new]
    news += [f"{week}: {', '.join(names)} {'is' if len(names) == 1 else 'are'} new" for week, names in tasks.items()]
    said = [*news, *(f"{week}: {', '.join(parts)}" for week, parts in sorted(groups.items()))]
    full = "; ".join([*said, *([", ".join(other)] if other else [])])
    short = "; ".join([*news, *(f"{week} has changed" for week in sorted(groups))])
    texts = (full, "; ".join(said), short)
    return next((text for text in texts if 0 < len(text) <= LONGEST), "A new release of the exercises")


def new_tasks(added: Iterable[str]) -> dict[str, list[str]]:
    """The tasks that come with their checks into weeks that are not new.

    >>> new_tasks(["exercises/week-12/entropy.py", "self_checks/week-12/check_entropy.py"])
    {'week-12': ['entropy']}
    """
    paths = {PurePosixPath(name) for name in added}
    found: dict[str, list[str]] = {}
    for path in sorted(paths):
        checks = PurePosixPath("self_checks", path.parent.name, f"check_{path.stem}.py")
        if path.parts[0] == "exercises" and checks in paths and path.with_name("week.toml") not in paths:
            found.setdefault(path.parent.name, []).append(path.stem)
    return found


def _comes_with(name: str, tasks: dict[str, list[str]]) -> bool:
    """Whether the file is there, or another, since those tasks are new: theirs, or one that lists a week's tasks."""
    path = PurePosixPath(name)
    of_a_week = {*OF_A_WEEK, "mistakes.json", f"{path.parent.name}.ipynb"}
    own = {f"{kind}{task}.py" for task in tasks.get(path.parent.name, ()) for kind in ("", "check_")}
    return path.parent.name in tasks and path.name in of_a_week | own


def _said(path: PurePosixPath) -> tuple[str, str]:
    """The week that a file belongs to, if it does, and what it is called in a sentence."""
    top, *between = path.parts[:-1] or ("",)
    if top == "self_checks" and between:
        return between[0], "the questions" if path.name == "quiz.toml" else "the checks"
    if top == "exercises" and between:
        kind = "the notebook" if path.suffix == ".ipynb" else path.stem
        return between[0], OF_A_WEEK.get(path.name, kind)
    return "", PARTS.get(top, path.name)
