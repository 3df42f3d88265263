"""Items for a reader rather than a machine: how their keys are said, for Anki and Markdown alike."""

from __future__ import annotations

import hashlib

from autograder.quiz.exports.decimals import exactly
from autograder.quiz.exports.forms import Item, Reply, Target

EVERY_FORM = frozenset({"one", "many", "number", "short", "order", "essay"})


def for_readers(title: str) -> Target:
    """A target that a person reads: every form is there, and nothing is typed."""
    return Target(title, EVERY_FORM, machine=False)


def letter(place: int) -> str:
    """
    >>> letter(0), letter(25), letter(26)
    ('a', 'z', 'aa')
    """
    return (letter(place // 26 - 1) if place >= 26 else "") + chr(ord("a") + place % 26)


def mixed(item: Item) -> tuple[Reply, ...]:
    """The items of an order in a fixed order that is not the right one."""
    found = sorted(item.replies, key=lambda reply: hashlib.sha256(f"{item.question.id}/{reply.text}".encode()).digest())
    return tuple(found) if tuple(found) != item.replies else (*found[1:], found[0])


def number_key(item: Item) -> str:
    """The key of a number with its unit and tolerance, such as ``0.665 points (± 0.001)``."""
    key = item.question.key
    text = f"{item.right[0].text} {key.unit}".strip()
    return f"{text} (± {exactly(key.tolerance)})" if key.tolerance else text
