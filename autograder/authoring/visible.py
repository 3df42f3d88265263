"""The visible checks of a task, cut out of its graders: each ``check_...`` with what it needs, and nothing hidden.

>>> visible_checks(task).splitlines()[1]
'\"\"\"The visible checks of week-12/softmax.\"\"\"'
"""

from __future__ import annotations

import ast
import re
import sys
from dataclasses import dataclass
from functools import cached_property

from autograder.checks.info import PREFIXES, VISIBLE
from autograder.course import CourseError, Task
from autograder.stamp import CHECKS, is_pristine, stamped

DOCSTRING = '"""The visible checks of {id}."""\n'
WIDTH = 120


def visible_checks(task: Task) -> str:
    """The text of the task's visible checks; that of the file itself where the graders hold none.

    Raises CourseError where the graders cannot be read, or where a visible check asks the reference.
    """
    there = task.visible_checks.read_text(encoding="utf-8") if task.visible_checks.is_file() else ""
    if task.hidden_checks.is_file():
        graders = _Graders(task, task.hidden_checks.read_text(encoding="utf-8"))
        if not graders.checks and is_pristine(there):
            raise CourseError(
                f"{task.visible_checks} was made from check_... in {task.hidden_checks}, which has none any more: name "
                "visible checks so, or delete the file."
            )
        graders.demand_names()
        if graders.checks:
            return graders.visible()
    return there


@dataclass(frozen=True)
class _Graders:
    """One file of graders, statement by statement."""

    task: Task
    text: str

    @cached_property
    def statements(self) -> list[ast.stmt]:
        try:
            return ast.parse(self.text).body
        except SyntaxError as error:
            raise CourseError(f"{self.task.hidden_checks}:{error.lineno}: {error.msg}.") from error

    @property
    def checks(self) -> list[ast.FunctionDef]:
        functions = [node for node in self.statements if isinstance(node, ast.FunctionDef)]
        return [node for node in functions if node.name.startswith(VISIBLE)]

    def demand_names(self) -> None:
        """Raises CourseError for a function that would get lost: one of two namesakes, a check by another name."""
        functions = [node for node in self.statements if isinstance(node, ast.FunctionDef)]
        seen: dict[str, int] = {}
        for node in functions:
            where = f"{self.task.hidden_checks}:{node.lineno}"
            if node.name in seen:
                raise CourseError(
                    f"{where}: {node.name} is defined twice, first in line {seen[node.name]}: rename one."
                )
            seen[node.name] = node.lineno
            if not node.name.startswith(PREFIXES) and (node.name.startswith("test_") or _is_marked(node)):
                raise CourseError(f"{where}: {node.name} is neither check_... nor grade_..., so it would not be run.")

    def visible(self) -> str:
        for check in self.checks:
            if any(argument.arg == "reference" for argument in check.args.args):
                raise CourseError(
                    f"{self.task.hidden_checks}: {check.name} is visible, so it must not ask the reference."
                )
        kept = self._needed()
        names = set().union(*map(_used, kept))
        imports = [line for node in self.statements if _is_import(node) for line in _import(node, names)]
        body = f"{DOCSTRING.format(id=self.task.id)}\n{_sorted(imports)}{self._code(kept)}"
        return stamped(self.task.id, body, CHECKS)

    def _needed(self) -> list[ast.stmt]:
        """The checks, and every statement that defines a name which one of these uses, in their order."""
        needed, names = list(self.checks), set().union(*map(_used, self.checks))
        while found := [node for node in self.statements if node not in needed and _defined(node) & names]:
            needed += found
            names |= set().union(*map(_used, found))
        return [node for node in self.statements if node in needed]

    def _code(self, kept: list[ast.stmt]) -> str:
        """Each statement as it is written; two empty lines around functions."""
        text = ""
        for before, node in zip([None, *kept], kept, strict=False):
            is_apart = before is None or isinstance(before, _BLOCKS) or isinstance(node, _BLOCKS)
            gap = "\n" if before is None and not isinstance(node, _BLOCKS) else "\n\n" if is_apart else ""
            text += f"{gap}{self._source(node)}\n"
        return text

    def _source(self, node: ast.stmt) -> str:
        """Its lines, with its decorators and the comment right above it."""
        lines = self.text.splitlines()
        first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))]) - 1
        while first and lines[first - 1].startswith("# ") and not lines[first - 1].startswith("# --"):
            first -= 1
        return "\n".join(lines[first : node.end_lineno])


_BLOCKS = (ast.FunctionDef, ast.ClassDef)


def _is_marked(node: ast.FunctionDef) -> bool:
    """Whether it has a mark that only checks have."""
    marks = (ast.unparse(each) for each in node.decorator_list)
    return any(mark.startswith(("pytest.mark.points", "pytest.mark.hint")) for mark in marks)


def _is_import(node: ast.stmt) -> bool:
    return isinstance(node, (ast.Import, ast.ImportFrom))


def _used(node: ast.stmt) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def _defined(node: ast.stmt) -> set[str]:
    """The names that a statement at the top makes; imports are looked at apart."""
    if isinstance(node, _BLOCKS):
        return {node.name}
    stored = (each for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store))
    return {each.id for each in stored} if isinstance(node, (ast.Assign, ast.AnnAssign)) else set()


def _import(node: ast.Import | ast.ImportFrom, names: set[str]) -> list[str]:
    """The statement with the names that are used, on as many lines as it takes."""
    used = [each for each in node.names if (each.asname or each.name).partition(".")[0] in names]
    if not used:
        return []
    line = ast.unparse(type(node)(**{**dict(ast.iter_fields(node)), "names": used}))
    if len(line) <= WIDTH:
        return [line]
    head, _, imported = line.partition("import ")
    return [f"{head}import (\n" + "".join(f"    {name},\n" for name in imported.split(", ")) + ")"]


def _sorted(imports: list[str]) -> str:
    """Python's own first, then packages, then ours: in their order, with an empty line between."""
    groups = [[line for line in imports if _kind(line) == kind] for kind in range(3)]
    return "\n".join("".join(f"{line}\n" for line in group) for group in groups if group)


def _kind(line: str) -> int:
    module = re.split(r"[ .]", line)[1]
    return 0 if module in sys.stdlib_module_names else 2 if module == "autograder" else 1
