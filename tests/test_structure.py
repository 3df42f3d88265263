"""The shape of the engine: no circle, no import upwards, no long module without a reason."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from autograder.course import HOME

ENGINE = HOME / "autograder"
LONGEST = 250
REASON = "Long, since"
LAYERS = (
    ("plain", "stamp", "outcomes", "course", "confine"),
    ("worker", "launch"),
    ("notebooks", "intake"),
    ("checks", "graders"),
    ("result", "wording", "grade"),
    ("report", "hints", "quiz"),
    ("checking", "jupyter", "public_grader", "watching", "authoring", "desk"),
    ("verbs", "__main__"),
)  # fmt: skip
"""The way of the data, from the ground to the verbs: each imports from its own layer and from those before."""


def modules() -> dict[str, Path]:
    """Every module of the engine by its name."""
    paths = [path for path in sorted(ENGINE.rglob("*.py")) if "graders" not in path.relative_to(ENGINE).parts[:1]]
    names = {path: ".".join(path.relative_to(HOME).with_suffix("").parts).removesuffix(".__init__") for path in paths}
    return {name: path for path, name in names.items()}


def imports(path: Path, known: dict[str, Path]) -> Iterator[str]:
    """The modules of ours that a file imports when it runs, also from inside its functions."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for_types = {id(each) for node in ast.walk(tree) if _is_for_types(node) for each in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and id(node) not in for_types:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in known else node.module for name in names if node.module in known)


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


GRAPH = {name: set(imports(path, modules())) - {name} for name, path in modules().items()}


def part(name: str) -> str:
    """The module or folder at the engine's top that a module belongs to."""
    return name.split(".")[1] if "." in name else ""


def test_no_circle_of_modules_or_of_folders() -> None:
    TopologicalSorter(GRAPH).prepare()
    between: dict[str, set[str]] = {}
    for name, used in GRAPH.items():
        between.setdefault(part(name), set()).update(part(each) for each in used if part(each) != part(name))
    TopologicalSorter(between).prepare()


def test_every_part_has_its_layer_and_none_imports_upwards() -> None:
    layer = {name: number for number, names in enumerate(LAYERS) for name in names}
    parts = {part(name) for name in GRAPH} - {""}
    assert parts - {"graders"} == set(layer) - {"graders"}
    upwards = [f"{name} imports {each}" for name, used in GRAPH.items() for each in used
               if part(each) and part(name) and layer[part(each)] > layer[part(name)]]  # fmt: skip
    assert upwards == []


@pytest.mark.parametrize("path", sorted(ENGINE.rglob("*.py")), ids=lambda path: path.relative_to(ENGINE).as_posix())
def test_a_long_module_says_why(path: Path) -> None:
    """The checks of one task stand together, however many there are."""
    text = path.read_text(encoding="utf-8")
    is_short = len(text.splitlines()) <= LONGEST or path.is_relative_to(ENGINE / "graders")
    assert is_short or REASON in (ast.get_docstring(ast.parse(text)) or "")


def test_no_learner_code_can_reach_what_grades_it() -> None:
    """The process that workers are forked from loads nothing that knows an answer, a check or a result."""
    reached, waiting = set(), ["autograder.worker.zygote"]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += GRAPH[name]
    assert {part(name) for name in reached} <= set(LAYERS[0]) | set(LAYERS[1])
