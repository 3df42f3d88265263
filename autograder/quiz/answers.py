"""Answers in a file, of one learner or of a class: TOML or CSV in, one sheet a student out, with notes on what was odd.

TOML, one learner::                          CSV, a class (comma, semicolon or tab)::

    student = "00123"                            student,divide-by,scale-number
    [answers]                                    00123,root,1.5
    divide-by = "root"                           00124,depth,"0,75"
    made-from-x = ["queries", "keys"]
                                             CSV, one learner::
TOML, a class: [[student]] with id and
answers = { divide-by = "root" }                 question,answer
                                                 divide-by,root
"""

from __future__ import annotations

import csv
import io
import tomllib
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

from autograder.quiz.table import BankError, Table

STUDENT_HEADERS = ("student", "student id", "student_id", "id", "username", "sis id", "name")
LARGEST = 20_000_000
"""Bytes; a file of answers is not larger."""


@dataclass(frozen=True)
class Sheet:
    """One student's answers, by question id."""

    student: str
    answers: dict[str, str]


@dataclass
class AnswerFile:
    """All sheets of a file, and sentences about what was odd in it."""

    path: Path
    sheets: list[Sheet] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def question_ids(self) -> list[str]:
        """Every id that the file answers, in its order."""
        return list(dict.fromkeys(name for sheet in self.sheets for name in sheet.answers))


def load_answers(path: Path) -> AnswerFile:
    """The answers in that file; raises BankError. A student who comes twice: the last one counts, with a note."""
    try:
        content = path.read_bytes()
        text = content.decode("utf-8-sig")
    except OSError as error:
        raise BankError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BankError(f"{path} is not UTF-8 (byte {error.start}): save it as UTF-8.") from error
    if len(content) > LARGEST:
        raise BankError(f"{path} is larger than {LARGEST // 1_000_000} MB; is it a file of answers?")
    file = AnswerFile(path)
    found = _from_csv(text, file) if path.suffix.lower() in (".csv", ".tsv", ".txt") else _from_toml(text, file)
    file.sheets = _each_once(found, file)
    if not file.sheets:
        raise BankError(f"{path} holds no answers.")
    return file


def _each_once(sheets: list[Sheet], file: AnswerFile) -> list[Sheet]:
    last: dict[str, Sheet] = {}
    for sheet in sheets:
        if sheet.student in last:
            file.notes.append(f"{file.path}: {sheet.student} comes twice; the last one counts.")
        last[sheet.student] = sheet
    return list(last.values())


def _from_toml(text: str, file: AnswerFile) -> list[Sheet]:
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BankError(f"{file.path} is not TOML: {error}. A table of a class ends in .csv.") from error
    top = Table(data, str(file.path))
    if isinstance(data.get("student"), list):
        sheets = [_sheet(each, "id") for each in top.tables("student")]
    else:
        sheets = [_sheet(top, "student")]
    top.finish()
    return sheets


def _sheet(table: Table, key: str) -> Sheet:
    student, answers = table.text(key, ""), table.table("answers")
    table.finish()
    return Sheet(student, {name: _as_typed(name, value, answers) for name, value in answers.left.items()})


def _as_typed(name: str, value: object, table: Table) -> str:
    """A TOML value as a learner would type it."""
    if isinstance(value, list):
        return ", ".join(_as_typed(name, each, table) for each in value)
    if isinstance(value, bool) or not isinstance(value, str | int | Decimal):
        raise table.fault(f"{name} must be a text, a number or a list of them.")
    return str(value)


def _from_csv(text: str, file: AnswerFile) -> list[Sheet]:
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=_delimiter(text), strict=True))
    except csv.Error as error:
        raise BankError(f"{file.path} is not CSV: {error}.") from error
    rows = [(number, row) for number, row in enumerate(rows, 1) if any(cell.strip() for cell in row)]
    if not rows:
        return []
    header = [cell.strip() for cell in rows[0][1]]
    if [name.casefold() for name in header] == ["question", "answer"]:
        return [_column(rows[1:], file)]
    return _table(header, rows[1:], file)


def _delimiter(text: str) -> str:
    first = text.lstrip().partition("\n")[0]
    return max(",;\t", key=first.count)


def _column(rows: list[tuple[int, list[str]]], file: AnswerFile) -> Sheet:
    """One learner: a question and an answer a row."""
    answers: dict[str, str] = {}
    for number, row in rows:
        name, answer, *_ = [*row, ""]
        if name.strip() in answers:
            file.notes.append(f"{file.path}, row {number}: {name.strip()} is answered twice; the last one counts.")
        answers[name.strip()] = answer
    return Sheet("", answers)


def _table(header: list[str], rows: list[tuple[int, list[str]]], file: AnswerFile) -> list[Sheet]:
    """A class: one student a row, one question a column."""
    who = next((at for at, name in enumerate(header) if name.casefold() in STUDENT_HEADERS), None)
    if who is None:
        raise BankError(f"{file.path}: no column is called student; the columns are {', '.join(header)}.")
    named = [name for name in header if name]
    if len(set(named)) != len(named):
        twice = next(name for name in named if named.count(name) > 1)
        raise BankError(f"{file.path}: two columns are called {twice}.")
    return [_row(header, who, number, row, file) for number, row in rows]


def _row(header: list[str], who: int, number: int, row: list[str], file: AnswerFile) -> Sheet:
    if len(row) > len(header):
        file.notes.append(f"{file.path}, row {number}: more cells than columns; the rest was left out.")
    cells = [*row, *[""] * len(header)][: len(header)]
    student = cells[who].strip()
    if not student:
        student = f"row {number}"
        file.notes.append(f"{file.path}, row {number}: no student is named; it is scored as {student!r}.")
    named = [(name, cell) for at, (name, cell) in enumerate(zip(header, cells, strict=True)) if at != who and name]
    return Sheet(student, dict(named))
