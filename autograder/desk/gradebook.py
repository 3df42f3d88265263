"""The gradebook: an SQLite file that keeps every grading and every override, and loses none.

>>> with Gradebook.open(Path("grades/gradebook.db")) as book:
...     book.latest("00123", "week-12").score
47
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, astuple, fields
from datetime import UTC, datetime
from pathlib import Path

from autograder.desk.migrations import MIGRATIONS, SCHEMA
from autograder.desk.records import Grading, Override, Reported
from autograder.desk.saying import say
from autograder.intake.names import as_text
from autograder.intake.roster import Student
from autograder.plain import plain

__all__ = ["MIGRATIONS", "SCHEMA", "Gradebook", "GradebookError", "Grading", "Override", "Reported", "now"]
QUIET_SECONDS, BUSY_SECONDS = 2, 60
"""How long another program is waited for without a word, and then with one."""


class GradebookError(Exception):
    """Raised when a gradebook cannot be used; its sentence says why and what to do."""


class Gradebook:
    """One open gradebook; several people may have it open, each write is one transaction."""

    def __init__(self, connection: sqlite3.Connection, path: Path):
        self._db = connection
        self._path = path

    @classmethod
    def open(cls, path: Path) -> Gradebook:
        """Opens or makes it, and brings an older one up to date; raises GradebookError."""
        with _in_words(path):
            book = cls(sqlite3.connect(path, timeout=QUIET_SECONDS, isolation_level=None), path)
        try:
            with _in_words(path):
                for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
                    book._patiently(f"PRAGMA {pragma}")
            book._migrate()
        except BaseException:
            book._db.close()
            raise
        return book

    def __enter__(self) -> Gradebook:
        return self

    def __exit__(self, *exception: object) -> None:
        self._db.close()

    def _migrate(self) -> None:
        with self._writing():
            (version,) = self._db.execute("PRAGMA user_version").fetchone()
            if version > len(MIGRATIONS):
                raise GradebookError(f"{self._path} was written by a newer version of this program: update it.")
            for number in range(version, len(MIGRATIONS)):
                for statement in _statements(MIGRATIONS[number]()):
                    self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A transaction that waits for its turn, and leaves nothing behind if it fails."""
        with _in_words(self._path):
            self._patiently("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def _rows(self, query: str, *values: str) -> list[tuple]:
        with _in_words(self._path):
            return self._patiently(query, values).fetchall()

    def _patiently(self, statement: str, values: tuple = ()) -> sqlite3.Cursor:
        """Runs it; while another program has the file, waits, and says so."""
        try:
            return self._db.execute(statement, values)
        except sqlite3.OperationalError as error:
            if not _is_busy(error):
                raise
        say(f"Another program has {plain(self._path.name)} open; waiting up to a minute ...")
        self._db.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
        try:
            return self._db.execute(statement, values)
        finally:
            self._db.execute(f"PRAGMA busy_timeout = {QUIET_SECONDS * 1000}")

    @property
    def folder(self) -> Path:
        """Where it lies, with all that is written beside it."""
        return self._path.parent

    # ---- students

    def enrol(self, students: Iterable[Student], on_roster: bool) -> None:
        """Adds students or brings what is known of them up to date."""
        names = [field.name for field in fields(Student)]
        kept = ", ".join(f"{name} = excluded.{name}" for name in [*names[1:], "on_roster"])
        marks = ", ".join("?" * (len(names) + 1))
        statement = f"INSERT INTO student VALUES ({marks}) ON CONFLICT (id) DO UPDATE SET {kept}"
        with self._writing():
            self._db.executemany(statement, [(*map(as_text, astuple(student)), on_roster) for student in students])

    def students(self) -> list[tuple[Student, bool]]:
        """Everyone known, by id, and whether the roster has them."""
        rows = self._rows("SELECT * FROM student ORDER BY id")
        return [(Student(*row[:-1]), bool(row[-1])) for row in rows]

    def leave_roster(self) -> None:
        """Says of everyone that the roster has them no more; ``enrol`` then says it of those who stay."""
        with self._writing():
            self._db.execute("UPDATE student SET on_roster = 0")

    # ---- gradings

    def add(self, grading: Grading) -> None:
        """Keeps a grading; it is on the disk when this returns."""
        row = asdict(grading)
        row |= {name: json.dumps(row[name]) for name in ("warnings", "notes", "places")}
        row["result"] = zlib.compress(row.pop("result_json").encode())
        self._insert("grading", row)

    def latest(self, student: str, week: str) -> Grading | None:
        """The grading that counts."""
        query = f"SELECT {', '.join(_COLUMNS)} FROM grading WHERE student = ? AND week = ? ORDER BY number DESC LIMIT 1"
        return next((_grading(*row) for row in self._rows(query, student, week)), None)

    def hashes(self) -> dict[tuple[str, str], tuple[str, str]]:
        """Of every grading that counts the hashes of submission and grader, by student and week."""
        rows = self._rows("SELECT student, week, submission, grader, max(number) FROM grading GROUP BY student, week")
        return {(student, week): (submission, grader) for student, week, submission, grader, _ in rows}

    def graded_as(self, student: str, week: str) -> tuple[str, str] | None:
        """Hashes of the submission and the grader of the grading that counts, if no check of it broke."""
        query = "SELECT submission, grader, complete FROM grading WHERE student = ? AND week = ? ORDER BY number DESC"
        rows = self._rows(query + " LIMIT 1", student, week)
        return rows[0][:2] if rows and rows[0][2] else None

    def weeks(self) -> list[str]:
        """The weeks in which something was graded."""
        return [week for (week,) in self._rows("SELECT DISTINCT week FROM grading ORDER BY week")]

    def remember_commands(self, by_week: Mapping[str, str]) -> None:
        """Keeps what was typed to grade each of the weeks."""
        with self._writing():
            self._db.executemany("INSERT OR REPLACE INTO command VALUES (?, ?)", by_week.items())

    def command(self, week: str) -> str:
        """What was typed to grade the week last; empty if that is not known."""
        return next((words for (words,) in self._rows("SELECT words FROM command WHERE week = ?", week)), "")

    # ---- overrides and what was reported

    def decide(self, override: Override) -> None:
        """Keeps a decision; those before it stay on record."""
        self._insert("override", asdict(override))

    def overrides(self, student: str, week: str) -> list[Override]:
        """The decisions in force: of each kind and task the last one, unless it was taken back."""
        names = [field.name for field in fields(Override)]
        query = f"SELECT {', '.join(names)} FROM override WHERE student = ? AND week = ? ORDER BY number"
        made = [Override(*row) for row in self._rows(query, student, week)]
        last = {(each.kind, each.task): each for each in made}
        return [each for each in last.values() if each.value is not None]

    def decisions(self) -> dict[tuple[str, str], int]:
        """How many decisions were made, those taken back included, by student and week."""
        rows = self._rows("SELECT student, week, count(*) FROM override GROUP BY student, week")
        return {(student, week): count for student, week, count in rows}

    def reported(self) -> dict[tuple[str, str], Reported]:
        """What the last report said, by student and week."""
        rows = self._rows("SELECT student, week, status, final, submission, grader, decisions FROM reported")
        return {(row[0], row[1]): Reported(*row) for row in rows}

    def report(self, told: Iterable[Reported]) -> None:
        """Notes what this report says."""
        with self._writing():
            statement = "INSERT OR REPLACE INTO reported VALUES (?, ?, ?, ?, ?, ?, ?)"
            self._db.executemany(statement, [astuple(each) for each in told])

    def _insert(self, table: str, row: dict) -> None:
        marks = ", ".join(f":{name}" for name in row)
        storable = {name: as_text(value) if isinstance(value, str) else value for name, value in row.items()}
        with self._writing():
            self._db.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", storable)


_COLUMNS = [field.name if field.name != "result_json" else "result" for field in fields(Grading)]


def _grading(*row: object) -> Grading:
    """A row of the table as it was before it was stored."""
    *as_it_is, complete, warnings, result, notes, places = row
    return Grading(
        *as_it_is, bool(complete), tuple(json.loads(warnings)), zlib.decompress(result).decode(),
        tuple(json.loads(notes)), json.loads(places),
    )  # fmt: skip


def _is_busy(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


@contextmanager
def _in_words(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        if _is_busy(error):
            raise GradebookError(
                f"Another program has {path} open and did not let go of it: close it there, and do the same again. "
                "What was kept in it before stays as it was."
            ) from error
        raise GradebookError(
            f"{path} cannot be used as a gradebook: {error}. What was kept in it before stays as it was."
        ) from error


def _statements(script: str) -> Iterator[str]:
    """The statements of a script one by one, so that they share a transaction."""
    waiting = ""
    for line in script.splitlines(keepends=True):
        waiting += line
        if sqlite3.complete_statement(waiting):
            yield waiting
            waiting = ""


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
