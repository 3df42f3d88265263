"""What goes out: each question as an item of a form that the format knows, or the reason why it stays.

The forms are one (of several options), many, number, short (typed, compared letter by letter), order and essay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from autograder.quiz.check_bank import ABOVE, LETTERS
from autograder.quiz.exports.exported import Exported
from autograder.quiz.exports.forms import FORMS, Item, Stays, Target
from autograder.quiz.formula import FormulaError
from autograder.quiz.number import show_number
from autograder.quiz.question import Bank, Question
from autograder.quiz.score import UnreadableAnswer
from autograder.quiz.text import squeezed
from autograder.quiz.variants import drawn, for_student, has_variants

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]")
STUDENT = ""
"""Whose numbers an export gets where a question draws its own for each student."""


@dataclass(frozen=True)
class Plan:
    """What was written of the bank's questions, and a sentence for each that does not go out, or not as it was."""

    bank: Bank
    target: Target
    items: tuple[Item, ...]
    entries: tuple[Any, ...]
    left_out: tuple[tuple[str, str], ...]
    changed: tuple[tuple[str, str], ...]

    def exported(self, files: dict[str, bytes], *notes: str) -> Exported:
        """The export with these files; without files where no question goes out."""
        asked, taken = len(self.bank.questions), len(self.items)
        return Exported(self.target.title, files if taken else {}, asked, taken, self.left_out, self.changed, notes)


def plan(bank: Bank, target: Target, write: Callable[[Item], Any]) -> Plan:
    """Writes each question as an entry of the target; a question whose writer raises Stays is left out."""
    items, entries, left_out, changed = [], [], [], []
    for question in bank.questions:
        try:
            item = _item(question, target)
            entries.append(write(item))
        except Stays as reason:
            left_out.append((question.id, str(reason)))
            continue
        items.append(item)
        changed += [(question.id, note) for note in item.notes]
    return Plan(bank, target, tuple(items), tuple(entries), tuple(left_out), tuple(changed))


def essay_notes(planned: Plan) -> Iterator[str]:
    """What a format says that has no place which only markers see."""
    if any(item.key_points for item in planned.items):
        yield "the key points of essays stand in the feedback that students see."
    if any(item.misconceptions for item in planned.items):
        yield "what the bank says to wrong answers is not in the essays."


def _item(question: Question, target: Target) -> Item:
    _refuse(question, target)
    note = _numbers_note(question)
    try:
        question = for_student(question, STUDENT)
        item = FORMS[question.kind](question, target)
    except (FormulaError, UnreadableAnswer) as error:
        raise Stays(f"an answer cannot be read: {error}") from error
    _refuse_ambiguous(item)
    if item.form not in target.forms:
        raise Stays(target.lacks.get(item.form, f"{target.title} has no such kind of question."))
    notes = [*note, *item.notes, *_points_note(question, target), *_pin_note(question, target)]
    return replace(item, notes=tuple(notes))


def _refuse(question: Question, target: Target) -> None:
    """Raises Stays for what would be a wrong question in another system."""
    if any(CONTROL.search(text) for text in _texts(question)):
        raise Stays("it holds a control character.")
    right = [option for option in question.options if option.right]
    if question.kind == "choice" and len(right) != 1:
        raise Stays(f"a choice has one right option; this one has {len(right)}.")
    if question.kind == "several" and not right:
        raise Stays("none of its options is right.")
    alike = [re.sub(r"[\s$]", "", squeezed(option.text)) for option in question.options]
    if len(set(alike)) < len(alike):
        raise Stays("two of its options read alike.")
    spoken = [squeezed(option.text) for option in question.options]
    if any(LETTERS.search(text) for text in spoken):
        raise Stays("an option names others by letter or number, and systems label options in their own way.")
    if target.shuffles and any(ABOVE.search(text) for text in spoken):
        raise Stays(f"an option speaks of the others, and {target.title} shuffles all options.")


def _refuse_ambiguous(item: Item) -> None:
    """Raises Stays where a wrong answer would be taken as right."""
    right = {_compared(item, reply.text) for reply in item.right}
    if item.form in ("number", "short") and any(_compared(item, reply.text) in right for reply in item.wrong):
        raise Stays("one of its wrong answers is right.")


def _compared(item: Item, text: str) -> str:
    return text.strip() if item.exact_case else text.strip().casefold()


def _texts(question: Question) -> list[str]:
    texts = [question.prompt, question.why, question.topic, getattr(question.key, "code", "")]
    texts += [text for option in question.options for text in (option.text, option.feedback)]
    texts += [text for wrong in question.wrong for text in (wrong.answer, wrong.feedback)]
    texts += [getattr(question.key, "text", ""), getattr(question.key, "term", ""), getattr(question.key, "unit", "")]
    texts += [claim.says for claim in getattr(question.key, "claims", ())]
    texts += [each.feedback for each in getattr(question.key, "misconceptions", ())]
    return [*texts, *getattr(question.key, "synonyms", ()), *getattr(question.key, "answers", ())]


def _numbers_note(question: Question) -> list[str]:
    if not has_variants(question):
        return []
    values = ", ".join(f"{name} = {show_number(Fraction(value))}" for name, value in drawn(question, STUDENT).items())
    return [f"its numbers were drawn once, so all students get the same ({values})."]


def _points_note(question: Question, target: Target) -> list[str]:
    return [f"set its points: {target.title} carries none."] if question.points != 1 and not target.points else []


def _pin_note(question: Question, target: Target) -> list[str]:
    pinned = target.shuffles and any(option.pin for option in question.options)
    return [f"{target.title} shuffles the option that has its place in the bank."] if pinned else []
