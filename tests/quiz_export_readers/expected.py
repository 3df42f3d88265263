"""Whether what a reader saw of a question says the same as the bank: worked out from the bank, not from the export."""

from __future__ import annotations

from itertools import pairwise

from quiz_export_readers.seen import Seen, plain

from autograder.quiz.number import read_number
from autograder.quiz.question import Question
from autograder.quiz.shape import read_shape

TELLS_EACH = ("moodle", "gift", "jupyterquiz")
"""Formats in which each typed answer has feedback of its own."""


def agree(question: Question, seen: Seen, name: str) -> None:
    """Fails unless prompt, options, key, tolerance and feedback are those of the question."""
    prompt = plain(question.prompt)
    if code := getattr(question.key, "code", ""):
        prompt = f"{prompt} {' '.join(code.split())}"
    assert seen.prompt == prompt or seen.prompt.startswith(f"{prompt} Give the number alone")
    if name in ("moodle", "canvas"):
        assert seen.points == question.points
    CHECKS[seen.kind](question, seen, name)


def _why(question: Question, seen: Seen, name: str) -> None:
    if name == "jupyterquiz":
        assert all(plain(question.why) in said for _, share, said in seen.replies if share > 0)
    else:
        assert plain(question.why) in seen.general


def _choice(question: Question, seen: Seen, name: str) -> None:
    _why(question, seen, name)
    if question.kind == "order":
        _sequences(question, seen)
        return
    assert seen.texts == [plain(option.text) for option in question.options]
    assert seen.right == [plain(option.text) for option in question.key.right]
    for option, (_, share, said) in zip(question.options, seen.replies, strict=True):
        assert plain(option.feedback) in said
        assert (share > 0) == option.right
    if name in ("moodle", "gift"):
        assert abs(sum(share for _, share, _ in seen.replies if share > 0) - 1) < 1e-6


def _sequences(question: Question, seen: Seen) -> None:
    assert seen.right == [" → ".join(plain(item.text) for item in question.key.items)]
    assert len(set(seen.texts)) == len(seen.texts) >= 2
    said = [feedback for _, _, feedback in seen.replies]
    assert all(any(plain(wrong.feedback) in each for each in said) for wrong in question.wrong)


def _number(question: Question, seen: Seen, name: str) -> None:
    _why(question, seen, name)
    value, tolerance = float(question.key.value), float(question.key.tolerance or 0)
    near = tolerance / (20 if name == "canvas" else 1000)
    assert [abs(float(each) - value) <= near for each in seen.right] == [True]
    assert abs(seen.tolerance[0] - tolerance) <= tolerance / 20
    _said_to_wrong(question, seen, name, lambda text: float(read_number(text.removesuffix(question.key.unit))))


def _short(question: Question, seen: Seen, name: str) -> None:
    _why(question, seen, name)
    if question.kind == "shape":
        assert {read_shape(text) for text in seen.right} == {question.key.sizes}
        assert len(seen.right) >= 5
        _said_to_wrong(question, seen, name, read_shape)
        return
    if question.kind == "term":
        wanted = {each.casefold() for each in (question.key.term, *question.key.synonyms)}
        assert {text.casefold() for text in seen.right} == wanted
    else:
        assert seen.right == [question.key.text]
    _said_to_wrong(question, seen, name, str.casefold)


def _said_to_wrong(question: Question, seen: Seen, name: str, read: object) -> None:
    """Each wrong answer of the bank meets its sentence."""
    for wrong in question.wrong:
        if name in TELLS_EACH:
            wanted = read(wrong.answer)
            said = [said for text, share, said in seen.replies if share <= 0 and _same(read(text), wanted)]
            assert said and all(plain(wrong.feedback) in each for each in said)
        else:
            assert plain(wrong.feedback) in seen.for_markers


def _same(one: object, other: object) -> bool:
    return abs(one - other) < 1e-6 * max(1, abs(other)) if isinstance(other, float) else one == other


def _order(question: Question, seen: Seen, name: str) -> None:
    _why(question, seen, name)
    assert seen.texts == [plain(item.text) for item in question.key.items]
    assert all(later == earlier + 1 for earlier, later in pairwise(place for _, place, _ in seen.replies))


def _essay(question: Question, seen: Seen, name: str) -> None:
    if question.kind == "output":
        assert " ".join(question.key.text.split()) in seen.general
        return
    assert all(plain(answer) in seen.general for answer in question.key.answers)
    points = [plain(claim.says) for claim in question.key.claims]
    assert all(point in (seen.for_markers if name == "moodle" else seen.general) for point in points)
    if name == "moodle":
        assert all(plain(each.feedback) in seen.for_markers for each in question.key.misconceptions)


CHECKS = {"choice": _choice, "number": _number, "short": _short, "order": _order, "essay": _essay}
