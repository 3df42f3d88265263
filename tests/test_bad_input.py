"""Odd and hostile hand-ins: each ends with the right outcome, a sentence, and nothing left behind.

The files in ``submissions/`` (odd) and ``hostile/`` (meant to harm) say on line 1 what is expected: the outcome
of the first check that did not pass, the points, the learner's line, and a part of the sentence; a second line may
name the task that they are handed in for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from autograder.report.text import plain
from autograder.result import TaskResult

FILES = sorted(path for folder in ("submissions", "hostile") for path in (Path(__file__).parent / folder).glob("*.py"))
RIGHT = Path(__file__).parent / "submissions" / "threads.py"
SHORT = 1.5


@dataclass(frozen=True)
class Expected:
    outcome: str
    earned: int | None
    line: int | None
    says: list[str]
    task: str


def expected_of(text: str) -> Expected:
    first = text.splitlines()[0].removeprefix("# expect: ")
    earned, line = re.search(r"earned (\d+)", first), re.search(r"line (\d+)", first)
    return Expected(
        first.split(";")[0],
        int(earned[1]) if earned else None,
        int(line[1]) if line else None,
        re.findall(r'"([^"]+)"', first),
        next(iter(re.findall(r"^# task: (\S+)$", text, re.MULTILINE)), "week-12/softmax"),
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_submission(path: Path, grade_text) -> None:
    text = path.read_text(encoding="utf-8")
    expected = expected_of(text)
    result: TaskResult = grade_text(text, expected.task, seconds=SHORT if expected.outcome == "timeout" else 20.0)
    problem = result.first_problem
    outcome = problem.outcome if problem else "passed"
    sentences = [check.message for check in result.checks] + list(result.notes)
    assert (outcome, "internal" in {check.outcome for check in result.checks}) == (expected.outcome, False), sentences
    assert expected.earned in (None, result.earned)
    assert expected.line in (None, problem and problem.line)
    assert not expected.says or any(part in said for part in expected.says for said in sentences), sentences
    assert all("Traceback" not in said and "autograder" not in said for said in sentences)


def test_the_next_submission_is_untouched(grade_text) -> None:
    """After each of the worst ones, a right answer gets full marks from the same zygote."""
    right = RIGHT.read_text(encoding="utf-8")
    for name in ("changes_global_state", "exit_zero", "loop_in_call", "segmentation_fault", "eight_gigabytes"):
        grade_text((RIGHT.parent / f"{name}.py").read_text(encoding="utf-8"), seconds=SHORT)
        assert grade_text(right).earned == 10, name


def test_messages_hold_no_control_characters(grade_text) -> None:
    result = grade_text((RIGHT.parent / "escape_codes_in_message.py").read_text(encoding="utf-8"))
    shown = plain(result.first_problem.message)
    assert "\x1b" not in shown and "\u202e" not in shown
    shown.encode()
