"""A lesson's notebook from a readable source: a Python file whose cells begin with ``# %%`` or ``# %% [markdown]``."""

from __future__ import annotations

import re
from pathlib import Path

from autograder.authoring.ipynb import code, document, markdown
from autograder.course import CourseError

HEAD = re.compile(r"^# %%[ \t]*(\[markdown\])?[ \t]*$", re.MULTILINE)


def companion(path: Path) -> str:
    """The notebook's text; raises CourseError where a line of Markdown is no comment."""
    _, *parts = HEAD.split(path.read_text(encoding="utf-8-sig"))
    cells = []
    for number, (kind, text) in enumerate(zip(parts[::2], parts[1::2], strict=True), start=1):
        name = f"lesson-{number:02d}"
        text = text.strip("\n")
        cells.append(markdown(name, _uncommented(text, path)) if kind else code(name, text))
    return document(cells)


def _uncommented(text: str, path: Path) -> str:
    lines = text.split("\n")
    for line in lines:
        if line and not re.match(r"#( |$)", line):
            raise CourseError(f"{path}: a Markdown cell holds {line!r}: begin each of its lines with #.")
    return "\n".join(line[2:] for line in lines)
