"""Text that came from elsewhere, made fit to show: no escape sequences, no direction marks, no surrogates."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

KEPT = {"\n", "\t"}
HIDDEN_CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
JOINERS = {"\u200c", "\u200d"}
"""Zero width non-joiner and joiner: part of the spelling in some scripts, an invisible addition anywhere else."""
JOINED = (
    "ARABIC", "BENGALI", "DEVANAGARI", "GUJARATI", "GURMUKHI", "KANNADA", "KHMER", "MALAYALAM", "MONGOLIAN", "MYANMAR",
    "ORIYA", "SINHALA", "SYRIAC", "TAMIL", "TELUGU",
)  # fmt: skip
"""Those scripts, as the names of their letters begin."""


def plain(text: str) -> str:
    r"""The text with every control, format and surrogate character written out, but for joiners between letters.

    >>> plain("red \x1b[31m")
    'red \\x1b[31m'
    """
    around = zip(text, f" {text}", f"{text[1:]} ", strict=False)
    return "".join(_plain(char, before, after) for char, before, after in around)


def ended(sentence: str) -> str:
    """The sentence with a full stop, unless it ends in a mark of its own.

    >>> ended("invalid syntax. Perhaps you forgot a comma?"), ended("'(' was never closed")
    ('invalid syntax. Perhaps you forgot a comma?', "'(' was never closed.")
    """
    return sentence if sentence.endswith((".", "?", "!", ".)")) else f"{sentence}."


def in_words(names: Iterable[str]) -> str:
    """All of them, at least one, as a sentence names them.

    >>> in_words(["a"]), in_words(["a", "b"]), in_words(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def listed(names: Sequence[str], shown: int, between: str = ", ") -> str:
    """The first names, and how many more there are.

    >>> listed(["ada", "ben", "cyd"], 2)
    'ada, ben and 1 more'
    """
    more = f" and {len(names) - shown} more" if len(names) > shown else ""
    return between.join(names[:shown]) + more


def _plain(char: str, before: str, after: str) -> str:
    if char in KEPT or unicodedata.category(char) not in HIDDEN_CATEGORIES:
        return char
    if char in JOINERS and _is_joined(before) and _is_joined(after):
        return char
    return char.encode("unicode_escape").decode("ascii")


def _is_joined(char: str) -> bool:
    """Whether it is a letter, or a mark on one, of a script that is spelled with joiners."""
    return unicodedata.category(char)[0] in "LM" and unicodedata.name(char, "").startswith(JOINED)
