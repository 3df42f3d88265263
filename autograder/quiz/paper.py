"""Lines for a terminal: wrapped to its width, formulas in letters, and nothing of a learner's that could steer it."""

from __future__ import annotations

import shutil
import textwrap

from autograder.plain import plain
from autograder.quiz.plain_math import in_letters

WIDEST, NARROWEST = 78, 30


def width() -> int:
    """The columns to write in; ``COLUMNS`` in the environment wins."""
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns - 1))


def wrapped(text: str, first: str = "", rest: str | None = None) -> str:
    """A paragraph with ``first`` before its first line and ``rest`` (or as many blanks) before the others."""
    rest = " " * len(first) if rest is None else rest
    lines = in_letters(plain(text)).split("\n")
    paragraphs = [" ".join(paragraph.split()) for paragraph in "\n".join(lines).split("\n\n")]
    fill = textwrap.TextWrapper(width(), subsequent_indent=rest, break_on_hyphens=False)
    filled = []
    for at, paragraph in enumerate(paragraphs):
        fill.initial_indent = rest if at else first
        filled.append(fill.fill(paragraph))
    return "\n".join(filled)


def code(text: str, indent: str = "    ") -> str:
    """Code or output, line by line as it is; an empty line stays empty.

    >>> code("for x in xs:\\n\\n    print(x)")
    '    for x in xs:\\n\\n        print(x)'
    """
    return textwrap.indent(plain(text), indent)


def count(number: int, thing: str) -> str:
    """
    >>> count(1, "point"), count(2, "point")
    ('1 point', '2 points')
    """
    return f"{number} {thing}{'' if number == 1 else 's'}"
