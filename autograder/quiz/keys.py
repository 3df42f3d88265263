"""The keys of the kinds that are scored exactly, read from a question's table."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from autograder.quiz.formula import FormulaError, check_formula
from autograder.quiz.question import ChoiceKey, Key, NumberKey, Option, OrderKey, OutputKey, ShapeKey, TermKey, Variants
from autograder.quiz.table import Table, distinct

MAX_VALUES = 1000
"""The most values that a name of a variant may take."""


def _options(table: Table, key: str) -> tuple[Option, ...]:
    options = []
    for each in table.tables(key):
        option = Option(each.id(), each.text("text"), each.flag("right"), each.text("feedback", ""), each.flag("pin"))
        each.finish()
        options.append(option)
    if len(options) < 2:
        raise table.fault(f"{key} must list at least two.")
    if twice := distinct(option.id for option in options):
        raise table.fault(f"two {key} have the id {twice}.")
    return tuple(options)


def _choice(table: Table) -> Key:
    return ChoiceKey(_options(table, "options"))


def _order(table: Table) -> Key:
    return OrderKey(_options(table, "items"))


def _number(table: Table) -> Key:
    value, tolerance = table.number("answer"), table.number("tolerance")
    if tolerance is not None and tolerance < 0:
        raise table.fault("tolerance must not be below 0.")
    variants = _variants(table) if table.has("variants") or table.has("formula") else None
    if (value is None) == (variants is None):
        raise table.fault("give either answer, or variants and formula.")
    fractions = [None if each is None else Fraction(each) for each in (value, tolerance)]
    return NumberKey(*fractions, table.text("unit", ""), variants)


def _variants(table: Table) -> Variants:
    names = table.table("variants")
    values = tuple((name, _values(names, name)) for name in sorted(names.left))
    formula = table.text("formula")
    if not values:
        raise table.fault("variants must give each name of the formula its values.")
    try:
        check_formula(formula, {name for name, _ in values})
    except FormulaError as error:
        raise table.fault(f"formula: {error}") from error
    return Variants(values, formula)


def _values(names: Table, name: str) -> tuple[Decimal, ...]:
    """The values of one name: a list, or a range with both ends."""
    given = names.take(name)
    if isinstance(given, dict):
        return _range(Table(given, f"{names.where} {name}"))
    numbers = given if isinstance(given, list) else [given]
    if not numbers or not all(type(each) in (int, Decimal) and Decimal(each).is_finite() for each in numbers):
        raise names.fault(f"{name} must be a list of numbers, or {{ from = 1, to = 9 }}.")
    return tuple(Decimal(each) for each in numbers)


def _range(table: Table) -> tuple[Decimal, ...]:
    start, stop, step = table.number("from"), table.number("to"), table.number("step", Decimal(1))
    table.finish()
    if start is None or stop is None or step <= 0 or stop < start or (stop - start) / step >= MAX_VALUES:
        raise table.fault(f"a range needs from, to (not below from) and a step above 0, at most {MAX_VALUES} values.")
    return tuple(start + step * index for index in range(int((stop - start) / step) + 1))


def _shape(table: Table) -> Key:
    sizes = table.take("answer")
    if not isinstance(sizes, list) or not all(type(size) is int and size >= 0 for size in sizes):
        raise table.fault("answer must be a list of whole numbers, such as [5, 7].")
    return ShapeKey(tuple(sizes))


def _output(table: Table) -> Key:
    answer = table.take("answer")
    if not isinstance(answer, str) or not answer.strip():
        raise table.fault("answer must be the text that the code prints.")
    return OutputKey(answer.strip("\n"), table.text("code"))


def _term(table: Table) -> Key:
    return TermKey(table.text("answer"), table.texts("synonyms"))


READERS = {
    "choice": _choice,
    "several": _choice,
    "number": _number,
    "shape": _shape,
    "output": _output,
    "term": _term,
    "order": _order,
}
