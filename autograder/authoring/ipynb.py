"""The form of a generated notebook: nbformat 4.5 with fixed cell ids and no outputs, laid out as Jupyter saves it."""

from __future__ import annotations

import hashlib
import json
from typing import Any

MADE_BY = "made by `make build` from the solutions"
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def markdown(name: str, text: str, **metadata: Any) -> dict:
    """A text cell; ``name`` is its id."""
    return {"cell_type": "markdown", "id": name, "metadata": metadata, "source": _lines(text)}


def code(name: str, text: str, **metadata: Any) -> dict:
    """A code cell that has not been run."""
    return markdown(name, text, **metadata) | {"cell_type": "code", "execution_count": None, "outputs": []}


def document(cells: list[dict]) -> str:
    """The whole notebook; its metadata say that it is generated, and carry a stamp of its cells."""
    metadata = {
        "attention_workbook": {"made": MADE_BY, "stamp": _stamp(cells)},
        "kernelspec": KERNEL,
        "language_info": {"name": "python"},
    }
    notebook = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def is_pristine(text: str) -> bool:
    """Whether nobody has written in a generated notebook; having run it changes nothing about that."""
    try:
        notebook = json.loads(text)
        return notebook["metadata"]["attention_workbook"]["stamp"] == _stamp(notebook["cells"])
    except (ValueError, LookupError, TypeError, AttributeError):
        return False


def _stamp(cells: list[dict]) -> str:
    content = [(cell["cell_type"], "".join(cell["source"])) for cell in cells]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:12]


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)
