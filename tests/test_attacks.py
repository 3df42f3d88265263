"""Hostile work gains nothing: every file of ``hostile/`` is run through real grading, and its verdict must come true.

After each section a right answer is handed in, which must still earn all of its points.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_launch import children_of, is_gone
from test_leaks import said_to_learners

from autograder.checking import measure
from autograder.confine import kernel
from autograder.course import Course
from autograder.grade import Grader
from autograder.launch import ForkLauncher, open_launcher
from autograder.report.terminal import render
from autograder.result import Result
from autograder.verbs import attacks
from autograder.verbs.attacks import (
    LAYERS,
    MARK,
    SECTIONS,
    AttackError,
    hand_in,
    read_attack,
    read_attacks,
    read_expected,
)

HOSTILE = Course.open().attacks
RIGHT = Path(__file__).parent / "submissions" / "threads.py"
ATTACKS = read_attacks(HOSTILE)
UNSEEN = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
SUBREAPER = 36


def in_turn() -> Iterator:
    """The files section by section, and a right answer after each section."""
    for section in SECTIONS:
        for attack in (attack for attack in ATTACKS if attack.section == section):
            yield pytest.param(attack.path, id=attack.name)
        yield pytest.param(RIGHT, id=f"right after {section}")


@pytest.fixture(scope="module")
def confined(course: Course, launcher: ForkLauncher) -> Iterator[ForkLauncher]:
    """The launcher, once it is sure that attacks are stopped here; whatever they leave becomes this process's child."""
    level = measure(launcher, course).level
    assert level in attacks.SAFE_LEVELS, f"the attacks are real, and this machine's level is {level}"
    kernel.prctl(SUBREAPER, 1)
    yield launcher
    kernel.prctl(SUBREAPER, 0)


@pytest.mark.parametrize("path", [*in_turn()])
def test_an_attack_ends_as_its_first_line_says(path: Path, grader: Grader, confined: ForkLauncher) -> None:
    expected = read_expected(path.read_bytes().decode("utf-8", "replace"), path.name)
    before = children_of(os.getpid())
    result = hand_in(grader, path.read_bytes(), expected)
    [task] = result.tasks
    problem = task.first_problem
    sentences = [check.message for check in task.checks] + list(task.notes)
    assert (problem.outcome if problem else "passed") in expected.outcomes, sentences
    assert task.earned == expected.earned, sentences
    assert expected.line in (None, problem and problem.line)
    assert all(any(part in said for said in sentences) for part in expected.says), sentences
    assert result.internal == []
    assert attacks.TOLD not in said_to_learners(result)
    assert not attacks.traces()
    assert children_of(os.getpid()) == before
    assert all(is_gone(child) for child in children_of(confined.pid) if child != confined.ready)
    assert_harmless(result)


def assert_harmless(result: Result) -> None:
    """What is shown moves no cursor, turns no text round, and can be written anywhere."""
    shown = render(result.for_learner()).plain
    assert not UNSEEN.search(shown)
    assert "Traceback" not in shown
    shown.encode()
    assert Result.from_json(result.to_json()) == result


@pytest.fixture(scope="module")
def spawning(course: Course) -> Iterator[Grader]:
    """A grader whose workers are its own children, as on machines without fork."""
    with contextlib.closing(open_launcher(spawn=True)) as launcher, Grader(course, launcher) as grader:
        yield grader


@pytest.mark.parametrize("name", ["kills_parent", "copies_grader_memory", "reads_solutions"])
def test_a_spawned_worker_cannot_reach_the_grader_that_is_its_parent(name: str, spawning: Grader, confined) -> None:
    attack = read_attack(HOSTILE / f"{name}.py")
    result = hand_in(spawning, attack.path.read_bytes(), attack.expected)
    assert not attack.gained(result)
    assert {check.outcome for check in result.tasks[0].checks} == {"error"}


def test_there_are_many_ways_in_every_section() -> None:
    assert len({attack.way for attack in ATTACKS}) == len(ATTACKS) >= 90
    assert set(Counter(attack.section for attack in ATTACKS)) == set(SECTIONS)
    assert {attack.stopped_by for attack in ATTACKS} == set(LAYERS)


# ---------------------------------------------------------------- files beside the task

