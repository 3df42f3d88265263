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

MARKER = re.compile(r"#+\s*(BEGIN|END)\s+(\w+)\s*")
NEARLY = re.compile(r"#+\s*(begin|end|beginn|bgin)\W+\w+|#+\s*(solution|hints?)\W*$", re.IGNORECASE)
KINDS = ("SOLUTION", "HINTS")
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
        text = task.solution.read_text(encoding="utf-8")
        regions = tuple(_regions(text, task.solution))
        if not any(region.kind == "SOLUTION" for region in regions):
            raise CourseError(f"{task.solution} has no ### BEGIN SOLUTION: the starter would give the answer away.")
        return cls(task, text, regions)

    def starter(self) -> str:
        """The text with a TODO in place of each solution, and without the hints."""
        lines = self.text.splitlines()
        for region in reversed(self.regions):
            lines[region.start - 1 : region.end] = self._in_place_of(region)
        text = "\n".join(lines) + "\n"
        return re.sub(r"\n{4,}", "\n\n\n", text)

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
        names: list[str] = []
        node: ast.AST = ast.parse(self.text)
        while node is not None:
            node = _child_around(node, line)
            if node is not None:
                names.append(node.name)
        if not names:
            raise CourseError(f"{self.task.solution}:{line}: a solution stands outside every function.")
        return ".".join(names)

    def hints(self) -> list[str]:
        """The numbered hints, each as one paragraph."""
        found: list[str] = []
        for region in self.regions:
            if region.kind == "HINTS":
                found += _hints(self.text.splitlines()[region.start : region.end - 1])
        return found


def _child_around(node: ast.AST, line: int) -> ast.FunctionDef | ast.ClassDef | None:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.ClassDef)) and child.lineno <= line <= child.end_lineno:
            return child
    return None


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
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT:
            continue
        line, column = token.start
        marker = MARKER.fullmatch(token.string)
        if marker and marker[2] in KINDS:
            found.append((marker[1], marker[2], line, column))
        elif marker or NEARLY.match(token.string):
            raise CourseError(f"{path}:{line}: {token.string!r} looks like a marker and is none of {EXAMPLES}.")
    return found


def _hints(lines: list[str]) -> list[str]:
    hints: list[str] = []
    for line in lines:
        start = HINT.match(line)
        if start:
            hints.append(start[2])
        elif hints and line.startswith("#"):
            hints[-1] += " " + line.lstrip("#").strip()
    return hints
