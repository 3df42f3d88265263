"""The cells of a notebook file: plain JSON of nbformat 2 to 4, read without loading what its cells have put out.

>>> cells(b'{"cells": [{"cell_type": "code", "source": ["x = 1"]}]}', "a.ipynb")
[Cell(text='x = 1', number=1)]
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from autograder.outcomes import LearnerError

MAX_FILE = 200 << 20
"""How many bytes of a notebook file are worth reading: its pictures may be large."""
MAX_CODE = 1 << 20
"""How many characters all its cells may have together."""
BULKY = re.compile(rb'"(?:outputs|attachments|widgets)"\s*:\s*(?=[\[{])')
"""Keys whose values are left out unread. Inside a JSON string a quote is written \\", so this never matches there."""
TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{}]', re.DOTALL)
PYTHON = {"python", "python2", "python3", "ipython", "ipython2", "ipython3"}


@dataclass(frozen=True)
class Cell:
    """One cell; code cells have a number, counted from 1 down the page."""

    text: str
    number: int | None


def cells(data: bytes, name: str) -> list[Cell]:
    """The cells in their order; raises LearnerError with a sentence for what is no notebook, or a damaged one."""
    notebook = _parse(lean(data), name)
    _refuse_other_languages(notebook, name)
    found: list[Cell] = []
    number = 0
    for raw in _raw_cells(notebook, name):
        is_code = raw.get("cell_type") == "code"
        number += is_code
        found.append(Cell(_text(raw), number if is_code else None))
    if sum(len(cell.text) for cell in found) > MAX_CODE:
        raise LearnerError(f"The cells of {name} hold more than {MAX_CODE >> 20} MB of text. Hand in the code alone.")
    return found


def lean(data: bytes) -> bytes:
    """The same JSON with null for every output and picture; lines keep their numbers."""
    kept, end = [], 0
    while found := BULKY.search(data, end):
        kept.append(data[end : found.end()])
        end = _end_of_value(data, found.end())
        kept.append(b"null" + b"\n" * data.count(b"\n", found.end(), end))
    return b"".join([*kept, data[end:]])


def _end_of_value(data: bytes, start: int) -> int:
    """Where the list or object that begins at ``start`` ends."""
    depth = 0
    for token in TOKEN.finditer(data, start):
        first = data[token.start()]
        depth += (first in b"[{") - (first in b"]}")
        if depth == 0:
            return token.end()
    return len(data)


def _parse(data: bytes, name: str) -> dict:
    try:
        notebook = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError, MemoryError) as error:
        raise LearnerError(_damage(data, name, error)) from error
    if not isinstance(notebook, dict):
        raise LearnerError(f"{name} is JSON, but no notebook. Hand in the .ipynb file that Jupyter saves.")
    return notebook


def _damage(data: bytes, name: str, error: Exception) -> str:
    """What is wrong with a file that is no JSON."""
    again = "Take an earlier copy of it, from git or from .ipynb_checkpoints beside it."
    if not data.strip():
        return f"{name} is empty. {again}"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return f"{name} is saved as UTF-16. Save it as UTF-8."
    if data.lstrip().startswith(b"<") and not data.lstrip().startswith(b"<<<<"):
        return f"{name} is a web page, not a notebook. Download the notebook itself and hand that in."
    if b"\n<<<<<<<" in data or data.startswith(b"<<<<<<<"):
        return f"{name} holds the marks of a merge conflict (<<<<<<<). Choose one side of each, then hand it in again."
    where = f" near line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
    return f"{name} is damaged{where} and cannot be read as a notebook. {again}"


def _refuse_other_languages(notebook: dict, name: str) -> None:
    for part, key in (("kernelspec", "language"), ("language_info", "name")):
        language = _dict(_dict(notebook.get("metadata")).get(part)).get(key)
        if isinstance(language, str) and language.lower() not in PYTHON:
            raise LearnerError(f"{name} is written for {language[:40]}. The tasks are written in Python.")


def _raw_cells(notebook: dict, name: str) -> list[dict]:
    """The cells as they stand in nbformat 4, or in the worksheets of nbformat 2 and 3."""
    sheets = notebook.get("worksheets")
    holders = [notebook, *(sheets if isinstance(sheets, list) else [])]
    lists = [_dict(holder).get("cells") for holder in holders]
    if not any(isinstance(found, list) for found in lists):
        raise LearnerError(f"{name} has no cells: it is no notebook. Hand in the .ipynb file that Jupyter saves.")
    return [cell for found in lists if isinstance(found, list) for cell in found if isinstance(cell, dict)]


def _text(raw: dict) -> str:
    """A cell's text, whether it is one string or a list of lines; nbformat 3 calls the text of code "input"."""
    source = raw.get("source", raw.get("input"))
    parts = source if isinstance(source, list) else [source]
    text = "".join(part for part in parts if isinstance(part, str))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _dict(value: Any) -> dict:
    return value if isinstance(value, dict) else {}
