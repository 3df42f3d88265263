"""What the scorer says about one answer."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from autograder.quiz.question import Question

CREDITED = "credited"
NOT_YET = "not yet"
UNSURE = "unsure"
"""Of an open answer: the scorer can't tell, so the learner marks it against the key points."""
UNREADABLE = "unreadable"
"""Of an exact answer: it could mean two things, or nothing; the message says how to write it. Never a wrong mark."""


class UnreadableAnswer(Exception):
    """Raised when an answer is not written as its kind demands; the text is for the learner."""


@dataclass(frozen=True)
class KeyPoint:
    """A key point of an open question, and the learner's words in which it was found ("" where it was not)."""

    id: str
    says: str
    worth: int
    quote: str = ""


@dataclass(frozen=True)
class Met:
    """A misconception that was met: the learner's words, and the sentence that answers it."""

    id: str
    quote: str
    feedback: str


@dataclass(frozen=True)
class Score:
    """One answer scored. ``counts`` is False where a person has to confirm: open questions, unreadable answers."""

    question: str
    outcome: str
    points: int
    max_points: int
    counts: bool
    message: str = ""
    found: tuple[KeyPoint, ...] = ()
    missing: tuple[KeyPoint, ...] = ()
    misconceptions: tuple[Met, ...] = ()

    @property
    def full(self) -> bool:
        return self.outcome == CREDITED

    def as_dict(self) -> dict:
        """Plain data, as JSON holds it."""
        return asdict(self)


def exact(question: Question, points: int, message: str = "") -> Score:
    """The score of an exact kind: credited with all points, else not yet."""
    outcome = CREDITED if points == question.points else NOT_YET
    return Score(question.id, outcome, points, question.points, counts=True, message=message)


def unreadable(question: Question, message: str) -> Score:
    return Score(question.id, UNREADABLE, 0, question.points, counts=False, message=message)
