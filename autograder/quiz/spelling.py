"""Words as they are meant: a light stemmer, and a bounded distance that forgives the typos of long words."""

from __future__ import annotations

from functools import lru_cache

VOWELS = frozenset("aeiouy")
ONE_SWAP, ONE_TYPO, SAME_LETTERS, TWO_TYPOS = 5, 6, 7, 10
"""From how many letters on a word may hold two swapped neighbours, one slip of any kind, one letter in another place
("whitout"), and two slips."""


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """The word without its ordinary ending; the same for all forms of most verbs and nouns.

    >>> stem("scaling") == stem("scaled") == stem("scales") == stem("scale")
    True
    """
    word = word.replace("iz", "is") if len(word) > 5 else word
    return _without_e(_without_ly(_without_past(singular(word))))


def singular(word: str) -> str:
    """The word without the ending of a plural."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and word[-2] not in "suia" else word


def _without_past(word: str) -> str:
    for ending in ("ing", "ed"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= 3 and VOWELS & set(rest):
            return rest[:-1] if len(rest) > 3 and rest[-1] == rest[-2] and rest[-1] not in "lsz" else rest
    return word


def _without_ly(word: str) -> str:
    return word[:-2] if len(word) > 5 and word.endswith("ly") else word


def _without_e(word: str) -> str:
    word = word[:-3] if len(word) > 6 and word.endswith(("sion", "tion")) else word
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


def typos_allowed(word: str) -> int:
    """How many slips a word of that length may hold and still be meant.

    >>> typos_allowed("key"), typos_allowed("softmax"), typos_allowed("positional")
    (0, 1, 2)
    """
    return (len(word) >= ONE_TYPO) + (len(word) >= TWO_TYPOS)


def is_slip(written: str, meant: str) -> bool:
    """Whether ``written`` is ``meant`` with a few slips; the first letter must be right.

    >>> is_slip("sofmtax", "softmax"), is_slip("vlaue", "value"), is_slip("valve", "value")
    (True, True, False)
    >>> is_slip("whitout", "without")
    True
    """
    allowed = typos_allowed(meant)
    if len(written) == len(meant) >= ONE_SWAP and sorted(written) == sorted(meant):
        moved = 2 if len(meant) >= SAME_LETTERS else 1
        return written[:1] == meant[:1] and distance(written, meant) <= max(allowed, moved)
    if not allowed or written[:1] != meant[:1] or abs(len(written) - len(meant)) > allowed:
        return False
    return distance(written, meant) <= allowed


@lru_cache(maxsize=65536)
def distance(one: str, other: str) -> int:
    """Damerau-Levenshtein: how many letters to add, drop, change, or swap with the next.

    >>> distance("satuarte", "saturate")
    1
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, char in enumerate(one, 1):
        current = [i]
        for j, target in enumerate(other, 1):
            cost = min(row[j] + 1, current[-1] + 1, row[j - 1] + (char != target))
            if i > 1 and j > 1 and char == other[j - 2] and one[i - 2] == target:
                cost = min(cost, before[j - 2] + 1)
            current.append(cost)
        before, row = row, current
    return row[-1]
