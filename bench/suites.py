"""Rows about the project's own proofs: what each part of ``make audit`` and ``make test`` takes of the whole."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rows import Row, run

from autograder.course import HOME

LONGEST = 12


def audit() -> Iterator[Row]:
    """The seconds of each task, as the audit's own table says them."""
    verb = [sys.executable, "-m", "autograder", "audit"]
    said = subprocess.run(verb, cwd=HOME, stdout=subprocess.PIPE, text=True, check=True).stdout
    rows = [line.split() for line in said.splitlines() if line.startswith(("✓", "✗"))]
    yield from _shares("audit", {row[1]: float(row[-1]) for row in rows if "/" in row[1]})


def tests() -> Iterator[Row]:
    """The seconds of each file of tests, added up over both processes."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "tests.xml"
        pytest = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "loadfile", f"--junitxml={report}"]
        whole = run(pytest, HOME)
        seconds: Counter[str] = Counter()
        for case in ElementTree.parse(report).iter("testcase"):
            seconds[case.get("classname")] += float(case.get("time"))
    yield from _shares("test", dict(seconds.most_common(LONGEST)), seconds.total())
    yield Row("all tests by the clock / seconds of all their parts", [whole.wall], [seconds.total()], "s")


def _shares(name: str, seconds: dict[str, float], whole: float = 0.0) -> Iterator[Row]:
    whole = whole or sum(seconds.values())
    for part, each in sorted(seconds.items(), key=lambda pair: -pair[1]):
        yield Row(f"{name}: {part} / the whole", [each], [whole], "s")
