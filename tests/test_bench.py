"""The benchmark's own arithmetic, and what it says when a command fails: its figures are measured, not tested."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from autograder.course import HOME

sys.path.insert(0, str(HOME / "bench"))

import peers
from rows import Row, family, own, resident, run

import bench


def test_a_row_shows_the_median_ratio_and_its_range() -> None:
    row = Row("check / import", [30.0, 20.0, 100.0], [10.0, 10.0, 20.0], aim="1.5")
    assert row.ratios == [2.0, 3.0, 5.0]
    assert " ".join(str(row).split()) == "check / import 3.00 (2.00 to 5.00) 30 / 10 ms aim 1.5"
    assert "(one round)" in str(Row("once", [1.0], [2.0], "s"))


def test_a_command_is_timed_with_its_children_and_a_failing_one_is_told() -> None:
    work = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'sum(range(3_000_000))'], check=True)"
    cost = run([sys.executable, "-c", work])
    assert cost.processor > 0 and cost.wall > 0
    with pytest.raises(RuntimeError, match="ended with 3: told so"):
        run([sys.executable, "-c", "import sys; print('told so'); sys.exit(3)"])


def test_a_process_and_all_that_descend_from_it() -> None:
    assert family(os.getpid())[0] == os.getpid()
    assert 0 < own(os.getpid()) <= resident(os.getpid())
    assert resident(2**22 + 1) == 0


def test_an_unknown_part_is_answered_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["colt"]) == 2
    assert capsys.readouterr().err == f"There is no part 'colt'; there are {', '.join(bench.PARTS)}.\n"


def test_what_others_grade_is_what_we_ask(tmp_path: Path) -> None:
    """The reference answers pass the assertions that the other graders get."""
    found = dict.fromkeys(peers.ASSERTIONS, 0)
    for name, answer, assertions in peers.cells():
        exec(f"{answer}\n{assertions}", {"__name__": "answers"})
        found[name] += 1
    assert set(found.values()) == {1}
