"""File names as people and browsers make them: ``Softmax-final (1).py.txt`` is meant as ``softmax.py``.

>>> meant("Causal Mask (2).py")
'causal_mask.py'
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath

ENDINGS = re.compile(r"(\.(py|ipynb))(\.txt)?$")
ADDED = re.compile(
    r"[-_ ]*(\(\d+\)|[-_ ](final|fixed|new|latest|done|copy|kopie|copie|solution|submission|v?\d+))$", re.IGNORECASE
)
BEFORE = re.compile(r"^(copy of|kopie von|copie de)[-_ ]+", re.IGNORECASE)


def exact(name: str) -> str:
    """The name without its folders."""
    return PurePosixPath(name).name


def same_but_for_case(name: str) -> str:
    """The name in small letters with underscores, and without a ``.txt`` that a system has added."""
    return re.sub(r"[-\s]+", "_", ENDINGS.sub(r"\1", exact(name).casefold()))


def meant(name: str) -> str:
    """The name without numbers of copies and words such as ``-final`` either."""
    plain = ENDINGS.sub(r"\1", exact(name).casefold())
    ending = ENDINGS.search(plain)
    stem = plain[: ending.start()] if ending else plain
    stem = BEFORE.sub("", stem)
    while ADDED.search(stem):
        stem = ADDED.sub("", stem)
    return re.sub(r"[-\s]+", "_", stem.strip()) + (ending[1] if ending else "")


RULES = (exact, same_but_for_case, meant)
"""Ways to read a name, from the strictest on: a file found by a later one is taken with a warning."""


def squashed(name: str) -> str:
    """Letters and digits alone, for names of folders and people.

    >>> squashed("Week 12") == squashed("week-12")
    True
    """
    return "".join(char for char in name.casefold() if char.isalnum())
