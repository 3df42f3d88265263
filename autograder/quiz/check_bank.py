"""The bank check: everything that can be wrong with a bank and be found without a learner, each fault a sentence."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Iterator
from fractions import Fraction
from itertools import islice, product

from autograder.quiz.exact import score_exact, standard_answer
from autograder.quiz.formula import FormulaError
from autograder.quiz.question import Bank, Question
from autograder.quiz.score import UNREADABLE
from autograder.quiz.text import squeezed
from autograder.quiz.variants import has_variants, with_values

ABOVE = re.compile(r"\b(?:all|none|any|both|neither|each)\b.{0,12}\b(?:above|below|these|those|them)\b")
LETTERS = re.compile(r"\bboth [a-h] and [a-h]\b|\b(?:answers?|options?) (?:[a-h]|[1-9])\b|^[a-h] (?:and|or) [a-h]$")
DOLLARS = re.compile(r"(?<!\\)\$")
MOST_COMBINATIONS = 2000
"""So many variants of a number are checked one by one."""
FEWEST_FOR_SPREAD, FEWEST_FOR_LENGTH = 3, 5
SECONDS = 20


def examine(bank: Bank, tasks: Collection[str] = ()) -> list[str]:
    """The faults of the bank; with ``tasks`` (ids such as week-12/softmax) also what ``revisit`` names wrongly."""
    faults = [f"{bank.name}: {fault}" for fault in _of_bank(bank)]
    for question in bank.questions:
        faults += [f"{bank.name}: question {question.id}: {fault}" for fault in _of_question(question, bank, tasks)]
    return faults


def _of_bank(bank: Bank) -> Iterator[str]:
    choices = [question for question in bank.questions if question.kind == "choice" and question.key.right]
    places = Counter(question.options.index(question.key.right[0]) + 1 for question in choices)
    place, most = next(iter(places.most_common(1)), (0, 0))
    if len(choices) >= FEWEST_FOR_SPREAD and most * 2 > len(choices) + 1:
        yield f"the right option stands at place {place} in {most} of {len(choices)} choices; move some."
    longest = sum(_key_is_longest(question) for question in choices)
    if len(choices) >= FEWEST_FOR_LENGTH and longest * 5 > len(choices) * 3:
        yield f"the right option is the longest in {longest} of {len(choices)} choices; lengthen some wrong ones."


def _key_is_longest(question: Question) -> bool:
    return all(len(option.text) < len(question.key.right[0].text) for option in question.key.wrong)


def _of_question(question: Question, bank: Bank, tasks: Collection[str]) -> Iterator[str]:
    yield from _texts(question)
    yield from _companion(question, bank)
    yield from _revisit(question, bank, tasks)
    if question.kind in ("choice", "several"):
        yield from _options(question)
    elif question.counts:
        yield from _wrong_answers(question)
    if question.kind == "number":
        yield from _tolerance(question)
    if question.kind == "output":
        yield from _output(question)
    if question.counts:
        yield from _scoring(question)
    if question.options:
        yield from _distinct(question)


def _texts(question: Question) -> Iterator[str]:
    wanted = {"prompt": question.prompt, "tests": question.tests, "revisit": question.revisit}
    wanted |= {"why": question.why} if question.counts else {}
    yield from (f"{name} is missing." for name, text in wanted.items() if not text)
    for text in (question.prompt, question.why, *(option.text for option in question.options)):
        if len(DOLLARS.findall(text)) % 2:
            yield f"a dollar sign is alone in {text!r}; write \\$ for money."


def _companion(question: Question, bank: Bank) -> Iterator[str]:
    other = bank.question(question.companion)
    if question.companion and (other is None or not other.counts):
        yield f"its companion {question.companion} is not an exactly scored question of this bank."
    if question.kind == "open" and not question.companion:
        yield "an open question needs a companion that is scored exactly."


def _revisit(question: Question, bank: Bank, tasks: Collection[str]) -> Iterator[str]:
    names = {*tasks, *(task.partition("/")[2] for task in tasks)}
    yield from (f"revisit names {name}, which is no task." for name in question.revisit if tasks and name not in names)


def _options(question: Question) -> Iterator[str]:
    right = len(question.key.right)
    if question.kind == "choice" and right != 1:
        yield f"a choice has exactly one right option; this one has {right}."
    if question.kind == "several" and not right:
        yield "no option is right."
    if not question.key.wrong:
        yield "every option is right."
    if question.wrong:
        yield "wrong belongs to other kinds; give the options their feedback."
    silent = [option for option in question.key.wrong if not option.feedback]
    yield from (f"option {option.id} is wrong and has no feedback." for option in silent)
    yield from _places(question)


def _places(question: Question) -> Iterator[str]:
    """Options that speak of the places of others, which shuffling changes."""
    for option in question.options:
        text = squeezed(option.text)
        if ABOVE.search(text) and not option.pin:
            yield f"option {option.id} ({option.text!r}) speaks of the others: say what is meant, or add pin = true."
        if LETTERS.search(text) and not all(each.pin for each in question.options):
            yield f"option {option.id} ({option.text!r}) names others by letter, and options are shuffled."


def _distinct(question: Question) -> Iterator[str]:
    texts = Counter(re.sub(r"[\s$]", "", squeezed(option.text)) for option in question.options)
    yield from (f"two options read alike: {text!r}." for text, count in texts.items() if count > 1)


def _wrong_answers(question: Question) -> Iterator[str]:
    if not question.wrong:
        yield "wrong is missing: at least one wrong answer that people give, with its feedback."
    yield from (f"the wrong answer {wrong.answer!r} has no feedback." for wrong in question.wrong if not wrong.feedback)


def _tolerance(question: Question) -> Iterator[str]:
    value, tolerance = question.key.value, question.key.tolerance
    if tolerance is None and value == 0:
        yield "the key is 0, so it needs an absolute tolerance."
    if tolerance is None and value and value.denominator != 1:
        yield "the key is not a whole number, so it needs a tolerance."
    if value and tolerance and tolerance >= abs(value):
        yield "the tolerance is as large as the key, so 0 would be right."


def _output(question: Question) -> Iterator[str]:
    """What the code really prints; the code is the bank's own, so it is trusted."""
    command = [sys.executable, "-X", "utf8", "-c", question.key.code]
    try:
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=SECONDS)
    except subprocess.TimeoutExpired:
        yield f"its code runs for more than {SECONDS} seconds."
        return
    if done.returncode:
        yield f"its code fails: {done.stderr.strip().splitlines()[-1]}"
    elif score_exact(question, done.stdout).points != question.points:
        yield f"its code prints {done.stdout.strip()!r}, which is not the answer."


