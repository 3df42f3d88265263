"""What each statement of a notebook does with names: which it binds, reads, changes, and reads only when called.

Python's own compiler says so, since it alone knows every rule of scope; nothing is run.

>>> from autograder.notebooks.commands import read
>>> step = steps(read("def f(x): return x + shift"), cell=1)[0]
>>> sorted(step.binds), sorted(step.reads_later)
(['f'], ['shift'])
"""

from __future__ import annotations

import ast
import dis
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import CodeType

from autograder.notebooks.commands import Code

RUN_AT_ONCE = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"}
LOADS = {"LOAD_NAME", "LOAD_GLOBAL", "LOAD_FROM_DICT_OR_GLOBALS"}
STORES = {"STORE_NAME", "STORE_GLOBAL", "DELETE_NAME", "DELETE_GLOBAL"}
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
SIMPLE = (*DEFINITIONS, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign)


@dataclass
class Step:
    """One statement of the notebook's top level, or several that share a line."""

    cell: int
    first: int
    last: int
    """Its lines in the cell, from 1."""
    nodes: list[ast.stmt]
    text: str = ""
    binds: set[str] = field(default_factory=set)
    reads: set[str] = field(default_factory=set)
    """Names that it needs when it runs."""
    reads_later: set[str] = field(default_factory=set)
    """Names that what it defines needs when it is called."""
    stores_later: set[str] = field(default_factory=set)
    """Names that a function of it declares ``global`` and binds."""
    changes: set[str] = field(default_factory=set)
    """Names into whose object it stores: ``table[0] = 1``, ``setattr(table, "rows", 1)``."""
    calls: set[str] = field(default_factory=set)
    """Names whose methods it calls: ``table.append(1)``."""
    imports: bool = False
    star: bool = False
    """``from module import *``: it may bind anything."""

    @property
    def is_future(self) -> bool:
        """Whether it must stand at the top of a file: ``from __future__ import annotations``."""
        return all(map(_is_future, self.nodes))

    def defines(self, name: str) -> bool:
        """Whether the name is what the step is about: not a loop's variable, not bound by the way."""
        if name not in self.binds:
            return False
        inner = (node for outer in self.nodes for node in ast.walk(outer) if isinstance(node, DEFINITIONS))
        return all(isinstance(node, SIMPLE) for node in self.nodes) or any(node.name == name for node in inner)

    def is_fresh(self, name: str) -> bool:
        """Whether the name means something new after this step, whatever it meant before."""
        simple = all(isinstance(node, SIMPLE) for node in self.nodes)
        return simple and name in self.binds and name not in self.reads


def steps(code: Code, cell: int) -> list[Step]:
    """The steps of one cell; raises RecursionError for what is nested beyond measure."""
    found: list[Step] = []
    for node in code.tree.body:
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
        if found and first <= found[-1].last:
            found[-1].nodes.append(node)
            found[-1].last = max(found[-1].last, node.end_lineno)
        else:
            found.append(Step(cell, first, node.end_lineno, [node]))
    lines = code.text.split("\n")
    for step in found:
        step.text = "\n".join(lines[step.first - 1 : step.last])
        _fill(step)
    return found


def _fill(step: Step) -> None:
    step.imports = all(isinstance(node, (ast.Import, ast.ImportFrom)) for node in step.nodes)
    step.star = any(isinstance(node, ast.ImportFrom) and node.names[0].name == "*" for node in step.nodes)
    _read_code(_compiled(step.nodes), step)
    for node in (inner for outer in step.nodes for inner in _run_at_once(outer)):
        _note_changes(node, step)


def _compiled(nodes: list[ast.stmt]) -> CodeType:
    body = [node for node in nodes if not _is_future(node)]
    with warnings.catch_warnings(action="ignore"):
        module = ast.Module(body, [])
        return compile(module, "cell", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _read_code(code: CodeType, step: Step, called: bool = False, own: bool = True) -> None:
    """Sorts the names of a code object: ``called`` later or run at once; ``own`` is the top level itself."""
    for instruction in dis.get_instructions(code):
        if instruction.opname in LOADS:
            (step.reads_later if called else step.reads).add(instruction.argval)
        elif instruction.opname in STORES and own:
            step.binds.add(instruction.argval)
        elif instruction.opname == "STORE_GLOBAL":
            step.stores_later.add(instruction.argval)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            is_function = bool(inner.co_flags & 0x1) and inner.co_name not in RUN_AT_ONCE  # 0x1: CO_OPTIMIZED
            _read_code(inner, step, called or is_function, own=False)


def _note_changes(node: ast.AST, step: Step) -> None:
    """Whose object an expression changes in place, as far as one can see."""
    if isinstance(node, (ast.Subscript, ast.Attribute)) and isinstance(node.ctx, (ast.Store, ast.Del)):
        step.changes |= _root(node)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        step.calls |= _root(node.func)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
        step.changes |= _root(node.args[0]) if node.func.id in ("setattr", "delattr") else set()


def _run_at_once(node: ast.AST) -> Iterator[ast.AST]:
    """The node and what is in it, but for what runs only when called."""
    if not isinstance(node, (*DEFINITIONS, ast.Lambda)):
        yield node
        for child in ast.iter_child_nodes(node):
            yield from _run_at_once(child)


def _root(node: ast.AST) -> set[str]:
    """The name that ``table.rows[0]`` begins with."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return {node.id} if isinstance(node, ast.Name) else set()
