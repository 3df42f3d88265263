r"""Numbers as people write them, by a written grammar; ``float`` would take ``nan``, ``1_000`` and full-width digits.

    number    = [sign] amount [exponent]  |  [sign] whole "/" whole
    amount    = digits ["." digits]  |  "." digits                   0.88   .5   1234.5
              | digits "," digits                                    0,88   1234,5     (see below)
              | groups "." digits  |  groups "," digits              1,234.5   1.234,5
              | two or more groups of three                          1,234,567   1.234.567
    sign      = "+" | "-" | "−"            exponent = ("e" | "E") [sign] at most two digits

A comma before exactly three digits, as in ``1,234``, could be 1234 or 1.234: that is a message, never a wrong mark.
``0,123`` is clear (no thousand begins with 0), and so is ``1234,567`` (that is no group of thousands).
"""

from __future__ import annotations

import re
from decimal import Context, Decimal
from fractions import Fraction

from autograder.quiz.score import UnreadableAnswer

LONGEST = 40
PLAIN = re.compile(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)")
DOUBTFUL = re.compile(r"[1-9][0-9]{0,2},[0-9]{3}")
DECIMAL_COMMA = re.compile(r"[0-9]+,[0-9]+")
GROUPS_THEN_DOT = re.compile(r"([1-9][0-9]{0,2}(?:,[0-9]{3})+)(\.[0-9]+)")
GROUPS_THEN_COMMA = re.compile(r"([1-9][0-9]{0,2}(?:\.[0-9]{3})+),([0-9]+)")
GROUPS_ONLY = re.compile(r"[1-9][0-9]{0,2}(?:(?:,[0-9]{3}){2,}|(?:\.[0-9]{3}){2,})")
WHOLE = re.compile(r"([+-]?)\s*(.*?)(?:[eE]([+-]?[0-9]{1,2}))?", re.DOTALL)
RATIO = re.compile(r"([+-]?)\s*([0-9]+)\s*/\s*([0-9]+)")
ASK = "Write one number, such as 0.88, 0,88, -3, 2/3 or 1e-4."


def read_number(text: str) -> Fraction:
    """The number that the text states; raises UnreadableAnswer.

    >>> read_number("0,88") == read_number(".88"), read_number("−1.234,5")
    (True, Fraction(-2469, 2))
    """
    text = text.strip().replace("\N{MINUS SIGN}", "-")
    if len(text) > LONGEST:
        raise UnreadableAnswer(f"That is longer than a number needs to be. {ASK}")
    if ratio := RATIO.fullmatch(text):
        return _ratio(*ratio.groups())
    sign, amount, exponent = WHOLE.fullmatch(text).groups()
    value = Fraction(_amount(amount, text)) * Fraction(10) ** int(exponent or 0)
    return -value if sign == "-" else value


def _ratio(sign: str, above: str, below: str) -> Fraction:
    if not int(below):
        raise UnreadableAnswer(f"Nothing can be divided by 0. {ASK}")
    return Fraction(int(above), int(below)) * (-1 if sign == "-" else 1)


def _amount(text: str, whole: str) -> str:
    """The amount with a decimal point and without groups."""
    if PLAIN.fullmatch(text):
        return text.removesuffix(".")
    if DOUBTFUL.fullmatch(text):
        dot, without = text.replace(",", "."), text.replace(",", "")
        raise UnreadableAnswer(f"{whole} could be {without} or {dot}: write it without a comma.")
    if DECIMAL_COMMA.fullmatch(text):
        return text.replace(",", ".")
    if match := GROUPS_THEN_DOT.fullmatch(text):
        return match[1].replace(",", "") + match[2]
    if match := GROUPS_THEN_COMMA.fullmatch(text):
        return f"{match[1].replace('.', '')}.{match[2]}"
    if GROUPS_ONLY.fullmatch(text):
        return text.replace(",", "").replace(".", "")
    raise UnreadableAnswer(ASK if text else f"Nothing was written. {ASK}")


def show_number(value: Fraction, tolerance: Fraction = Fraction(0)) -> str:
    """A number in few digits that is itself well within the tolerance; a ratio where no decimal would be exact.

    >>> show_number(Fraction(2, 3), Fraction(1, 1000)), show_number(Fraction(2, 3)), show_number(Fraction(5, 2))
    ('0.6667', '2/3', '2.5')
    """
    for places in range(LONGEST - 5):
        near = Fraction(round(value * 10**places), 10**places)
        if abs(near - value) * 10 <= tolerance:
            return _decimal(near, places)
    return f"{value.numerator}/{value.denominator}"


def _decimal(value: Fraction, places: int) -> str:
    exact = Decimal(int(value * 10**places)).scaleb(-places, Context(prec=400))
    return format(exact, "f")
