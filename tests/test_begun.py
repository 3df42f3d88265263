"""What is begun: where the starter's error was met, and whether the learner's own code is there."""

from __future__ import annotations

import ast

import pytest

from autograder.worker.begun import Place, around, is_only_starter

STARTER = 'raise NotImplementedError("week-12/softmax: f is yours to write")'
PLACES = {
    "the starter": (f"def f(x):\n    {STARTER}", 2, Place("f", False)),
    "another docstring": (f'def f(x):\n    """Mine."""\n    {STARTER}', 3, Place("f", False)),
    "pass and dots": (f"def f(x):\n    ...\n    pass\n    {STARTER}", 4, Place("f", False)),
    "code below": (f"def f(x):\n    {STARTER}\n    return x", 2, Place("f", True)),
    "code above": (f"def f(x):\n    y = x\n    {STARTER}", 3, Place("f", True)),
    "under a condition": (f"def f(x):\n    if x:\n        {STARTER}", 3, Place("f", True)),
    "an error of one's own": ("def f(x):\n    if x:\n        raise NotImplementedError\n    return x", 3,
                              Place("f", False)),
    "the other is untouched": (f"def f(x):\n    return x\ndef g(x):\n    {STARTER}", 4, Place("g", False)),
    "a method": (f"class A:\n    def g(self):\n        return 1\n    def f(self):\n        {STARTER}", 5,
                 Place("A.f", False)),
    "a constructor": (f"class A:\n    def __init__(self):\n        {STARTER}", 3, Place("A", False)),
    "the file": (f"def f(x):\n    return x\n{STARTER}", 3, Place("f.py", True)),
    "nothing but the file": (STARTER, 1, Place("f.py", False)),
}  # fmt: skip


@pytest.mark.parametrize(("source", "line", "place"), PLACES.values(), ids=PLACES)
def test_where_the_error_was_met(source: str, line: int, place: Place) -> None:
    assert around(source, line, "f.py") == place


@pytest.mark.parametrize(
    ("body", "only"), [(STARTER, True), (f"{STARTER}\n    return x", False), ("raise NotImplementedError", False)]
)
def test_a_function_that_holds_only_the_starters_error(body: str, only: bool) -> None:
    assert is_only_starter(ast.parse(f"def f(x):\n    {body}").body[0]) is only