BAIT = {
    "conftest.py": "import pytest\n@pytest.hookimpl\ndef pytest_runtest_call(item): item.obj = lambda **k: None\n",
    "pytest.ini": "[pytest]\naddopts = --collect-only\n",
    "sitecustomize.py": "",
    "usercustomize.py": "",
    "torch.py": "",
    "random.py": "",
    "numpy/__init__.py": "",
    "autograder/__init__.py": "",
    "autograder/checks/compare.py": "def expect_close(*args, **kwargs): pass\n",
    "self_checks/week-12/check_softmax.py": "def check_nothing(student): pass\n",
    "week-12/__init__.py": "",
    "week-12/conftest.py": "",
}


def test_files_beside_the_task_are_never_run(grader: Grader, confined: ForkLauncher, course: Course, tmp_path) -> None:
    for name, text in BAIT.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"open({str(tmp_path / MARK)!r}, 'w').close()\n{text}" if name.endswith("py") else text)
    (tmp_path / "week-12" / "softmax.py").write_text("def softmax(scores, dim=-1, temperature=1.0): return scores\n")
    result = grader.grade(attacks.Submission.open(tmp_path), week := course.week("week-12"), [week.task("softmax")])
    assert (result.score, result.max_score) == (0, 10)
    assert not (tmp_path / MARK).exists()


# ---------------------------------------------------------------- the verdicts

HEAD = "# expect: error; earned 0\n# way: Tries.\n# section: network\n# stopped by: wire\n"


def test_a_verdict_is_read(tmp_path: Path) -> None:
    path = tmp_path / "tries.py"
    said = HEAD.replace("earned 0", 'earned 3; line 4; says "[Errno 1]" and "no"')
    path.write_text(f"{said}# task: week-12/heads\n")
    attack = read_attack(path)
    assert (attack.name, attack.way, attack.section, attack.stopped_by) == ("tries", "Tries.", "network", "wire")
    assert attack.expected == attacks.Expected(("error",), 3, 4, ("[Errno 1]", "no"), "week-12/heads", attacks.USUAL)


@pytest.mark.parametrize(
    ("line", "instead", "sentence"),
    [
        ("# expect: error", "# expect: won", "line 1 must be"),
        ("; earned 0", "", "must say what the attack may earn"),
        ("# way: Tries.", "# way:", "must say what is tried"),
        ("network", "netwrok", "must name one of: ending the run,"),
        ("wire", "", "`# stopped by: ` must name one of"),
    ],
)
def test_a_verdict_that_lacks_something_is_refused(line: str, instead: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "tries.py"
    path.write_text(HEAD.replace(line, instead))
    with pytest.raises(AttackError, match=re.escape(sentence)):
        read_attack(path)


@pytest.mark.parametrize(("first", "seconds"), [("timeout", attacks.SHORT), ("timeout\n# seconds: 3", 3.0)])
def test_a_limit_may_be_named(first: str, seconds: float) -> None:
    assert read_expected(f"# expect: {first}", "x.py").seconds == seconds


# ---------------------------------------------------------------- the table


@pytest.fixture
def same_zygote(confined: ForkLauncher, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table is made with the zygote that is there, which stays."""
    monkeypatch.setattr(attacks, "open_launcher", lambda: confined)
    monkeypatch.setattr(confined, "close", lambda: None)


def test_the_table_tells_of_each_attack_and_counts_what_gained(same_zygote, tmp_path: Path, capsys) -> None:
    (tmp_path / "calm.py").write_bytes((HOSTILE / "sys_exit.py").read_bytes())
    (tmp_path / "lucky.py").write_text(HEAD + RIGHT.read_text(encoding="utf-8"))
    assert attacks.show_attacks(tmp_path) == 1
    said = capsys.readouterr().out
    assert "\nending the run\n✓ calm " in said
    assert "\nnetwork\n✗ lucky " in said
    assert "GAINED: Tries." in said
    assert said.endswith("; attacks that gained anything: 1\n")
    assert max(map(len, said.splitlines())) <= 80


def test_no_attack_runs_where_nothing_would_stop_it(same_zygote, monkeypatch, tmp_path: Path) -> None:
    (tmp_path / "calm.py").write_text(HEAD)
    monkeypatch.setattr(attacks, "SAFE_LEVELS", ())
    with pytest.raises(AttackError, match="The attacks are real"):
        attacks.show_attacks(tmp_path)


def test_a_copy_without_attacks_says_so(tmp_path: Path) -> None:
    with pytest.raises(AttackError, match="holds no attacks: they come with the instructor's repository"):
        attacks.show_attacks(tmp_path)


def test_a_file_that_is_left_behind_is_seen(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / f"x{MARK}.txt").touch()
    assert attacks.traces() == [tmp_path / f"x{MARK}.txt"]
