"""What the desk says while it works: lines that fit the terminal, and lists that end before they tire."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from autograder.plain import listed, plain
from autograder.report.folded import folded

SHOWN = 10


def say(text: str) -> None:
    """Prints it; in a terminal no word is cut at the end of a line."""
    print(folded(text, sys.stdout), flush=True)


def some(names: Sequence[str], shown: int = SHOWN) -> str:
    """The first names, and how many more there are.

    >>> some(["ada", "ben", "cyd"], 2)
    'ada, ben and 1 more'
    """
    return plain(listed(names, shown))


def count(number: int, thing: str) -> str:
    """A number and what it counts.

    >>> count(1, "file"), count(2, "file")
    ('1 file', '2 files')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def either(make: str, command: str) -> str:
    """How to say something to make, and without it.

    >>> either("WEEK=week-12", "--week week-12")
    'WEEK=week-12 (without make: --week week-12)'
    """
    return f"{make} (without make: {command})"
