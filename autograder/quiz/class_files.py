"""The scores of a file of answers as files: JSON with every reason, CSV with one row a student."""

from __future__ import annotations

import csv
import io
import json

from autograder.quiz.batch import ClassScores, Marked
from autograder.quiz.items import analyse

SCHEMA = "attention-quiz/v1"
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def to_json(scores: ClassScores) -> str:
    """The scores as deterministic JSON."""
    students = [_student(marked) for marked in scores.marked]
    items = [item.as_dict() for item in analyse(scores)]
    data = {
        "schema": SCHEMA,
        "week": scores.week,
        "bank": scores.bank.content,
        "students": students,
        "items": items,
        "notes": list(scores.notes),
    }
    return json.dumps(data, indent=1, ensure_ascii=True, allow_nan=False) + "\n"


def _student(marked: Marked) -> dict:
    return {
        "student": marked.sheet.student,
        "scored": marked.scored,
        "scored_max": marked.scored_max,
        "suggested": marked.suggested,
        "suggested_max": marked.suggested_max,
        "to_mark": marked.to_mark,
        "missing": list(marked.missing),
        "questions": [
            {**each.as_dict(), "answer": marked.sheet.answers.get(name, "")} for name, each in marked.scores.items()
        ],
    }


def to_csv(scores: ClassScores) -> str:
    """One row a student: totals, what a person has to mark, and the points of each question."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    totals = ["scored", "scored_max", "suggested", "suggested_max", "to_mark", "missing"]
    writer.writerow(["student", *totals, *scores.bank.ids])
    for marked in scores.marked:
        numbers = [marked.scored, marked.scored_max, marked.suggested, marked.suggested_max]
        lists = [" ".join(marked.to_mark), " ".join(marked.missing)]
        points = [each.points for each in marked.scores.values()]
        writer.writerow([inert(marked.sheet.student), *numbers, *lists, *points])
    return out.getvalue()


def inert(cell: str) -> str:
    """A learner's text as a cell that no spreadsheet takes for a formula.

    >>> inert("=1+1"), inert("00123")
    ("'=1+1", '00123')
    """
    return f"'{cell}" if cell.lstrip(" ").startswith(FORMULA_STARTS) else cell