def _scoring(question: Question) -> Iterator[str]:
    """Whether the scorer takes the standard answer and refuses each wrong one, in every variant."""
    try:
        for variant in _all_variants(question):
            yield from _scoring_of(variant)
    except FormulaError as error:
        yield str(error)


def _all_variants(question: Question) -> Iterator[Question]:
    if not has_variants(question):
        yield question
        return
    names = [name for name, _ in question.key.variants.values]
    combinations = product(*(values for _, values in question.key.variants.values))
    for combination in islice(combinations, MOST_COMBINATIONS):
        yield with_values(question, dict(zip(names, combination, strict=True)))


def _scoring_of(question: Question) -> Iterator[str]:
    standard = standard_answer(question)
    if standard and score_exact(question, standard).points != question.points:
        yield f"the scorer does not give its standard answer {standard!r} full points."
    wrong = () if question.kind == "order" else [option.id for option in question.options if not option.right]
    for answer in [*wrong, *(each.answer for each in question.wrong)]:
        score = score_exact(question, answer)
        if score.outcome == UNREADABLE:
            yield f"the wrong answer {answer!r} cannot be read: {score.message}"
        elif score.points == question.points:
            yield f"the scorer takes the wrong answer {answer!r} as right" + _where(question)


def _where(question: Question) -> str:
    shown = question.key.value if isinstance(getattr(question.key, "value", None), Fraction) else None
    return "." if shown is None else f", where the key is {shown}."
