"""Repositories ``<assignment>-<user>``: the retired GitHub Classroom client's folders and Classroom 50's downloads."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from autograder.intake.handin import HandIn, attempts_in
from autograder.intake.reading import Taken, entries_of, line_of, time_of
from autograder.intake.trees import Folder

NAMING = ("classroom", "assignment", "owner")


def take(root: Path, entries: list[Path]) -> Taken:
    """``<assignment>-submissions/<assignment>-<user>/``, and Classroom 50's downloads with their ``result.json``."""
    slug = root.name.removesuffix("-submissions")
    named = [path for path in entries if slug != root.name and path.name.startswith(f"{slug}-")]
    yield from _of_assignment(slug, named)
    told = {path: result for path in entries if (result := _classroom_result(path))}
    beginnings = Counter(_beginning(result) for result in told.values())
    for path in filter(Path.is_dir, (path for path in entries if path not in named)):
        beginning = _likeliest(path.name, beginnings)
        if beginning:
            fits = path in told and _beginning(told[path]) == beginning
            user = path.name.removeprefix(beginning)
            ids = (user,) if beginnings[beginning] > 1 else (path.name, user)  # one alone may have made it up
            yield path, _repository(path, ids, told[path]["datetime"] if fits else None)
        elif path.name.endswith("-submissions"):
            for _, hand_in in _of_assignment(path.name.removesuffix("-submissions"), entries_of(path)):
                yield path, hand_in


def _of_assignment(slug: str, entries: Iterable[Path]) -> Taken:
    for path in filter(Path.is_dir, entries):
        yield path, _repository(path, (path.name.removeprefix(f"{slug}-"),))


def _repository(path: Path, ids: tuple[str, ...], time: object = None) -> HandIn:
    attempts, unopened = attempts_in(path.name, Folder(path), time_of(time))
    return HandIn("", ids, tuple(attempts), unopened=tuple(unopened))


def _classroom_result(folder: Path) -> dict[str, str]:
    """What a repository's ``result.json`` says, if the folder is named so; a student may have written it."""
    try:
        told = json.loads(line_of(folder / "result.json", 1 << 20))
    except (ValueError, RecursionError):
        return {}
    result = {key: str(told.get(key)) for key in (*NAMING, "datetime")} if isinstance(told, dict) else {}
    return result if "-".join(result.get(key, "") for key in NAMING) == folder.name else {}


def _beginning(result: dict[str, str]) -> str:
    """What stands before the user: ``cs-week-12-``."""
    return f"{result['classroom']}-{result['assignment']}-"


def _likeliest(name: str, beginnings: Counter[str]) -> str:
    """The beginning that most results say; else ``hal-gh`` could pass for ``gh`` with a result of his own."""
    fitting = [each for each in beginnings if name.startswith(each) and name != each]
    return max(fitting, key=lambda each: (beginnings[each], -len(each)), default="")
