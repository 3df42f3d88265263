"""The single source of a task: a solution file with marked regions, read by its tokens.

``### BEGIN SOLUTION`` ... ``### END SOLUTION`` is the reference; the starter has a TODO there.
``### BEGIN HINTS`` ... ``### END HINTS`` holds numbered comments; the starter does not have them.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from dataclasses import dataclass
from pathlib import Path

from autograder.course import CourseError, Task

MARKER = re.compile(r"#+\s*(BEGIN|END)\s+(SOLUTION|HINTS)\s*")
NEARLY = re.compile(r"##|#.*(SOLUTION|HINTS)|#\s*(begin|end|start|stop)[\W_]*(solution|hint)", re.DOTALL)
"""Comments that must be markers: with more than one #, or with a marker's word in them."""
EXAMPLES = "### BEGIN SOLUTION, ### END SOLUTION, ### BEGIN HINTS, ### END HINTS"
HINT = re.compile(r"#\s*(\d+)\.\s+(.*)")


@dataclass(frozen=True)
class Region:
    """Lines ``start`` to ``end`` of the file (from 1, markers included) and their indentation."""

    kind: str
    start: int
    end: int
    indent: int


@dataclass(frozen=True)
class TaskSource:
    """A solution file, its regions found."""

    task: Task
    text: str
    regions: tuple[Region, ...]

    @classmethod
    def read(cls, task: Task) -> TaskSource:
        """Raises CourseError with file and line for a marker that is misspelt, alone or nested."""
        if not task.solution.is_file():
            raise CourseError(f"{task.id} has no solution yet: write {task.solution}, as CONTRIBUTING.md says.")
        try:
            text = task.solution.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as error:
            raise CourseError(f"{task.solution} is not UTF-8 (byte {error.start}): save it as UTF-8.") from error
        regions = tuple(_regions(text, task.solution))
        if not any(region.kind == "SOLUTION" for region in regions):
            raise CourseError(f"{task.solution} has no ### BEGIN SOLUTION: the starter would give the answer away.")
        if ast.get_docstring(ast.parse(text)) is None:
            raise CourseError(f"{task.solution} has no docstring at its top: that is the statement that learners read.")
        return cls(task, text, regions)

    def starter(self) -> str:
        """The text with a TODO in place of each solution, and without the hints."""
        lines = self.text.split("\n")
        for region in reversed(self.regions):
            start = region.start - 1
            if region.kind == "HINTS":
                start -= _blank_lines_before(lines, start)
            lines[start : region.end] = self._in_place_of(region)
        return "\n".join(lines)

    def _in_place_of(self, region: Region) -> list[str]:
        if region.kind == "HINTS":
            return []
        name = self._function_at(region.start)
        indent = " " * region.indent
        return [
            f"{indent}# TODO: your code here, in place of the next line.",
            f'{indent}raise NotImplementedError("{self.task.id}: {name} is yours to write")',
        ]

    def _function_at(self, line: int) -> str:
        """The dotted name of the innermost function or class around a line."""
        around = [node for node in ast.walk(ast.parse(self.text)) if _is_around(node, line)]
        if not around:
            raise CourseError(f"{self.task.solution}:{line}: a solution stands outside every function.")
        return ".".join(node.name for node in sorted(around, key=lambda node: node.lineno))

    def solutions(self) -> list[str]:
        """The text of each solution region, without its markers."""
        lines = self.text.split("\n")
        return ["\n".join(lines[each.start : each.end - 1]) for each in self.regions if each.kind == "SOLUTION"]

    def hints(self) -> list[str]:
        """The numbered hints, each as one paragraph."""
        found: list[str] = []
        for region in self.regions:
            if region.kind == "HINTS":
                found += _hints(self.text.split("\n")[region.start : region.end - 1])
        return found


def is_demonstration(node: ast.stmt) -> bool:
    """Whether it is what happens when the file is run: ``if __name__ == "__main__":``."""
    return isinstance(node, ast.If) and ast.unparse(node.test) == "__name__ == '__main__'"


def _blank_lines_before(lines: list[str], index: int) -> int:
    count = 0
    while index - count > 0 and not lines[index - count - 1].strip():
        count += 1
    return count


def _is_around(node: ast.AST, line: int) -> bool:
    named = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
    return named and node.lineno <= line <= node.end_lineno


def _regions(text: str, path: Path) -> list[Region]:
    regions: list[Region] = []
    opened: tuple[str, int, int] | None = None
    for word, kind, line, indent in _markers(text, path):
        if word == "BEGIN" and opened is None:
            opened = (kind, line, indent)
        elif word == "END" and opened is not None and opened[0] == kind:
            regions.append(Region(kind, opened[1], line, opened[2]))
            opened = None
        else:
            raise CourseError(f"{path}:{line}: {word} {kind} has no partner.")
    if opened is not None:
        raise CourseError(f"{path}:{opened[1]}: BEGIN {opened[0]} has no END {opened[0]}.")
    return regions


def _markers(text: str, path: Path) -> list[tuple[str, str, int, int]]:
    found = []
    for token in _comments(text, path):
        line, column = token.start
        marker = MARKER.fullmatch(token.string)
        if marker:
            found.append((marker[1], marker[2], line, column))
        elif NEARLY.match(token.string):
            raise CourseError(f"{path}:{line}: {token.string!r} looks like a marker and is none of {EXAMPLES}.")
    return found


def _comments(text: str, path: Path) -> list[tokenize.TokenInfo]:
    try:
        ast.parse(text)
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except SyntaxError as error:
        raise CourseError(f"{path}:{error.lineno or 1}: this is no Python: {error.msg}.") from error
    except (ValueError, tokenize.TokenError) as error:  # a zero byte, before Python 3.11.4
        raise CourseError(f"{path}:1: this is no Python: {error}.") from error
    return [token for token in tokens if token.type == tokenize.COMMENT]


def _hints(lines: list[str]) -> list[str]:
    hints: list[str] = []
    for line in lines:
        start = HINT.match(line)
        if start:
            hints.append(start[2])
        elif hints and line.startswith("#"):
            hints[-1] += " " + line.lstrip("#").strip()
    return hints
