"""Whether a function is begun: whether more stands in it than its docstring and the starter's error.

>>> found = around("def softmax(scores):\\n    raise NotImplementedError\\n    return scores.exp()\\n", line=2)
>>> found.name, found.has_code
('softmax', True)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
UNTOUCHED = "yours to write"
"""What the error of every starter says."""


@dataclass(frozen=True)
class Place:
    """Where an error was raised: a function's name, or that of the file, and whether the learner's code is there."""

    name: str
    has_code: bool


def around(source: str, line: int, filename: str = "") -> Place:
    """The innermost function around that line, where a NotImplementedError was raised; else the file itself.

    One that is raised under a condition of the learner's own is theirs, so that this part is simply to be written.
    """
    tree = ast.parse(source)
    found = [(name, node) for name, node in _named(tree) if node.lineno <= line <= node.end_lineno]
    name, node = found[-1] if found else (filename, tree)
    statements = _statements(node)
    errors = [each for each in statements if _is_error(each) and each.lineno <= line <= each.end_lineno]
    is_the_starters = any(isinstance(each, ast.Raise) or _says_whose(each) for each in errors)
    return Place(name, is_the_starters and any(not isinstance(each, ast.Raise) for each in statements))


def is_only_starter(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function holds nothing but a starter's error."""
    statements = _statements(node)
    return len(statements) == 1 and isinstance(statements[0], ast.Raise) and _says_whose(statements[0])


def _statements(node: ast.Module | ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.stmt]:
    """What a body does: without its docstring and what stands in for code."""
    return [each for each in node.body if not isinstance(each, ast.Pass) and not _is_constant(each)]


def _is_constant(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _is_error(statement: ast.stmt) -> bool:
    return any(isinstance(node, ast.Name) and node.id == "NotImplementedError" for node in ast.walk(statement))


def _says_whose(statement: ast.stmt) -> bool:
    texts = (node.value for node in ast.walk(statement) if isinstance(node, ast.Constant))
    return any(UNTOUCHED in text for text in texts if isinstance(text, str))


def _named(node: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.stmt]]:
    """Every function with its name, a method's with its class; outer ones first."""
    for each in filter(_may_hold_functions, ast.iter_child_nodes(node)):
        is_function, is_class = isinstance(each, FUNCTIONS), isinstance(each, ast.ClassDef)
        if is_function:
            yield (prefix.rstrip(".") if prefix and each.name == "__init__" else prefix + each.name), each
        yield from _named(each, f"{prefix}{each.name}." if is_class else "" if is_function else prefix)


def _may_hold_functions(node: ast.AST) -> bool:
    return isinstance(node, (ast.stmt, ast.excepthandler, ast.match_case))
