"""Cells as Python: IPython's own commands (``%time``, ``!pip``, ``softmax?``) are left out, and remembered.

>>> read("%matplotlib inline\\nx = 1").text
'pass\\nx = 1'
"""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass

COMMAND = re.compile(r"\s*(?:[%!?,;/]|\w[\w., ]*=\s*[%!]|\S.*\?\s*$)")
"""A line that may be a command: only where Python cannot read it, it is one."""
RUNS_ITS_CELL = re.compile(r"%%(?:time|capture|prun|debug)\b")
"""Cell commands under which the cell's names are there afterwards."""
WHOLE = re.compile(r"%%\w+")
MAX_ONE_BY_ONE = 40
BROKEN = (SyntaxError, ValueError, RecursionError, MemoryError)
"""What Python raises for a text that it cannot read."""


@dataclass(frozen=True)
class Code:
    """A cell's text with ``pass`` in place of commands, its tree, or why there is none."""

    text: str
    tree: ast.Module
    commands: tuple[int, ...] = ()
    """The lines that were left out."""
    left_out: str = ""
    """``%%bash``, if the whole cell is for something else than Python."""
    fault: str = ""
    """Why Python cannot read it."""
    line: int = 1
    """The line of the fault."""


def read(text: str) -> Code:
    """The cell as Python; a cell that cannot be read comes with its fault, never as an error."""
    lines = text.split("\n")
    first = next((index for index, line in enumerate(lines) if line.strip()), 0)
    if WHOLE.match(lines[first]) and not RUNS_ITS_CELL.match(lines[first]):
        return Code(text, _nothing(), left_out=WHOLE.match(lines[first])[0])
    commands: list[int] = []
    while True:
        try:
            return Code("\n".join(lines), parse("\n".join(lines)), tuple(sorted(commands)))
        except BROKEN as error:
            line = error.lineno if isinstance(error, SyntaxError) and error.lineno else 1
            if not _leave_out(lines, line, commands):
                return Code("\n".join(lines), _nothing(), tuple(commands), fault=_fault(error), line=line)


def parse(text: str) -> ast.Module:
    """The tree of a text that compiles, without a word about odd escapes in it; raises one of ``BROKEN``."""
    with warnings.catch_warnings(action="ignore"):
        tree = ast.parse(text)
        compile(text, "cell", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    return tree


def _leave_out(lines: list[str], line: int, commands: list[int]) -> bool:
    """Puts ``pass`` where the command stands that Python has met; False if there is none."""
    met = [line] if len(commands) < MAX_ONE_BY_ONE else range(1, len(lines) + 1)
    found = [number for number in met if number <= len(lines) and COMMAND.match(lines[number - 1])]
    for number in found:
        lines[number - 1] = re.match(r"\s*", lines[number - 1])[0] + "pass"
        commands.append(number)
    return bool(found)


def _fault(error: Exception) -> str:
    return error.msg if isinstance(error, SyntaxError) else "it is nested too deeply, or no text at all"


def _nothing() -> ast.Module:
    return ast.Module([], [])
