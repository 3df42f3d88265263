"""The stamp on a generated file's first line: it tells a file that was edited from one that is as it was made."""

from __future__ import annotations

import hashlib
import re

FIRST_LINE = "# {id} · starter, made by `make build` [{stamp}]: write your answer in this file.\n"
STAMP = re.compile(r"# \S+ · starter, made by `make build` \[([0-9a-f]{12})\]")


def stamped(task_id: str, body: str) -> str:
    """The body under a first line that says that it is generated, and carries a stamp of the rest."""
    return FIRST_LINE.format(id=task_id, stamp=_stamp(body)) + body


def is_pristine(text: str) -> bool:
    """Whether a starter is as it was made: nobody has written in it yet (an editor's line ends aside)."""
    head, _, body = text.replace("\r\n", "\n").partition("\n")
    stamp = STAMP.match(head)
    return bool(stamp) and stamp[1] == _stamp(body)


def _stamp(body: str) -> str:
    return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()[:12]
