"""A Gradescope export: ``submission_<number>/`` folders beside an index in YAML that says whose each is."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from autograder.intake.handin import HandIn, attempts_in
from autograder.intake.reading import ClassError, Taken, time_of
from autograder.intake.trees import Folder

INDEX = "submission_metadata.yml"
LARGEST = 64 << 20
NO_ID = {"", "~", "null"}


def take(root: Path, entries: list[Path]) -> Taken:
    """``submission_<number>/`` beside an index that says whose each is."""
    if root / INDEX not in entries:
        return
    index = _index(root / INDEX)
    yield root / INDEX, None
    for path in entries:
        if re.fullmatch(r"submission_\d+", path.name) and path.is_dir():
            told = index.get(path.name, {})
            attempts, unopened = attempts_in(path.name, Folder(path), time_of(told.get(":created_at")))
            people = _people(told) or [(path.name,)]
            notes = (f"Handed in by a group of {len(people)}; each of them gets it.",) if people[1:] else ()
            for ids in people:
                yield path, HandIn("", ids, tuple(attempts), notes=notes, unopened=tuple(unopened))


def _index(path: Path) -> dict:
    if path.stat().st_size > LARGEST:
        raise ClassError(f"{path} is larger than {LARGEST >> 20} MB: that is no index of Gradescope's.")
    try:
        text = path.read_text(encoding="utf-8-sig")
        found = yaml.load(text, getattr(yaml, "CBaseLoader", yaml.BaseLoader))  # all is text, so 00123 stays 00123
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        raise ClassError(f"{path} cannot be read as YAML: download the export again. ({error})") from error
    entries = found.items() if isinstance(found, dict) else ()
    return {key: value for key, value in entries if isinstance(value, dict)}


def _people(told: dict) -> list[tuple[str, ...]]:
    """The ids of each who handed it in."""
    people = told.get(":submitters")
    dicts = [each for each in people if isinstance(each, dict)] if isinstance(people, list) else []
    found = [tuple(str(each.get(key, "")) for key in (":sid", ":email", ":name")) for each in dicts]
    return [ids for each in found if (ids := tuple(key for key in each if key not in NO_ID))]
