"""Lines for a terminal: as wide as it is, and no word cut at their ends."""

from __future__ import annotations

import shutil
import textwrap
from typing import TextIO


def folded(text: str, stream: TextIO) -> str:
    """The text as it is for a file or a pipe; for a terminal with lines that fit, each under its own indent."""
    if not stream.isatty():
        return text
    width = shutil.get_terminal_size().columns
    return "\n".join(_folded(line, width) for line in text.split("\n"))


def _folded(line: str, width: int) -> str:
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.fill(
        line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False, replace_whitespace=False
    )
