"""The stamp on a generated file's first line: it tells a file that was edited from one that is as it was made."""

from __future__ import annotations

import hashlib
import re

FIRST_LINE = "# {id} · {what}, made by `make build` [{stamp}]: {note}.\n"
STAMP = re.compile(r"# \S+ · [a-z ]+, made by `make build` \[([0-9a-f]{12})\]")
STARTER = "starter", "write your answer in this file"
CHECKS = "visible checks", "read them; edits would be lost"


def stamped(task_id: str, body: str, kind: tuple[str, str] = STARTER) -> str:
    """The body under a first line that says what it is, that it is generated, and a stamp of the rest."""
    what, note = kind
    return FIRST_LINE.format(id=task_id, what=what, note=note, stamp=_stamp(body)) + body


def is_pristine(text: str) -> bool:
    """Whether a generated file is as it was made: nobody has written in it yet (an editor's line ends aside)."""
    head, _, body = text.replace("\r\n", "\n").partition("\n")
    stamp = STAMP.match(head)
    return bool(stamp) and stamp[1] == _stamp(body)


def _stamp(body: str) -> str:
    return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()[:12]
