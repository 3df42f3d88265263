"""Text that came from a learner, made safe to show: no escape sequences, no direction marks, no surrogates."""

from __future__ import annotations

import unicodedata

KEPT = {"\n", "\t"}
HIDDEN_CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def plain(text: str) -> str:
    r"""The text with every control, format and surrogate character written out.

    >>> plain("red \x1b[31m")
    'red \\x1b[31m'
    """
    return "".join(_plain(char) for char in text)


def _plain(char: str) -> str:
    if char in KEPT or unicodedata.category(char) not in HIDDEN_CATEGORIES:
        return char
    return char.encode("unicode_escape").decode("ascii")
