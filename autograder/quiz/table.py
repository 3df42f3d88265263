"""A TOML table read key by key; whatever cannot be meant is a sentence that names the file and the place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class BankError(Exception):
    """Raised when a bank, or a file of answers, cannot be read as what it should be."""


class Table:
    """The keys of one table, each taken once; ``finish`` refuses what nobody took.

    >>> Table({"points": 2}, "quiz.toml: question why-scale").whole("points")
    2
    """

    def __init__(self, data: dict[str, Any], where: str) -> None:
        self.left, self.where = dict(data), where

    def fault(self, sentence: str) -> BankError:
        return BankError(f"{self.where}: {sentence}")

    def take(self, key: str, default: Any = None) -> Any:
        return self.left.pop(key, default)

    def has(self, key: str) -> bool:
        return key in self.left

    def text(self, key: str, default: str | None = None) -> str:
        """A text without the blank lines around it; must be there unless there is a default."""
        value = self.take(key, default)
        if value is None:
            raise self.fault(f"{key} is missing.")
        if not isinstance(value, str):
            raise self.fault(f"{key} must be a text in quotes, not {said(value)}.")
        return value.strip()

    def id(self) -> str:
        value = self.text("id")
        if not ID.fullmatch(value):
            raise self.fault(f"the id {said(value)} must be small letters and digits with single hyphens.")
        return value

    def texts(self, key: str, single: bool = False) -> tuple[str, ...]:
        """A list of texts, () if it is not there; with ``single``, one text is a list of one."""
        value = self.take(key, [])
        if single and isinstance(value, str):
            value = [value]
        if not isinstance(value, list) or not all(isinstance(each, str) and each.strip() for each in value):
            raise self.fault(f"{key} must be a list of texts in quotes.")
        return tuple(each.strip() for each in value)

    def whole(self, key: str, default: int | None = None, least: int = 0) -> int:
        value = self.take(key, default)
        if type(value) is not int or value < least:
            raise self.fault(f"{key} must be a whole number, {least} or more, not {said(value)}.")
        return value

    def number(self, key: str, default: Decimal | None = None) -> Decimal | None:
        """An exact decimal number, or the default."""
        value = self.take(key, default)
        if value is default:
            return default
        if type(value) not in (int, Decimal) or not Decimal(value).is_finite():
            raise self.fault(f"{key} must be a number, not {said(value)}.")
        return Decimal(value)

    def flag(self, key: str) -> bool:
        value = self.take(key, False)
        if type(value) is not bool:
            raise self.fault(f"{key} must be true or false, not {said(value)}.")
        return value

    def table(self, key: str) -> Table:
        value = self.take(key, {})
        if not isinstance(value, dict):
            raise self.fault(f"{key} must be a table.")
        return Table(value, f"{self.where}: {key}")

    def tables(self, key: str) -> list[Table]:
        """A list of tables, each with its place in the message."""
        value = self.take(key, [])
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            raise self.fault(f"{key} must be a list of tables.")
        return [Table(each, f"{self.where}: {key} {each.get('id', index)}") for index, each in enumerate(value, 1)]

    def finish(self) -> None:
        if self.left:
            raise self.fault(f"unknown keys: {', '.join(sorted(self.left))}. Is a word misspelt, or of another kind?")


def said(value: object) -> str:
    """A value of a file as a message shows it.

    >>> said(None), said(True), said(Decimal("0.5"))
    ('nothing', 'true', '0.5')
    """
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value) if isinstance(value, str) else str(value)


def distinct(values: Iterable[str]) -> str | None:
    """The first value that occurs twice, if any."""
    seen: set[str] = set()
    for value in values:
        if value in seen:
            return value
        seen.add(value)
    return None
