"""When a question comes back: five boxes. Right, when it is due, moves it one box up; anything else back to box 1.

A question in box 1 is due at once; in boxes 2 to 5 it is due 1, 3, 7 and 21 days after it was last answered. A question
that was never answered is due. Box 1 comes first, then what is new, then the higher boxes.

>>> card = after(None, right=True, today=date(2026, 3, 1))
>>> card.box, is_due(card, date(2026, 3, 1)), is_due(card, date(2026, 3, 2))
(2, False, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta

WAITS = (0, 1, 3, 7, 21)
"""Days that a question rests in each box."""
NEW = 1.5
"""Where a new question stands among the boxes."""


@dataclass(frozen=True)
class Card:
    """How a learner stands with one question."""

    box: int
    last: date
    tries: int
    right: int


def after(card: Card | None, right: bool, today: date) -> Card:
    """The card after one more answer; a right one before its day leaves box and day as they are."""
    before = card or Card(1, today, 0, 0)
    if right and not is_due(before, today):
        return replace(before, tries=before.tries + 1, right=before.right + 1)
    box = min(before.box + 1, len(WAITS)) if right else 1
    return Card(box, today, before.tries + 1, before.right + right)


def due_on(card: Card) -> date:
    return card.last + timedelta(days=WAITS[card.box - 1])


def is_due(card: Card | None, today: date) -> bool:
    """Whether to ask; a card from the future (a clock was set back) is due."""
    return card is None or due_on(card) <= today or card.last > today


def due(ids: Iterable[str], cards: Mapping[str, Card], today: date) -> list[str]:
    """The ids that are due, what went wrong first; otherwise in the order given."""
    waiting = [each for each in ids if is_due(cards.get(each), today)]
    return sorted(waiting, key=lambda each: cards[each].box if each in cards else NEW)
