"""The patterns of a rubric: a few slot names and the words ``not``, ``maybe``, ``then``, ``near``, ``without``.

>>> parse_pattern("query then seek without key", {"query", "seek", "key"}).without
('key',)
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

BUILT_IN: dict[str, tuple[str, ...]] = {
    "because": ("because", "since", "due to", "caused by", "owing to", "thanks to", "comes from", "reason"),
    "so": (
        "so", "therefore", "thus", "hence", "lead to", "result in", "make", "cause", "then", "which is why", "give",
        "consequently", "that is why", "mean that", "produce", "let", "push", "drive", "turn", "become",
    ),
    "and": ("and", "but", "while", "whereas", "or"),
}  # fmt: skip
"""The slots that every rubric knows."""

RESERVED = ("not", "maybe", "then", "near", "without")
LINKS = ("then", "near")
POLARITIES = {"not": "denied", "maybe": "either"}


class PatternError(Exception):
    """Raised when a pattern does not follow the grammar in ``bank``."""


@dataclass(frozen=True)
class Element:
    """One place of a pattern: the slots of which one must be there, and whether it must be denied."""

    slots: tuple[str, ...]
    polarity: str = "plain"
    link: str = ""


@dataclass(frozen=True)
class Pattern:
    """Elements that must all be there; ``link`` says how one stands to the element before it: then, near, or ""."""

    elements: tuple[Element, ...]
    without: tuple[str, ...] = ()


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Pattern:
    body, found, tail = f" {text} ".partition(" without ")
    without = tuple(tail.replace("|", " ").split())
    if found and (not without or set(without) & set(RESERVED)):
        raise PatternError("behind 'without' come slots, up to the end.")
    elements: list[Element] = []
    polarity, link = "plain", ""
    for word in body.split():
        if word in LINKS:
            if not elements or link or polarity != "plain":
                raise PatternError(f"{word!r} stands between two slots.")
            link = word
        elif word in POLARITIES:
            if polarity != "plain":
                raise PatternError(f"{word!r} stands before one slot.")
            polarity = POLARITIES[word]
        else:
            elements.append(Element(tuple(word.split("|")), polarity, link))
            polarity, link = "plain", ""
    if not elements or link or polarity != "plain":
        raise PatternError("a slot is missing at the end.")
    return Pattern(tuple(elements), without)


def parse_pattern(text: str, slots: Collection[str]) -> Pattern:
    """The pattern; raises PatternError if it names a slot that is not among these."""
    pattern = _parsed(text)
    named = [*pattern.without, *(slot for element in pattern.elements for slot in element.slots)]
    for slot in named:
        if slot not in slots:
            raise PatternError(f"there is no word list {slot!r}; the lists are {', '.join(sorted(slots))}.")
    return pattern
