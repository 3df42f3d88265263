"""A notebook file is read whatever its age and form; what is no notebook gets a sentence."""

from __future__ import annotations

import json
import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.notebooks.ipynb import MAX_CODE, Cell, cells, lean
from autograder.outcomes import LearnerError

PNG = {"data": {"image/png": "iVBOR\n" * 200_000}, "output_type": "display_data", "metadata": {}}


def file_of(*sources: Any, **more: Any) -> bytes:
    """A notebook of nbformat 4 with these code cells."""
    found = [{"cell_type": "code", "source": source, "outputs": [], "metadata": {}} for source in sources]
    return json.dumps({"cells": found, "metadata": {}, "nbformat": 4, "nbformat_minor": 5} | more).encode()


def texts(data: bytes) -> list[str]:
    return [cell.text for cell in cells(data, "a.ipynb")]


def refusal(data: bytes) -> str:
    with pytest.raises(LearnerError) as caught:
        cells(data, "a.ipynb")
    return caught.value.message


# ---------------------------------------------------------------- what is read


@pytest.mark.parametrize("source", ["x = 1\ny = 2", ["x = 1\n", "y = 2"], "x = 1\r\ny = 2"])
def test_source_may_be_one_text_or_lines(source: Any) -> None:
    assert texts(file_of(source)) == ["x = 1\ny = 2"]


def test_code_cells_are_counted_and_others_are_not() -> None:
    raw = [{"cell_type": kind, "source": kind} for kind in ("markdown", "code", "raw", "code", "heading")]
    found = cells(json.dumps({"cells": raw}).encode(), "a.ipynb")
    assert [cell.number for cell in found] == [None, 1, None, 2, None]


def test_worksheets_of_nbformat_3_are_read() -> None:
    sheet = {"cells": [{"cell_type": "code", "input": ["x = 1"], "language": "python", "outputs": []}]}
    data = json.dumps({"worksheets": [sheet, sheet], "nbformat": 3, "nbformat_minor": 0, "metadata": {}}).encode()
    assert cells(data, "a.ipynb") == [Cell("x = 1", 1), Cell("x = 1", 2)]


def test_a_byte_order_mark_and_any_script_are_read() -> None:
    assert texts(b"\xef\xbb\xbf" + json.dumps({"cells": [{"cell_type": "code", "source": "’ 과제"}]}).encode()) == [
        "’ 과제"
    ]


@pytest.mark.parametrize("odd", [7, None, {}, [], {"cell_type": 3}, {"cell_type": "code"}, {"source": [1, None]}])
def test_odd_cells_are_empty_and_the_others_are_read(odd: Any) -> None:
    data = json.dumps({"cells": [odd, {"cell_type": "code", "source": "x = 1"}]}).encode()
    assert texts(data)[-1] == "x = 1"
    assert not any(texts(data)[:-1])


def test_nan_and_doubled_keys_do_no_harm() -> None:
    cell = b'{"cell_type": "code", "source": "a", "source": "x", "metadata": {"x": NaN, "y": -Infinity}}'
    assert texts(b'{"cells": 1, "cells": [' + cell + b"]}") == ["x"]


# ---------------------------------------------------------------- outputs


def test_outputs_are_left_out_before_anything_is_built_of_them() -> None:
    data = file_of("x = 1").replace(b'"outputs": []', b'"outputs": ' + json.dumps([PNG] * 20).encode())
    tracemalloc.start()
    assert texts(data) == ["x = 1"]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < len(data) / 10


@given(st.recursive(st.none() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_only_the_outputs_are_left_out(value: Any) -> None:
    """Whatever stands in an output, in a source or beside them: brackets, quotes and backslashes are no end."""
    source = '"outputs": [{' + json.dumps(value)
    data = {"a": {"outputs": [value], "source": source}, "b": {"source": [source], "attachments": {"x": value}}}
    expected = {"a": {"outputs": None, "source": source}, "b": {"source": [source], "attachments": None}}
    for indent in (None, 1):
        text = json.dumps(data, indent=indent)
        assert json.loads(lean(text.encode())) == expected
        assert lean(text.encode()).count(b"\n") == text.count("\n")


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "a.ipynb is empty. Take an earlier copy of it, from git or from .ipynb_checkpoints beside it."),
        (b"  \n", "a.ipynb is empty."),
        (b"<!DOCTYPE html><html></html>", "is a web page"),
        (b'{"cells": [\n<<<<<<< HEAD\n', "marks of a merge conflict"),
        (
            b'{"cells": [\n{"cell_type"\n',
            "is damaged near line 3 and cannot be read as a notebook. Take an earlier copy",
        ),
        (b'{"cells": [{"outputs": [{"a": "', "is damaged"),
        (b'\xff\xfe{\x00"\x00', "saved as UTF-16"),
        (b'{"cells": ["\xe9"]}', "is damaged"),
        (b'{"cells": ' + b"[" * 200_000, "is damaged"),
        (b'{"cells": ' + b"9" * 5000 + b"}", "is damaged"),
        (b"[1, 2]", "is JSON, but no notebook"),
        (b'{"cells": 3}', "has no cells"),
        (b'{"worksheets": [3]}', "has no cells"),
        (file_of("x <- 1", metadata={"kernelspec": {"language": "R"}}), "is written for R"),
        (file_of("x", metadata={"language_info": {"name": "julia"}}), "is written for julia"),
        (file_of("#" * MAX_CODE, "#"), "more than 1 MB of text"),
    ],
)
def test_what_is_no_notebook_gets_a_sentence(data: bytes, said: str) -> None:
    assert said in refusal(data)
    assert refusal(data).endswith(".")


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    for whole in (data, b'{"cells": [' + data, file_of("x").replace(b"[]", data)):
        try:
            cells(whole, "a.ipynb")
        except LearnerError as refused:
            assert refused.message
