"""What a task's source lacks though Python and the graders do not mind: hints, a demonstration, names to be found by.

>>> list(lacking(Course.open().week("week-12").task("softmax")))
[]
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from autograder.authoring.source import TaskSource, is_demonstration
from autograder.course import Task
from autograder.notebooks import asked_names
from autograder.notebooks.steps import DEFINITIONS

FEWEST_HINTS = 2


def lacking(task: Task) -> Iterator[str]:
    """A sentence for each thing that is not there, with where to write it."""
    source = TaskSource.read(task)
    if len(source.hints()) < FEWEST_HINTS:
        yield f"it has {len(source.hints())} hints, and {FEWEST_HINTS} are wanted: `# 1. ...` in {task.solution}."
    if not is_demonstration(ast.parse(source.text).body[-1]):
        yield f'it does not end with a demonstration: end {task.solution} with `if __name__ == "__main__":`.'
    by_another_name = _asked_otherwise(task, source.text)
    if by_another_name:
        names = ", ".join(f"`{name}`" for name in sorted(by_another_name))
        yield f"the checks call {names}, but never as `student.NAME`, by which a notebook's cells are found."


def _asked_otherwise(task: Task, source: str) -> set[str]:
    """What of the solution the checks call, but never as ``student.NAME``."""
    defined = {node.name for node in ast.parse(source).body if isinstance(node, DEFINITIONS)}
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in task.check_files)
    called = {node.attr for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return (defined & called) - asked_names(task)
