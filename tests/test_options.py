"""A verb that was not told what to work on says both ways of telling it; an empty word counts as none."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from autograder.course import HOME
from autograder.verbs.cli import main
from autograder.verbs.options import NotSaid, spoken, yes_or_no

WEEK, OUT = ["--week", "week-12"], ["--results", "results"]
NOT_SAID = {
    "hint": (["hint"], "No hint was opened. Say which task", "hint TASK=softmax"),
    "hint, empty": (["hint", "--task", ""], "Say which task", "hint TASK=softmax"),
    "grade": (["grade"], "Nothing was graded. Say which folder of hand-ins", "grade SUBMISSIONS=hand-ins"),
    "grade, empty": (["grade", ""], "Say which folder of hand-ins", "grade SUBMISSIONS=hand-ins"),
    "override": (["override"], "Nothing was decided. Say which student and which week", "override STUDENT=4711"),
    "override, empty": (["override", "--student", "", *WEEK], "Say which student", "override STUDENT=4711"),
    "gradescope": (["gradescope"], "No zip was made. Say which week", "gradescope WEEK=week-12"),
    "gradescope, empty": (["gradescope", "--week", " "], "Say which week", "gradescope WEEK=week-12"),
    "nbgrader": (["nbgrader", ""], "No course was written. Say which folder for the course", "nbgrader COURSE=course"),
    "nbgrader-scores": (
        ["nbgrader-scores", "", "--week", "", "--results", ""],
        "Say which folder of the course and which week and which folder of results",
        "nbgrader-scores COURSE=course WEEK=week-12 RESULTS=grades/results",
    ),
    "nbgrader-scores, week": (["nbgrader-scores", "course", *OUT], "Say which week", "nbgrader-scores COURSE=course"),
    "report": (["report", "", ""], "Nothing was reported. Say which form and which folder of Results", "report FORM="),
    "report, no Results": (["report", "github"], "Say which folder of Results", "report FORM=github RESULTS=results"),
}


def said(arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """What a verb that ends with status 2 says on the error stream."""
    monkeypatch.setattr(sys, "argv", ["autograder", *arguments])
    for stream in (sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "reconfigure", lambda **_: None, raising=False)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    return capsys.readouterr().err


@pytest.mark.parametrize(("arguments", "sentence", "by_make"), NOT_SAID.values(), ids=NOT_SAID)
def test_both_ways_of_saying_it_are_named(
    arguments: list[str], sentence: str, by_make: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    first, make, command = said(arguments, monkeypatch, capsys).splitlines()
    assert first.endswith(f"{sentence}:")
    assert make.startswith(f"  make {by_make}")
    assert command.startswith(f"  python -m autograder {arguments[0]} ")


@pytest.mark.parametrize("verb", ["check", "watch"])
def test_an_empty_path_is_no_path(
    verb: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "The path is empty: give a folder, a file or a zip" in said([verb, ""], monkeypatch, capsys)


def test_the_variables_named_are_those_of_the_makefile() -> None:
    makefile = (HOME / "Makefile").read_text(encoding="utf-8")
    named = {name for _, _, by_make in NOT_SAID.values() for name in re.findall(r"([A-Z]+)=", by_make)}
    assert {name for name in named if f"$({name})" not in makefile} == set()


def test_in_a_terminal_no_word_is_cut(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    told = said(["hint", "--task", "soft-min-of-a-rather-long-name"], monkeypatch, capsys)
    assert max(map(len, told.splitlines())) <= 40
    assert "There is no task 'soft-min-of-a-rather-long-name' in" in " ".join(told.split())


WAYS = [
    "softmax",
    "softmax.py",
    "week-12/softmax",
    "week-12/softmax.py",
    "exercises/week-12/softmax.py",
    "./softmax.py",
]


@pytest.mark.parametrize("way", WAYS)
def test_a_task_may_be_said_by_its_name_its_id_or_its_file(way: str) -> None:
    assert spoken("week-12", way) == ("week-12", "softmax")


def test_a_task_says_its_week_and_another_week_beside_it_is_a_contradiction() -> None:
    assert spoken(None, "week-20/positions") == ("week-20", "positions")
    assert spoken(None, None) == spoken(None, "") == (None, None)
    with pytest.raises(NotSaid, match="week-12/softmax is not in week-20: leave out the week"):
        spoken("week-20", "week-12/softmax")


def test_a_question_of_yes_or_no_takes_nothing_else() -> None:
    with pytest.raises(NotSaid, match=r"^QUIZ is yes or no, not 'perhaps'\.$"):
        yes_or_no("QUIZ", "perhaps")


@pytest.mark.parametrize("verb", ["check", "watch", "hint", "audit", "sentences", "override"])
def test_every_verb_with_a_task_understands_all_of_them(
    verb: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    student = ["--student", "ada"] if verb == "override" else []
    told = said([verb, *student, "--week", "week-20", "--task", "week-12/softmax.py"], monkeypatch, capsys)
    assert "week-12/softmax.py is not in week-20" in told


def test_a_class_is_not_graded_by_the_task(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    told = said(["grade", "hand-ins", "--task", "softmax"], monkeypatch, capsys)
    assert "A class is graded a week at a time: leave TASK (without make: --task) out." in told
    assert "make check SUBMISSION=path TASK=softmax" in told


SWITCHES = [
    ("grade", "REGRADE"), ("grade", "ANY_LEVEL"), ("override", "EXCUSED"), ("quiz", "ALL"), ("quiz", "SHOW"),
    ("quiz", "CHECK"), ("watch", "PLAIN"), ("watch", "POLL"), ("build", "FORCE"), ("doctor", "ATTACKS"),
]  # fmt: skip


@pytest.mark.parametrize(("verb", "switch"), SWITCHES)
def test_a_switch_that_is_0_or_no_is_off(verb: str, switch: str) -> None:
    """make knows words only, and 0 is one."""
    given = ["SUBMISSIONS=class", "STUDENT=ada", "WEEK=week-12", "RUN=echo", "-o", ".venv/ready"]
    option = f"--{switch.lower().replace('_', '-')}"
    for value, is_on in (("1", True), ("0", False), ("no", False), ("", False)):
        told = subprocess.run(
            ["make", "-s", verb, *given, f"{switch}={value}"], cwd=HOME, capture_output=True, text=True, check=True
        ).stdout
        assert (option in told) == is_on, value


def test_a_layout_reaches_the_verb() -> None:
    line = ["make", "-s", "grade", "SUBMISSIONS=class", "LAYOUT=folders", "RUN=echo", "-o", ".venv/ready"]
    told = subprocess.run(line, cwd=HOME, capture_output=True, text=True, check=True).stdout
    assert "--layout folders" in told
