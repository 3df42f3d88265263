"""The page "predict, then run": programs of ``site/predict.toml``, each with what it prints."""

from __future__ import annotations

import runpy
import tomllib
from collections.abc import Mapping

from autograder.authoring.site_frame import SOURCES, Page, filled, source, spoken, with_text
from autograder.authoring.site_python import version
from autograder.course import CourseError


def predict_page() -> Page:
    main = filled(source("pages/predict.html"), examples="".join(map(_example, examples())), version=version())
    return Page("predict.html", "Predict, then run", "Predict", main, scripts=("predict",))


def examples() -> list[dict[str, str]]:
    """The programs, in the order of the file."""
    return tomllib.loads(source("predict.toml"))["example"]


def recorded(example: Mapping[str, str]) -> str:
    """What the program prints, found by running it as the page does; raises CourseError if it fails."""
    result = runpy.run_path(str(SOURCES / "python" / "snippet.py"))["run"](example["code"])
    if result["error"]:
        raise CourseError(f"predict.toml: the program {example['id']} fails: {result['error']}")
    return result["printed"]


def _example(example: Mapping[str, str]) -> str:
    code, printed = example["code"].strip("\n") + "\n", recorded(example)
    values = dict(example) | {
        "code": code,
        "printed": printed,
        "rows": code.count("\n") + 1,
        "lines": printed.count("\n") + 1,
        "week": spoken(example["week"]).casefold(),
        "href": f"{example['week']}.html#{example['task']}",
    }
    return with_text(source("pages/example.html"), **values)
