"""Numbers that differ from student to student: drawn from the id by a hash, so that anyone can draw them again."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from autograder.quiz.formula import work_out
from autograder.quiz.number import show_number
from autograder.quiz.question import NumberKey, Question, Wrong


def has_variants(question: Question) -> bool:
    return isinstance(question.key, NumberKey) and question.key.variants is not None


def drawn(question: Question, student: str) -> dict[str, Decimal]:
    """The values of this student's variant; the same in every place and at every time."""
    return {name: values[_draw(f"{question.id}/{name}/{student}", len(values))] for name, values in _values(question)}


def _values(question: Question) -> tuple[tuple[str, tuple[Decimal, ...]], ...]:
    return question.key.variants.values if has_variants(question) else ()


def _draw(seed: str, count: int) -> int:
    digest = hashlib.sha256(seed.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest) % count


def for_student(question: Question, student: str = "") -> Question:
    """The question with this student's numbers in its texts and key; unchanged where it has no variants."""
    if not has_variants(question):
        return question
    return with_values(question, drawn(question, student))


def with_values(question: Question, values: dict[str, Decimal]) -> Question:
    """The question with these numbers; raises FormulaError where its key has no value."""
    key = question.key
    value = Fraction(work_out(key.variants.formula, values))
    return replace(
        question,
        prompt=_filled(question.prompt, values),
        why=_filled(question.why, values),
        key=replace(key, value=value, variants=None),
        wrong=tuple(_wrong(each, key, values) for each in question.wrong),
    )


def _wrong(wrong: Wrong, key: NumberKey, values: dict[str, Decimal]) -> Wrong:
    answer = wrong.answer
    if wrong.formula:
        answer = show_number(Fraction(work_out(wrong.answer, values)), key.tolerance or Fraction(0))
    return Wrong(answer, _filled(wrong.feedback, values))


def _filled(text: str, values: dict[str, Decimal]) -> str:
    for name, value in values.items():
        text = text.replace(f"{{{{{name}}}}}", show_number(Fraction(value)))
    return text
