"""Pictures of counts as inline SVG: sizes are attributes, colours are in the style sheet, and words say the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from autograder.report.html import Html, el

HEIGHT = 40
MOST_COLUMNS = 24


def bar(value: int, of: int) -> Html:
    """A bar beside the number that it shows; it says nothing to those who listen."""
    track = el("rect", class_="track", width=max(of, 1), height=1)
    fill = el("rect", class_="fill", width=value, height=1) if value else None
    return el("svg", track, fill, class_="bar", viewBox=f"0 0 {max(of, 1)} 1", preserveAspectRatio="none",
              aria_hidden="true")  # fmt: skip


def bins(highest: int, most: int = MOST_COLUMNS) -> list[range]:
    """Whole points in at most so many ranges of one width; the highest has a range of its own.

    >>> bins(5, most=4)
    [range(0, 2), range(2, 4), range(4, 5), range(5, 6)]
    """
    width = -(-highest // (most - 1)) if highest else 1
    return [*(range(low, min(low + width, highest)) for low in range(0, highest, width)), range(highest, highest + 1)]


def called(points: range) -> str:
    """A range as people write it.

    >>> called(range(0, 10)), called(range(100, 101))
    ('0–9', '100')
    """
    return str(points.start) if len(points) == 1 else f"{points.start}–{points.stop - 1}"


def count(values: Iterable[int], ranges: list[range]) -> list[tuple[str, int]]:
    """How many of the values lie in each range."""
    found = Counter(values)
    return [(called(each), sum(found[value] for value in each)) for each in ranges]


def columns(counts: list[tuple[str, int]]) -> Html:
    """A row of columns, with the same numbers as its text."""
    highest = max((number for _, number in counts), default=0)
    rects = [_column(index, number, highest) for index, (_, number) in enumerate(counts) if number]
    ground = el("rect", class_="track", y=HEIGHT, width=10 * len(counts), height=1)
    return el("svg", ground, rects, class_="columns", viewBox=f"0 0 {10 * len(counts)} {HEIGHT + 1}",
              preserveAspectRatio="none", role="img", aria_label=in_words(counts))  # fmt: skip


def in_words(counts: list[tuple[str, int]]) -> str:
    """The counts in a sentence; what nobody has is left out."""
    said = [f"{name} points: {number}" for name, number in counts if number]
    return "; ".join(said) or "nobody yet"


def _column(index: int, number: int, highest: int) -> Html:
    height = max(1, HEIGHT * number // highest)
    return el("rect", class_="fill", x=10 * index + 1, y=HEIGHT - height, width=8, height=height)
