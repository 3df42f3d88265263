"""A key worked out from a formula: arithmetic on exact decimals through a short list of what is allowed, no ``eval``.

>>> work_out("score / sqrt(depth)", {"score": Decimal(6), "depth": Decimal(16)})
Decimal('1.5')
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Collection, Mapping
from decimal import Context, Decimal, DecimalException, localcontext

DIGITS = 40
LARGEST_POWER = 100
LONGEST = 400
OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}
FUNCTIONS = {"sqrt": Decimal.sqrt, "exp": Decimal.exp, "ln": Decimal.ln, "abs": abs, "min": min, "max": max}


class FormulaError(Exception):
    """Raised when a formula holds what is not arithmetic, or has no value."""


def check_formula(formula: str, names: Collection[str]) -> None:
    """Raises FormulaError unless the formula is arithmetic on these names."""
    for node in ast.walk(_parse(formula)):
        if isinstance(node, ast.Name) and node.id not in names and node.id not in FUNCTIONS:
            raise FormulaError(f"{node.id!r} is neither among the variants nor one of {', '.join(FUNCTIONS)}.")


def work_out(formula: str, values: Mapping[str, Decimal]) -> Decimal:
    """The formula's value, the same on every machine; raises FormulaError."""
    shown = ", ".join(f"{name} = {value}" for name, value in values.items()) or "there are no names"
    with localcontext(Context(prec=DIGITS)):
        try:
            value = _value(_parse(formula).body, values)
        except (DecimalException, ArithmeticError, TypeError, RecursionError) as error:
            raise FormulaError(f"{formula!r} has no value where {shown}.") from error
    if not value.is_finite():
        raise FormulaError(f"{formula!r} has no finite value where {shown}.")
    return value


def _parse(formula: str) -> ast.Expression:
    if len(formula) > LONGEST:
        raise FormulaError(f"it is longer than {LONGEST} characters.")
    try:
        return ast.parse(formula.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise FormulaError(f"{formula!r} is not a formula.") from error


def _value(node: ast.expr, values: Mapping[str, Decimal]) -> Decimal:
    match node:
        case ast.Constant(value=int() | float()) if not isinstance(node.value, bool):
            return Decimal(str(node.value))
        case ast.Name(id=name) if name in values:
            return values[name]
        case ast.UnaryOp(op=op, operand=operand) if type(op) in OPERATORS:
            return OPERATORS[type(op)](_value(operand, values))
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return _power(_value(left, values), _value(right, values))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            return OPERATORS[type(op)](_value(left, values), _value(right, values))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in FUNCTIONS:
            return FUNCTIONS[name](*(_value(each, values) for each in args))
    raise FormulaError(f"{ast.unparse(node)!r} is not arithmetic that a key may use.")


def _power(base: Decimal, exponent: Decimal) -> Decimal:
    if abs(exponent) > LARGEST_POWER:
        raise FormulaError(f"the power {exponent} is larger than {LARGEST_POWER}.")
    return base**exponent
