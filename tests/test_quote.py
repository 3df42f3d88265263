"""The line that Python could not read: with a caret at the place, safe to show, and never wider than asked."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from autograder.report.quote import of_text, shown

WRITTEN = {
    "never closed": ("x = 1\ny = (1,\nz = 2\n", ["2 | y = (1,", "  |     ^"]),
    "the indent is left out": ("def f(x):\n        return x x\n", ["2 | return x x", "  |          ^"]),
    "wrong indent": ("a = 1\n  b = 2\n", ["2 | b = 2", "  | ^"]),
    "tabs": ("def f(x):\n\treturn (x\t]\n", ["2 | return (x    ]", "  |              ^"]),
    "wide letters": ("x = '한글' 5 6\n", ["1 | x = '한글' 5 6", "  |            ^"]),
    "wide letters before": ("한글 한\n", ["1 | 한글 한", "  |      ^"]),
    "an escape": ("x = \x1b[31m 3\n", ["1 | x = \\x1b[31m 3", "  |     ^"]),
    "the end is missing": ("x = 1 +\n", ["1 | x = 1 +", "  |        ^"]),
    "only compiling shows it": ("def f():\n    pass\nreturn 1\n", ["3 | return 1", "  | ^"]),
}


@pytest.mark.parametrize(("text", "lines"), WRITTEN.values(), ids=WRITTEN)
def test_the_line_and_the_place(text: str, lines: list[str]) -> None:
    quote = of_text(text)
    assert quote is not None
    assert shown(quote, 49) == lines


@pytest.mark.parametrize("width", [1, 20, 49, 69])
@pytest.mark.parametrize("text", ["x = " + "1 + " * 90 + ") + 'the end'", "한" * 90 + " 글" * 90, "(" + "한, " * 90])
def test_a_long_line_is_cut_around_the_place(text: str, width: int) -> None:
    quote = of_text(text)
    assert quote is not None
    line, caret = shown(quote, width)
    assert cell_len(line) <= max(width, 14) and "…" in line
    assert caret.endswith("^") and len(caret) <= cell_len(line) + 1


def test_a_text_that_can_be_read_has_none() -> None:
    assert of_text("x = 1\n") is None


@pytest.mark.parametrize("text", ["x = '\0'", "-" * 200_000 + "1"])
def test_where_no_line_is_to_blame_there_is_none(text: str) -> None:
    assert of_text(text) is None


def test_a_line_may_have_another_number_in_the_file() -> None:
    quote = of_text("x = (\n")
    assert quote is not None
    assert shown(quote, 49, number=120) == ["120 | x = (", "    |     ^"]
