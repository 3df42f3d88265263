"""Who is who: the roster of a class, and the student that a hand-in's ids point at.

>>> roster = read_roster(Path("roster.csv"))
>>> roster.match(("Canvas 4711", "lovelaceada")).id
'00123'
"""

from __future__ import annotations

import csv
import difflib
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from autograder.intake.names import composed, squashed, unaccented

COLUMNS = {
    "id": {"id", "studentid", "identifier", "sisuserid", "sid", "studentnumber", "idnumber", "matriculation"},
    "name": {"name", "fullname", "student", "studentname"},
    "first": {"firstname", "givenname", "first"},
    "last": {"lastname", "surname", "familyname", "last"},
    "email": {"email", "emailaddress", "mail"},
    "user": {"user", "username", "githubusername", "login", "loginid", "sisloginid", "github"},
    "canvas": {"canvasid", "canvas", "lmsuserid", "canvasuserid"},
    "moodle": {"moodleid", "moodle", "participant"},
    "section": {"section", "group"},
}
"""What each column may be called, in letters and digits alone."""
MAX_ROSTER = 32 << 20


class RosterError(Exception):
    """Raised when a roster cannot be read; its sentence names the file and the line."""


@dataclass(frozen=True)
class Student:
    """One person of the class; every field is text, so that ``00123`` stays ``00123``."""

    id: str
    name: str = ""
    email: str = ""
    user: str = ""
    canvas: str = ""
    moodle: str = ""
    section: str = ""

    @property
    def keys(self) -> Iterator[tuple[int, str]]:
        """What this student may be called by, with how sure that is (0 is an id)."""
        numbers = (*_numbered("Canvas", self.canvas), *_numbered("Participant", self.moodle))
        yield from ((0, key) for key in (self.id, self.email, self.user, *numbers) if key)
        words = [squashed(word) for word in self.name.replace(",", " ").split()]
        if words:
            yield from {(1, "".join(words)), (1, "".join([words[-1], *words[:-1]]))}

    def is_called(self, key: str) -> bool:
        """Whether an id, or the full name, is this student's."""
        return any(_key(key, sure) == _key(known, sure) for sure, known in self.keys)


def _numbered(of: str, number: str) -> tuple[str, ...]:
    """``Canvas 4711``: a platform's own number, which may well be another student's id."""
    number = number.removeprefix(of).strip()
    return (f"{of} {number}",) if number else ()


Keys = dict[tuple[int, str], set[Student]]
"""Who is called what, and how surely."""


@dataclass(frozen=True)
class Roster:
    """The class; empty where no roster was given."""

    students: tuple[Student, ...] = ()

    def match(self, ids: tuple[str, ...]) -> Student | None:
        """The one student that the surest of the ids points at; nobody if another of them is another's full name.

        Where no id is anybody's as it is written, accents are left aside on both sides.
        """
        keys = self._by_key
        if not any((sure, _key(key, sure)) in keys for key in ids for sure in (0, 1)):
            keys, ids = self._by_plain_key, tuple(map(unaccented, ids))
        by_id = next((key for key in ids if len(_called(keys, 0, key)) == 1), None)
        found = _called(keys, 0, by_id) if by_id is not None else set()
        for key in ids:
            if key != by_id and len(_called(keys, 1, key)) == 1:
                found = found | _called(keys, 1, key)
        return next(iter(found)) if len(found) == 1 else None

    @cached_property
    def _by_key(self) -> Keys:
        found: Keys = {}
        for student in self.students:
            for sure, key in student.keys:
                found.setdefault((sure, _key(key, sure)), set()).add(student)
        return found

    @cached_property
    def _by_plain_key(self) -> Keys:
        found: Keys = {}
        for (sure, key), students in self._by_key.items():
            found.setdefault((sure, unaccented(key)), set()).update(students)
        return found


def _called(keys: Keys, sure: int, key: str) -> set[Student]:
    return keys.get((sure, _key(key, sure)), set())


def _key(key: str, sure: int) -> str:
    return squashed(key) if sure else composed(key.strip())


def names_of(students: Iterable[Student]) -> dict[str, str]:
    """What to call each student, by id: the name, with the id where two have that name, or the id alone.

    >>> names_of([Student("1", "Kim Lee"), Student("2", "Kim Lee"), Student("3")])
    {'1': 'Kim Lee (1)', '2': 'Kim Lee (2)', '3': '3'}
    """
    everyone = list(students)
    number = Counter(squashed(each.name) for each in everyone)
    return {
        each.id: f"{each.name} ({each.id})" if each.name and number[squashed(each.name)] > 1 else each.name or each.id
        for each in everyone
    }


