"""Shapes as people write them: ``[2, 5, 7]``, ``(2, 5, 7)``, ``2x5x7``, ``2 × 5 × 7``, ``torch.Size([2, 5, 7])``."""

from __future__ import annotations

import re

from autograder.quiz.score import UnreadableAnswer

WRAPPED = re.compile(r"(?:torch\.Size)?\s*\(\s*(\[.*\])\s*\)|\((.*)\)|\[(.*)\]", re.DOTALL)
SEPARATOR = re.compile(r"\s*[,;x×*]\s*|\s+")
SIZE = re.compile(r"[0-9]{1,9}")
MOST_AXES, LONGEST = 12, 200
ASK = "Write the sizes, such as (2, 5, 7), [2, 5, 7] or 2x5x7."


def read_shape(text: str) -> tuple[int, ...]:
    """The sizes that the text states; raises UnreadableAnswer.

    >>> read_shape("2×5×7"), read_shape("(5,)"), read_shape("[]")
    ((2, 5, 7), (5,), ())
    """
    if len(text) > LONGEST:
        raise UnreadableAnswer(f"That is longer than a shape needs to be. {ASK}")
    inner = _unwrapped(text.strip().casefold())
    if inner is None:
        return ()
    sizes = SEPARATOR.split(inner)
    if not all(SIZE.fullmatch(size) for size in sizes) or len(sizes) > MOST_AXES:
        raise UnreadableAnswer(ASK)
    return tuple(int(size) for size in sizes)


def _unwrapped(text: str) -> str | None:
    """What stands between the brackets, without a last comma; None for a shape of no axes."""
    wrapped = False
    while match := WRAPPED.fullmatch(text.removeprefix("torch.size")):
        text, wrapped = next(group for group in match.groups() if group is not None).strip(), True
    if wrapped and not text:
        return None
    return text.removesuffix(",").strip() if wrapped else text


def show_shape(sizes: tuple[int, ...]) -> str:
    """
    >>> show_shape((5,)), show_shape((5, 7))
    ('(5,)', '(5, 7)')
    """
    return repr(tuple(sizes))
