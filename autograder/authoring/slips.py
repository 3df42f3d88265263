"""Slips in known answers that Python does not mind: a cell that replaces nothing, two cells that have run together.

>>> list(slips(Course.open().week("week-12").task("softmax")))
[]
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from autograder.checks.mistakes import Cell, before_the_cells, known_answers
from autograder.course import Task
from autograder.notebooks.steps import DEFINITIONS


def slips(task: Task) -> Iterator[str]:
    """A sentence for each."""
    for name in _defined(ast.parse(before_the_cells(task))):
        yield f"{name} stands before the first cell of {task.known_answers}, in none: head it with `# %% its-name`."
    reference = set(_bound(ast.parse(task.solution.read_text(encoding="utf-8-sig"))))
    for cell in known_answers(task):
        yield from _of_cell(cell, reference)


def _of_cell(cell: Cell, reference: set[str]) -> Iterator[str]:
    tree = ast.parse(cell.code)
    if not reference & set(_bound(tree)):
        named = ", ".join(_defined(tree)) or "none"
        yield f"the cell {cell.name} replaces no function of the reference; it defines {named}."
    for name, count in Counter(_defined(tree)).items():
        if count > 1:
            yield f"the cell {cell.name} defines {name} twice: is the head of a cell missing between them?"


def _defined(tree: ast.Module) -> list[str]:
    return [node.name for node in tree.body if isinstance(node, DEFINITIONS)]


def _bound(node: ast.AST) -> Iterator[str]:
    """The names that a module binds, or binds something in (``Block.forward = ...``), whatever they stand under."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, DEFINITIONS):
            yield each.name
            continue
        if isinstance(each, (ast.Name, ast.Attribute)) and isinstance(each.ctx, ast.Store):
            yield ast.unparse(each).partition(".")[0]
        elif isinstance(each, ast.alias):
            yield (each.asname or each.name).partition(".")[0]
        yield from _bound(each)