def maybe(students: Iterable[Student], unknown: Student) -> list[Student]:
    """Who an unknown one may well be: someone of that id but for zeros at its front, or of that name.

    >>> [each.id for each in maybe([Student("00123"), Student("123400")], Student("123"))]
    ['00123']
    """
    return [each for each in students if _is_like(each, unknown)]


def _is_like(student: Student, unknown: Student) -> bool:
    same_id = student.id.lstrip("0") == unknown.id.lstrip("0")
    return same_id or (bool(unknown.name) and squashed(student.name) == squashed(unknown.name))


def students_called(students: Iterable[Student], key: str) -> list[Student]:
    """Those whom an id means, or a full name, or a platform's own number of them; the surest of the three counts."""
    everyone, key = list(students), key.strip()
    ways = (
        lambda each: each.id == key,
        lambda each: each.is_called(key),
        lambda each: each.is_called(f"Canvas {key}") or each.is_called(f"Participant {key}"),
    )
    found = ([each for each in everyone if is_meant(each)] for is_meant in ways)
    return next(filter(None, found), [])


def nearest(students: Iterable[Student], key: str) -> str:
    """The id or user name that is most like a misspelt one, as a question; nothing where none is like it."""
    known: dict[str, str] = {}
    for student in students:
        for written in filter(None, (student.id, student.user, student.name)):
            known.setdefault(unaccented(written), written)
    near = difflib.get_close_matches(unaccented(key), known, 1)
    return f" Did you mean {known[near[0]]}?" if near else ""


def read_roster(path: Path) -> Roster:
    """Reads a CSV with commas or semicolons, with or without a byte-order mark; raises RosterError."""
    try:
        rows = list(_rows(path))
    except csv.Error as error:
        raise RosterError(f"{path} cannot be read as CSV: {error}.") from error
    students = tuple(_student(row, number, path) for number, row in rows)
    for student, count in Counter(student.id for student in students).items():
        if count > 1:
            raise RosterError(f"{path}: the id {student!r} stands {count} times; every student needs one of their own.")
    return Roster(students)


def _rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    reader = rows_of(read_table(path))
    first = next(reader, [])
    header = [_column(name) for name in first]
    if not {"id", "email", "user"} & set(header):
        raise RosterError(f"{path}: the first line must name the columns, among them id (or user, or email).")
    for name in COLUMNS:
        said = [each.strip() for each, means in zip(first, header, strict=True) if means == name]
        if len(said) > 1:
            raise RosterError(f"{path}: {' and '.join(said)} in the first line mean {name}: rename all but one.")
    for row in reader:
        cells = [cell.strip() for cell in row]
        if any(cells[len(header) :]):
            raise RosterError(f"{path}, line {reader.line_num}: more cells than columns; quote what holds a comma.")
        if any(cells):
            yield reader.line_num, dict(zip(header, cells, strict=False))


def read_table(path: Path) -> str:
    """The text of a CSV; raises RosterError unless it is UTF-8 of a sane size."""
    try:
        if path.stat().st_size > MAX_ROSTER:
            raise RosterError(f"{path} is larger than {MAX_ROSTER >> 20} MB: that is no table of a class.")
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise RosterError(f"{path} is not saved as UTF-8: save it as CSV in UTF-8.") from error
    except OSError as error:
        raise RosterError(f"{path} cannot be read: {error.strerror}.") from error


def rows_of(text: str) -> Iterator[list[str]]:
    """The rows of a CSV with commas or semicolons, as the csv module gives them."""
    first = text.partition("\n")[0]
    return csv.reader(io.StringIO(text, newline=""), delimiter=";" if first.count(";") > first.count(",") else ",")


def _column(name: str) -> str:
    plain = squashed(name)
    return next((column for column, names in COLUMNS.items() if plain in names), plain)


def _student(row: dict[str, str], line: int, path: Path) -> Student:
    who = row.get("id") or row.get("user") or row.get("email")
    if not who:
        raise RosterError(f"{path}, line {line}: this student has no id.")
    name = row.get("name") or f"{row.get('first', '')} {row.get('last', '')}".strip()
    return Student(who, name, *(row.get(key, "") for key in ("email", "user", "canvas", "moodle", "section")))
