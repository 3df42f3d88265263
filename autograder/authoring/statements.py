"""A statement as it stands in a docstring, made Markdown: prose stays prose, what is indented keeps its columns.

>>> print(as_markdown("You build\\n    softmax(scores)"))
You build
<BLANKLINE>
```text
softmax(scores)
```
"""

from __future__ import annotations

import re
import textwrap
from itertools import groupby

IN_A_FILE = "run this file"
IN_A_NOTEBOOK = "run the cell below your code"


def as_markdown(statement: str) -> str:
    """The statement's paragraphs, with formulas, tables and signatures in blocks of their own."""
    parts = []
    for indented, lines in groupby(_inherit(statement.strip("\n").split("\n")), key=lambda line: line[0]):
        text = "\n".join(line for _, line in lines).strip("\n")
        parts.append(f"```text\n{textwrap.dedent(text)}\n```" if indented else _prose(text))
    return "\n\n".join(parts)


def _inherit(lines: list[str]) -> list[tuple[bool, str]]:
    """Each line with whether it belongs to an indented block; a blank line belongs to the one before it."""
    found: list[tuple[bool, str]] = []
    for line in lines:
        indented = line.startswith("    ") if line.strip() else bool(found) and found[-1][0]
        found.append((indented, line))
    return found


def _prose(text: str) -> str:
    text = text.replace(IN_A_FILE, IN_A_NOTEBOOK).replace(IN_A_FILE.capitalize(), IN_A_NOTEBOOK.capitalize())
    pieces = re.split(r"(`[^`]*`)", text)
    return "".join(piece if piece.startswith("`") else re.sub(r"([*$<\\])", r"\\\1", piece) for piece in pieces)
