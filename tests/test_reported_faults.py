"""The table of reported faults names only checks, mistakes and variants that exist."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from autograder.checks.mistakes import mistakes_of, variants_of
from autograder.course import Course

TABLE = tomllib.loads(Path(__file__).with_name("reported_faults.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def names(course: Course) -> dict[str, set[str]]:
    found = {}
    for task in course.tasks():
        cells = mistakes_of(task) + variants_of(task)
        sources = "\n".join(path.read_text(encoding="utf-8") for path in task.check_files)
        checks = {line[4:].partition("(")[0] for line in sources.split("\n") if line.startswith("def ")}
        found[task.id] = checks | {cell.name for cell in cells}
    return found


@pytest.mark.parametrize("fault", TABLE)
def test_a_reported_fault_is_met_where_the_table_says(fault: str, names: dict[str, set[str]]) -> None:
    assert TABLE[fault]["met_by"]
    for place in TABLE[fault]["met_by"]:
        task, _, name = place.partition(": ")
        assert name in names[task], f"{task} has nothing called {name}"
