"""Canvas's download of all submissions: ``lovelaceada_4711_9001_softmax.py``."""

from __future__ import annotations

import re
from pathlib import Path

from autograder.intake.handin import Attempt, HandIn, archive_at, nothing
from autograder.intake.names import meant, same_but_for_case
from autograder.intake.reading import Taken, task_files
from autograder.intake.trees import Folder, Part
from autograder.plain import listed

NAMED = re.compile(r"(?P<who>[^_]+)(?P<late>_LATE)?_(?P<user>\d+)_(?P<number>\d+)_(?P<file>.+)", re.DOTALL)
NAMED_FILES = 3
RESUBMITTED = re.compile(r"-(\d{1,3})(?=\.[A-Za-z.]+$)")


def own_name(name: str) -> str:
    """The name that a learner gave the file of a task, where Canvas has put its own words around it.

    >>> own_name("lovelaceada_LATE_4711_9001_softmax-1.py"), own_name("notes_1_2_x.py")
    ('softmax.py', 'notes_1_2_x.py')
    """
    match = NAMED.fullmatch(name)
    plain = RESUBMITTED.sub("", match["file"]) if match else ""
    return plain if meant(plain) in task_files() else name


def take(root: Path, entries: list[Path]) -> Taken:
    """``lovelaceada_4711_9001_softmax.py``: the loose files of one student are one attempt, each zip another."""
    named = [(path, NAMED.fullmatch(path.name)) for path in entries if path.is_file()]
    loose: dict[tuple[str, str], list] = {}
    for path, match in named:
        if match and match["file"].lower().endswith(".zip"):
            unopened: list[str] = []
            archive = archive_at(path, unopened)
            attempt = Attempt(path.name, archive or nothing(path), order=(int(match["number"]),))
            hand_in = HandIn("", _ids(match), (attempt,), notes=_late([match]), unopened=tuple(unopened))
            yield path, hand_in
        elif match:
            loose.setdefault(_ids(match), []).append((path, match))
    for ids, files in loose.items():
        hand_in = _files(root, ids, files)
        yield from ((path, hand_in if path == files[0][0] else None) for path, _ in files)


def _ids(match: re.Match) -> tuple[str, str]:
    return f"Canvas {match['user']}", match["who"]


def _files(root: Path, ids: tuple[str, str], files: list[tuple[Path, re.Match]]) -> HandIn:
    """One student's files; of a file handed in again (``softmax-1.py``) the last one stays."""
    newest = sorted(files, key=lambda each: (int(each[1]["number"]), _resubmission(each[1]["file"])))
    given = {match["file"] for _, match in files}
    names = {_first_name(match["file"], given): path.name for path, match in newest}
    replaced = [path.name for path, _ in files if path.name not in names.values()]
    notes = [f"Handed in again, so not read: {', '.join(replaced)}."] if replaced else []
    counting = [match for path, match in files if path.name in names.values()]
    order = (max(int(match["number"]) for _, match in files),)
    attempt = Attempt(f"{ids[1]} ({ids[0]})", Part(Folder(root), names), order=order)
    return HandIn("", ids, (attempt,), notes=(*notes, *_late(counting)))


def _first_name(name: str, given: set[str]) -> str:
    """The name before Canvas numbered it; ``week-12.ipynb`` was not numbered by Canvas."""
    plain = RESUBMITTED.sub("", name)
    return plain if plain in given or same_but_for_case(plain) in task_files() else name


def _resubmission(name: str) -> int:
    found = RESUBMITTED.search(name)
    return int(found[1]) if found else 0


def _late(counting: list[re.Match]) -> tuple[str, ...]:
    """The warning on what of a student's files Canvas marks as late."""
    late = [match["file"] for match in counting if match["late"]]
    if not late:
        return ()
    what = "it" if len(late) == len(counting) else listed(late, NAMED_FILES)
    return (f"Canvas marks {what} as late, without saying how late: lateness is counted by times alone.",)
