"""The kinds that can be decided. Each takes a question and an answer and says how many points, and what to say.

``several``: each right option chosen counts one up, each wrong one chosen one down; the points are that share of the
right ones, rounded down, never below 0. ``order``: all or nothing. Answers to choices and orders are option ids.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from itertools import dropwhile, zip_longest

from autograder.quiz.number import read_number, show_number
from autograder.quiz.question import Question
from autograder.quiz.score import Score, UnreadableAnswer, exact, unreadable
from autograder.quiz.shape import read_shape, show_shape
from autograder.quiz.spelling import is_slip, singular, stem
from autograder.quiz.text import squeezed, words

LONGEST = 20_000
"""Characters; nobody's answer is longer, and reading it must not take long."""
LONGEST_TERM = 200
APART = re.compile(r"->|→|[\s,;>]+")
ARTICLES = {"a", "an", "the"}
PIECE = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|\w+|\s+|.")
"""What a line is compared by: a number, a word, blanks, a sign."""


def score_exact(question: Question, answer: str) -> Score:
    """Scores an answer of a kind that can be decided."""
    if len(answer) > LONGEST:
        return unreadable(question, f"That is longer than {LONGEST} characters, so it was not read.")
    if not answer.strip():
        return exact(question, 0, "Nothing was answered.")
    try:
        return SCORERS[question.kind](question, answer)
    except UnreadableAnswer as error:
        return unreadable(question, str(error))


def _chosen(question: Question, answer: str) -> list[str]:
    """The option ids that the answer names, each once; raises UnreadableAnswer."""
    ids = [option.id for option in question.options]
    chosen = list(dict.fromkeys(word for word in APART.split(answer.strip().casefold()) if word))
    if unknown := [each for each in chosen if each not in ids]:
        raise UnreadableAnswer(f"{unknown[0][:40]!r} is not one of the options: {', '.join(ids)}.")
    return chosen


def _choice(question: Question, answer: str) -> Score:
    chosen = _chosen(question, answer)
    if len(chosen) != 1:
        raise UnreadableAnswer("Choose one option.")
    right = chosen[0] in [option.id for option in question.key.right]
    return exact(question, question.points * right, question.feedback_on(chosen[0]))


