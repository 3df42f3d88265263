"""The verb: writes the banks of one week, or of all, in the formats that are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from autograder.course import Course
from autograder.quiz import places
from autograder.quiz.exports import FORMATS, Exported, ExportError, export


def export_quiz(
    week: str | None = None, formats: Sequence[str] = (), out: Path = Path("exports"), course: Course | None = None
) -> int:
    """Writes the exports into ``out`` and says what became of each question; returns the exit status.

    Status 1 means that a format could take no question of a bank. Raises BankError, CourseError or ExportError; then
    nothing has been written.

    Args:
        week: one week's bank; without it, all.
        formats: names of formats; without any, or with "all", every one.
        out: the folder for the files; it is made.
    """
    banks = places.banks(course or Course.open(), week)
    if not banks:
        raise ExportError(places.NONE)
    made = [export(bank, each, name) for name, bank in banks.items() for each in _chosen(formats)]
    for exported in made:
        write(exported, out)
        print("\n".join(exported.report()))
    print(f"The files are in {out}.")
    return int(any(exported.taken == 0 for exported in made))


def _chosen(formats: Sequence[str]) -> list[str]:
    named = [name.strip() for each in formats for name in each.split(",") if name.strip()]
    return list(FORMATS) if not named or "all" in named else list(dict.fromkeys(named))


def write(exported: Exported, out: Path) -> None:
    """Writes the files of an export into a folder, which is made."""
    out.mkdir(parents=True, exist_ok=True)
    for name, data in exported.files.items():
        (out / name).write_bytes(data)
