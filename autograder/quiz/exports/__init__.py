"""Exports of a question bank: Canvas, Moodle, GIFT, Anki, jupyterquiz and Markdown, all from the one ``quiz.toml``.

In the order one should read them::

    markup, decimals -> forms -> plan -> moodle, gift, canvas, jupyterquiz, anki, markdown -> exported -> verb

``export(bank, "gift")`` says what went out, what stayed and why, and holds the files; ``verb`` writes them.
"""

from __future__ import annotations

from dataclasses import replace

from autograder.plain import plain
from autograder.quiz.exports.anki import export_anki
from autograder.quiz.exports.canvas import export_canvas
from autograder.quiz.exports.exported import Exported, ExportError
from autograder.quiz.exports.gift import export_gift
from autograder.quiz.exports.jupyterquiz import export_jupyterquiz
from autograder.quiz.exports.markdown import export_markdown
from autograder.quiz.exports.moodle import export_moodle
from autograder.quiz.question import Bank

__all__ = ["FORMATS", "ExportError", "Exported", "export"]

FORMATS = {
    "canvas": export_canvas,
    "moodle": export_moodle,
    "gift": export_gift,
    "anki": export_anki,
    "jupyterquiz": export_jupyterquiz,
    "markdown": export_markdown,
}


def export(bank: Bank, format_name: str, stem: str = "quiz") -> Exported:
    """The bank in that format; the same bank and stem give the same bytes. Raises ExportError.

    Args:
        bank: what to export.
        format_name: one of FORMATS.
        stem: what the files' names begin with, such as week-12.
    """
    if format_name not in FORMATS:
        raise ExportError(f"There is no export format {format_name!r}; the formats are {', '.join(FORMATS)}.")
    title = plain(" ".join(bank.title.split()))
    return FORMATS[format_name](replace(bank, title=title), stem)
