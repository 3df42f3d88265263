"""Questions as items: how each kind of the bank becomes a form that other systems know, and what that changes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations

from autograder.quiz.exact import APART
from autograder.quiz.exports.decimals import nearly
from autograder.quiz.exports.markup import Html
from autograder.quiz.number import read_number
from autograder.quiz.question import Question
from autograder.quiz.shape import read_shape, show_shape

ARROW = " → "
SEQUENCES = 4
FEWEST_TO_MATCH = 3


class Stays(Exception):
    """Raised when a question does not go out; the text says why."""


@dataclass(frozen=True)
class Target:
    """What a format can hold."""

    title: str
    forms: frozenset[str]
    points: bool = True
    shuffles: bool = False
    """Its options cannot be kept in their places."""
    machine: bool = True
    """Typed answers are compared letter by letter; otherwise a person reads them."""
    tells_case: bool = True
    """Upper and lower case can be told apart in a typed answer."""
    lacks: dict[str, str] = field(default_factory=dict)
    """Why a form is not there."""


@dataclass(frozen=True)
class Reply:
    """An option, or an answer that may be typed; ``value`` is that of a number."""

    text: str
    right: bool = False
    feedback: str = ""
    value: Fraction | None = None


@dataclass(frozen=True)
class Item:
    """A question as it goes out."""

    question: Question
    form: str
    prompt: str
    replies: tuple[Reply, ...]
    notes: tuple[str, ...] = ()
    code: str = ""
    fixed: bool = False
    """The options keep their places."""
    exact_case: bool = False
    key_points: tuple[str, ...] = ()
    misconceptions: tuple[str, ...] = ()
    """What to say to wrong answers that are no replies."""

    @property
    def right(self) -> tuple[Reply, ...]:
        return tuple(reply for reply in self.replies if reply.right)

    @property
    def wrong(self) -> tuple[Reply, ...]:
        return tuple(reply for reply in self.replies if not reply.right)


def _choice(question: Question, target: Target) -> Item:
    replies = tuple(Reply(each.text, each.right, each.feedback) for each in question.options)
    form = "one" if question.kind == "choice" else "many"
    return Item(question, form, question.prompt, replies, fixed=any(each.pin for each in question.options))


def _number(question: Question, target: Target) -> Item:
    key = question.key
    text = nearly(key.value, key.tolerance)
    if text is None:
        raise Stays("its key has no exact decimal, and it has no tolerance.")
    notes = [] if Fraction(text) == key.value else [f"its key is rounded to {text}."]
    prompt = question.prompt
    if key.unit and target.machine:
        prompt += f"\n\nGive the number alone, in {key.unit}."
        notes.append("its unit stands in the prompt, and only the number is typed.")
    wrong = [_wrong_number(question, each.answer, each.feedback) for each in question.wrong]
    return Item(question, "number", prompt, (Reply(text, True, value=key.value), *wrong), tuple(notes))


def _wrong_number(question: Question, answer: str, feedback: str) -> Reply:
    value = read_number(answer.strip().removesuffix(question.key.unit))
    text = nearly(value, question.key.tolerance or Fraction(1, 10**6))
    return Reply(text, feedback=feedback, value=Fraction(text))


def spellings(sizes: tuple[int, ...]) -> list[str]:
    """The ways in which people write a shape; the first is Python's.

    >>> spellings((5, 7))[:4], spellings((5,))
    (['(5, 7)', '(5,7)', '[5, 7]', '[5,7]'], ['(5,)', '(5)', '[5,]', '[5]', '5', 'torch.Size([5])'])
    """
    if not sizes:
        return ["()", "[]", "torch.Size([])"]
    words = [str(size) for size in sizes]
    spaced, tight = ", ".join(words), ",".join(words)
    last = "," if len(sizes) == 1 else ""
    insides = [f"{spaced}{last}", f"{tight}{last}", *([spaced] if last else [])]
    found = [f"{left}{inside}{right}" for left, right in ("()", "[]") for inside in insides]
    found += [spaced, tight, *(sign.join(words) for sign in ("x", " x ", "×", " × ", " "))]
    return list(dict.fromkeys([*found, f"torch.Size([{spaced}])"]))


def _shape(question: Question, target: Target) -> Item:
    ways = spellings if target.machine else lambda sizes: [show_shape(sizes)]
    right = [Reply(way, True) for way in ways(question.key.sizes)]
    wrong = [Reply(way, False, each.feedback) for each in question.wrong for way in ways(read_shape(each.answer))]
    notes = [f"a typed answer: {len(right)} spellings of the shape count."] if target.machine else []
    return Item(question, "short", question.prompt, (*right, *wrong), tuple(notes))


def _term(question: Question, target: Target) -> Item:
    right = [Reply(text, True) for text in (question.key.term, *question.key.synonyms)]
    wrong = [Reply(each.answer, False, each.feedback) for each in question.wrong]
    notes = ["a typed answer: the term and its synonyms count, and a slip in spelling does not."]
    return Item(question, "short", question.prompt, (*_distinct(right), *wrong), tuple(notes) if target.machine else ())


def _distinct(replies: list[Reply]) -> tuple[Reply, ...]:
    """The first of those that differ in case only."""
    return tuple({reply.text.casefold(): reply for reply in reversed(replies)}.values())[::-1]


def _output(question: Question, target: Target) -> Item:
    key = question.key
    right, wrong = Reply(key.text, True), [Reply(each.answer, False, each.feedback) for each in question.wrong]
    if not target.machine:
        return Item(question, "short", question.prompt, (right, *wrong), code=key.code)
    if "\n" in key.text or key.text != key.text.strip():
        return _by_hand(question, "it is more than one line, so it is an essay that a person marks.")
    blind = not target.tells_case
    if blind and any(each.answer.strip().casefold() == key.text.casefold() for each in question.wrong):
        return _by_hand(question, "a wrong answer differs in case only, so it is an essay that a person marks.")
    notes = ("a typed answer: upper and lower case are not told apart.",) if blind else ("a typed answer.",)
    typed = [each for each in wrong if "\n" not in each.text.strip()]
    if len(typed) < len(wrong):
        notes += ("wrong answers of several lines cannot be typed there, and their feedback is left out.",)
    return Item(question, "short", question.prompt, (right, *typed), notes, key.code, exact_case=not blind)


def _by_hand(question: Question, note: str) -> Item:
    """An essay whose standard answer is the output; what the bank says to wrong answers is for who marks."""
    if "```" in question.key.text:
        raise Stays("its output holds the mark of a code block.")
    answer = Reply(f"```\n{question.key.text}\n```", True)
    said = tuple(each.feedback for each in question.wrong)
    return Item(question, "essay", question.prompt, (answer,), (note,), question.key.code, misconceptions=said)


def _order(question: Question, target: Target) -> Item:
    replies = tuple(Reply(item.text, True) for item in question.key.items)
    if not target.machine:
        told = tuple(f"{_sequence(question, order)}: {said}" for order, said in _wrong_orders(question).items())
        return Item(question, "order", question.prompt, replies, misconceptions=told)
    if "order" in target.forms and len(replies) >= FEWEST_TO_MATCH:
        note = "each item is matched with its place: every right place counts, and wrong orders have no feedback."
        return Item(question, "order", question.prompt, replies, (note,))
    return _sequences(question)


def _wrong_orders(question: Question) -> dict[tuple[str, ...], str]:
    """The wrong orders that the bank knows, each with its feedback."""
    ids = tuple(item.id for item in question.key.items)
    told = {tuple(APART.split(each.answer.strip().casefold())): each.feedback for each in question.wrong}
    return {order: said for order, said in told.items() if sorted(order) == sorted(ids) and order != ids}


def _sequences(question: Question) -> Item:
    """The right order among wrong ones, to choose from: those of the bank, then others up to four."""
    ids = tuple(item.id for item in question.key.items)
    told = _wrong_orders(question)
    others = (order for order in permutations(ids) if order != ids and order not in told)
    while len(told) < SEQUENCES - 1 and (order := next(others, None)):
        told[order] = "The steps are right, their order is not."
    replies = [Reply(_sequence(question, ids), True)]
    replies += [Reply(_sequence(question, order), False, feedback) for order, feedback in told.items()]
    replies.sort(key=lambda reply: hashlib.sha256(f"{question.id}/{reply.text}".encode()).digest())
    note = f"the right order is chosen among {len(replies)}, not made."
    return Item(question, "one", question.prompt, tuple(replies), (note,))


def _sequence(question: Question, order: tuple[str, ...]) -> str:
    texts = {item.id: item.text for item in question.key.items}
    parts, write = [texts[name] for name in order], Html().option
    if write(ARROW.join(parts)) != ARROW.join(map(write, parts)):
        raise Stays("its items hold marks that would run into each other in one line.")
    return ARROW.join(parts)


def _open(question: Question, target: Target) -> Item:
    rubric = question.key
    points = [f"{claim.says} ({claim.worth} of {question.points})" for claim in rubric.claims]
    replies = tuple(Reply(answer, True) for answer in rubric.answers)
    notes = ("an essay that a person marks by its key points.",) if target.machine else ()
    sentences = tuple(each.feedback for each in rubric.misconceptions)
    return Item(question, "essay", question.prompt, replies, notes, key_points=tuple(points), misconceptions=sentences)


FORMS = {
    "choice": _choice,
    "several": _choice,
    "number": _number,
    "shape": _shape,
    "output": _output,
    "term": _term,
    "order": _order,
    "open": _open,
}
