"""The data of the lesson: where feedback.json lies, and what it must look like."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

REBUILD = "In the repository's root, this makes it anew: python data/make_feedback.py"


class LessonError(Exception):
    """Raised when the lesson lacks something that is not yours to write; its text says what to type."""


def find_data_dir() -> Path:
    """The folder data/, looked for from the working folder upward, and from this file upward."""
    for folder in (Path.cwd(), *Path.cwd().parents, *Path(__file__).resolve().parents):
        if (folder / "data" / "make_feedback.py").is_file():
            return folder / "data"
    raise LessonError("There is no data/make_feedback.py here or above: run the lesson inside the repository.")


def read_feedback(path: Path) -> list[dict[str, Any]]:
    """The rows of feedback.json; raises LessonError with the command that makes the file anew."""
    try:
        lines = path.read_text(encoding="utf-8-sig").strip().split("\n")
    except FileNotFoundError as error:
        raise LessonError(f"{path} is missing. {REBUILD}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise LessonError(f"{path} cannot be read ({error}). {REBUILD}") from error
    rows = []
    for number, line in enumerate(lines, start=1):
        try:
            row = json.loads(line)
            intact = isinstance(row["category"], str) and isinstance(row["feedback_text"], str)
        except (ValueError, TypeError, KeyError):
            intact = False
        if not intact:
            raise LessonError(f"{path} is damaged: line {number} is no row of feedback. {REBUILD}")
        rows.append(row)
    return rows