def _several(question: Question, answer: str) -> Score:
    chosen = _chosen(question, answer)
    missing = [option for option in question.key.right if option.id not in chosen]
    too_much = [option for option in question.key.wrong if option.id in chosen]
    right = len(question.key.right)
    points = max(0, question.points * (right - len(missing) - len(too_much)) // max(right, 1))
    said = [f"Missing: {_listed(missing)}."] if missing else []
    said += [f"Too much: {option.text}. {option.feedback}".strip() for option in too_much]
    return exact(question, points if said else question.points, " ".join(said))


def _listed(options: list) -> str:
    return "; ".join(option.text for option in options)


def _number(question: Question, answer: str) -> Score:
    value = read_number(answer.strip().removesuffix(question.key.unit))
    if _is_near(question, value):
        return exact(question, question.points)
    return exact(question, 0, _known(question, lambda wrong: _is_near(question, value, read_number(wrong))))


def _is_near(question: Question, value: Fraction, key: Fraction | None = None) -> bool:
    return abs(value - (question.key.value if key is None else key)) <= (question.key.tolerance or 0)


def _known(question: Question, is_it: Callable[[str], bool]) -> str:
    """What the bank says to the wrong answer that this one is, "" if it is none of them."""
    for wrong in question.wrong:
        with suppress(UnreadableAnswer):  # a fault of the bank, which its check reports
            if is_it(wrong.answer):
                return wrong.feedback
    return ""


def _shape(question: Question, answer: str) -> Score:
    sizes, key = read_shape(answer), question.key.sizes
    if sizes == key:
        return exact(question, question.points)
    known = _known(question, lambda wrong: read_shape(wrong) == sizes)
    return exact(question, 0, known or _shape_difference(sizes, key))


def _shape_difference(sizes: tuple[int, ...], key: tuple[int, ...]) -> str:
    if len(sizes) != len(key):
        return f"You wrote {_axes(len(sizes))}, it has {_axes(len(key))}."
    if sorted(sizes) == sorted(key):
        return "The sizes are right, their order is not."
    axis = next(axis for axis, (got, size) in enumerate(zip(sizes, key, strict=True)) if got != size)
    return f"Axis {axis} is not {sizes[axis]}."


def _axes(count: int) -> str:
    return f"{count} {'axis' if count == 1 else 'axes'}"


def _output(question: Question, answer: str) -> Score:
    got, key = _lines(answer), _lines(question.key.text)
    if got == key:
        return exact(question, question.points)
    if _pieces(got) == _pieces(key):
        return exact(question, question.points, "Only the blanks differ: where Python puts them is not asked.")
    known = _known(question, lambda wrong: _pieces(_lines(wrong)) == _pieces(got))
    return exact(question, 0, f"{_first_difference(_pieces(got), _pieces(key))} {known}".rstrip())


def _lines(text: str) -> list[str]:
    """The lines of an output without blanks at their ends, and without empty lines around them."""
    lines = text.replace("\r\n", "\n").replace("\N{NO-BREAK SPACE}", " ").rstrip().split("\n")
    return list(dropwhile(lambda line: not line, [line.rstrip() for line in lines]))


def _pieces(lines: list[str]) -> list[list[str]]:
    """The numbers, words and signs of each line, without the blanks, which show no misunderstanding."""
    return [[piece for piece in PIECE.findall(line) if piece.strip()] for line in lines]


def _first_difference(got: list[list[str]], key: list[list[str]]) -> str:
    """Where the two part, and what stands there in each."""
    pairs = enumerate(zip_longest(got, key), 1)
    number, (mine, printed) = next((at, pair) for at, pair in pairs if pair[0] != pair[1])
    if mine is None or printed is None:
        more = "prints more" if mine is None else "prints nothing more"
        return f"After line {number - 1} it {more}."
    wrote, prints = next(pair for pair in zip_longest(mine, printed, fillvalue="nothing more") if pair[0] != pair[1])
    return f"Line {number}: you wrote {wrote} where it prints {prints}."


def _term(question: Question, answer: str) -> Score:
    if len(answer) > LONGEST_TERM:
        raise UnreadableAnswer("Write the term alone.")
    if known := _known(question, lambda wrong: _plain_term(wrong) == _plain_term(answer)):
        return exact(question, 0, known)
    accepted = (question.key.term, *question.key.synonyms)
    if any(_same_term(answer, term) for term in accepted):
        return exact(question, question.points)
    if any(_is_misspelt(answer, term) for term in accepted):
        return exact(question, question.points, f"Spelt {question.key.term!r}.")
    return exact(question, 0)


def _plain_term(text: str) -> str:
    return " ".join(word for word in words(text) if word not in ARTICLES) or squeezed(text)


def _same_term(one: str, other: str) -> bool:
    one, other = _plain_term(one), _plain_term(other)
    same_stems = [stem(word) for word in one.split()] == [stem(word) for word in other.split()]
    return same_stems or one.replace(" ", "") == other.replace(" ", "")


def _is_misspelt(answer: str, term: str) -> bool:
    """Whether every word of it is the term's, some with a slip or two."""
    pairs = list(zip_longest(_plain_term(answer).split(), _plain_term(term).split(), fillvalue=""))
    return all(stem(mine) == stem(meant) or is_slip(singular(mine), singular(meant)) for mine, meant in pairs)


def _order(question: Question, answer: str) -> Score:
    chosen, key = _chosen(question, answer), [item.id for item in question.options]
    if chosen == key:
        return exact(question, question.points)
    if len(chosen) != len(key):
        left = [item for item in question.options if item.id not in chosen]
        raise UnreadableAnswer(f"Name every item once; not named: {_listed(left)}.")
    known = _known(question, lambda wrong: _chosen(question, wrong) == chosen)
    place = next(at for at, (got, right) in enumerate(zip(chosen, key, strict=True), 1) if got != right)
    return exact(question, 0, f"{_up_to(place)} {known}".strip())


def _up_to(place: int) -> str:
    return f"Up to place {place - 1} it is right." if place > 1 else ""


SCORERS = {
    "choice": _choice,
    "several": _several,
    "number": _number,
    "shape": _shape,
    "output": _output,
    "term": _term,
    "order": _order,
}


def standard_answer(question: Question) -> str:
    """The right answer as a learner would have to give it; it scores full."""
    key = question.key
    match question.kind:
        case "choice" | "several":
            return ", ".join(option.id for option in key.right)
        case "order":
            return ", ".join(item.id for item in key.items)
        case "number":
            return show_number(key.value, key.tolerance or Fraction(0))
        case "shape":
            return show_shape(key.sizes)
        case "output":
            return key.text
        case "term":
            return key.term
    return key.answers[0]
