"""Numbers as other systems read them: plain decimals, never an exponent or a ratio."""

from __future__ import annotations

from decimal import Context, Decimal
from fractions import Fraction

MOST_PLACES = 15


def exactly(value: Fraction) -> str | None:
    """The decimal that is this number; None where there is none of at most 15 places.

    >>> exactly(Fraction(42)), exactly(Fraction(-1, 8)), exactly(Fraction(2, 3))
    ('42', '-0.125', None)
    """
    for places in range(MOST_PLACES + 1):
        scaled = value * 10**places
        if scaled.denominator == 1:
            return _decimal(int(scaled), places)
    return None


def rounded(value: Fraction, places: int) -> str:
    """The number at so many places, half to even."""
    return _decimal(round(value * 10**places), places)


def nearly(value: Fraction, tolerance: Fraction | None) -> str | None:
    """The exact decimal, else one whose distance is below a thousandth of the tolerance; None if there is none."""
    if (text := exactly(value)) is not None or not tolerance:
        return text
    for places in range(MOST_PLACES + 1):
        if abs(Fraction(rounded(value, places)) - value) * 1000 < tolerance:
            return rounded(value, places)
    return None


def _decimal(digits: int, places: int) -> str:
    return format(Decimal(digits).scaleb(-places, Context(prec=400)), "f")
