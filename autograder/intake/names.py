"""File names as people and browsers make them: ``Softmax-final (1).py.txt`` is meant as ``softmax.py``.

>>> meant("Causal Mask (2).py")
'causal_mask.py'
"""

from __future__ import annotations

import os
import re
import unicodedata
from pathlib import PurePosixPath

LONGEST = 100
"""A longer name is nobody's slip: it is read as it is."""
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
    if len(exact(name)) > LONGEST:
        return exact(name)
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
    """Letters and digits alone, however their accents are stored, for names of folders and people.

    >>> squashed("Week 12") == squashed("week-12")
    True
    """
    return "".join(char for char in composed(name) if char.isalnum())


def composed(name: str) -> str:
    """The name in small letters, each accent in one character with its letter: macOS stores them apart."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def unaccented(name: str) -> str:
    """The name in small letters without their accents.

    >>> unaccented("Chloé") == unaccented("chloe")
    True
    """
    parts = unicodedata.normalize("NFKD", composed(name))
    return unicodedata.normalize("NFC", "".join(char for char in parts if not unicodedata.combining(char)))


def as_text(name: str) -> str:
    r"""The name of a file as text that can be stored, alike under any locale; bytes that are no text are written out.

    >>> as_text("ada\udcff")
    'ada\\xff'
    """
    try:
        return name.encode().decode()
    except UnicodeEncodeError:
        return _file_name_bytes(name).decode("utf-8", "backslashreplace")


def _file_name_bytes(name: str) -> bytes:
    try:
        return os.fsencode(name)
    except UnicodeEncodeError:  # a name out of a zip, which no file system has seen
        return name.encode("utf-8", "backslashreplace")
