"""Decisions of staff in sentences: what the learner reads, and what staff read, with who decided and when.

>>> for_staff(Adjustment("points", "softmax", "4", "6", "Shown.", "tutor", "2026-11-21T09:00:00Z"))
'softmax: 6 points in place of 4, by tutor on 2026-11-21 at 09:00 UTC. Shown.'
"""

from __future__ import annotations

from datetime import UTC, datetime

from autograder.report.standing import Adjustment


def for_learner(of: Adjustment) -> str:
    """The decision and its comment; a comment alone needs no more words."""
    if of.kind == "comment":
        return f"{_where(of)}{of.comment}"
    sentence = {
        "excused": "your teacher has excused you from this week.",
        "extension": f"your teacher has moved your deadline to {of.new}.",
        "points": f"your teacher has given {_points(of)}.",
    }[of.kind]
    said = f"{of.task}: {sentence}" if of.task else sentence[0].upper() + sentence[1:]
    return f"{said} {of.comment}".rstrip()


def for_staff(of: Adjustment) -> str:
    """The decision, who made it, when, and the comment."""
    decision = {
        "comment": "comment",
        "excused": "excused",
        "extension": f"deadline moved to {of.new}{f' from {of.old}' if of.old else ''}",
        "points": _points(of),
    }[of.kind]
    by = f" by {of.by}" if of.kind == "comment" else f", by {of.by}"
    said = f"{_where(of)}{decision}{by if of.by else ''}{_when(of.at)}."
    return f"{said[0].upper() + said[1:] if not of.task else said} {of.comment}".rstrip()


def _where(of: Adjustment) -> str:
    return f"{of.task}: " if of.task else ""


def _points(of: Adjustment) -> str:
    points = "1 point" if of.new == "1" else f"{of.new} points"
    return f"{points} in place of {of.old}" if of.old else points


def _when(at: str) -> str:
    """When, in UTC; what is no time is said as it is, and nothing where there is none."""
    try:
        return f" on {datetime.fromisoformat(at).astimezone(UTC):%Y-%m-%d at %H:%M} UTC"
    except (ValueError, OverflowError):
        return f" on {at}" if at else ""
