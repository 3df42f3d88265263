"""The plugin: a plain pytest run grades too, and a faulty check is refused in a sentence before it grades anyone."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from test_course import HIDDEN, NO_TEMPERATURE, RIGHT, SOLUTION, VISIBLE, a_task, edit, softmax_course

from autograder.authoring.starters import build_course
from autograder.checks import info, plugin
from autograder.checks.plugin import Desk
from autograder.checks.rng import Rng
from autograder.checks.session import Session
from autograder.course import HOME, Course, CourseError
from autograder.grade import Grader
from autograder.intake.submission import Source, Submission
from autograder.launch import ForkLauncher
from autograder.result import TaskResult

# ---------------------------------------------------------------- plain pytest


def plain_pytest(*arguments: str, cwd: Path) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COLUMNS"))}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, encoding="utf-8", errors="replace")
    return done.returncode, done.stdout + done.stderr


def hand_in(root: Path, text: str) -> str:
    (root / "my work").mkdir(parents=True)
    (root / "my work" / "softmax.py").write_text(text, encoding="utf-8")
    return str(root / "my work")


@pytest.fixture(scope="module")
def plain_runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, str]]:
    """Four plain runs, side by side: each is a process that has to load torch."""
    root = tmp_path_factory.mktemp("plain")
    softmax_course(root / "course")
    (root / "course/tests").mkdir()
    for name in ("pyproject.toml", "tests/test_frames.py"):
        shutil.copyfile(HOME / name, root / "course" / name)
    right, wrong = hand_in(root / "right", RIGHT), hand_in(root / "wrong", NO_TEMPERATURE)
    chosen = ["-k", "rows or temperature", "--tb=short", "-x"]
    runs = {
        "right": ([HIDDEN, "--submission", right], HOME),
        "wrong": ([VISIBLE, HIDDEN, "--submission", wrong, *chosen], root / "course"),
        "bare": (["--collect-only", "-q"], root / "course"),
        "nothing": ([HIDDEN, "--submission", "no such folder"], root / "course"),
    }
    with ThreadPoolExecutor() as pool:
        started = {name: pool.submit(plain_pytest, *arguments, cwd=cwd) for name, (arguments, cwd) in runs.items()}
        return {name: run.result() for name, run in started.items()}


def test_a_right_answer_passes_in_a_plain_run(plain_runs) -> None:
    """In this repository, as CONTRIBUTING says."""
    status, said = plain_runs["right"]
    assert "6 passed" in said
    assert "week-12/softmax: 6 of 6 points" in said
    assert "Traceback" not in said
    assert status == 0


def test_a_wrong_answer_fails_with_its_sentence_and_the_likely_mistake(plain_runs) -> None:
    status, said = plain_runs["wrong"]
    assert "1 failed, 1 passed, 6 deselected" in said
    assert "Mismatch: the weights at temperature 0.25: at [0] got 0.7311, expected 0.982." in said
    assert "likely mistake" in said
    assert "temperature-ignored: The temperature changes nothing in your weights" in said
    assert "week-12/softmax: 1 of 2 points" in said
    assert status == 1


def test_a_hand_in_that_is_not_there_ends_a_plain_run_with_a_sentence(plain_runs) -> None:
    status, said = plain_runs["nothing"]
    assert (status, "no such folder" in said, "Traceback" in said) == (pytest.ExitCode.USAGE_ERROR, True, False), said


def test_a_bare_pytest_collects_the_projects_own_tests_only(plain_runs) -> None:
    status, said = plain_runs["bare"]
    collected = [line.split("::")[0] for line in said.splitlines() if "::" in line]
    assert (status, set(collected)) == (0, {"tests/test_frames.py"}), said


# ---------------------------------------------------------------- checks that are faulty

DOC = '    """Each row adds up to 1 over the last axis."""\n'
HINT = '@pytest.mark.hint("Divide the scores by the temperature before exp: higher must be flatter.")\n'
ROWS_HINT = '@pytest.mark.hint("Each query'
POINT = "@pytest.mark.points(1)\n"
MISSING = "torch_of_tomorrow"
NINE, TWELVE = (f"add up to {points} points, its manifest says 10" for points in (9, 12))
LOADED = "Checks cannot be loaded: "
FRACTION = "grade_temperature.* whole number"
FAULTY = {
    "no docstring": (VISIBLE, DOC, "", "check_rows has no docstring: its first line is what the learner reads"),
    "empty docstring": (VISIBLE, DOC, '    """ """\n', "check_rows has no docstring"),
    "hidden without hint": (HIDDEN, HINT, "", r"grade_temperature is hidden and has no @pytest\.mark\.hint"),
    "hidden with an empty hint": (HIDDEN, HINT, '@pytest.mark.hint("")\n', "grade_temperature is hidden and has no"),
    "points missing": (HIDDEN, POINT + HINT, HINT, FRACTION),
    "points too many": (HIDDEN, POINT + HINT, POINT.replace("1", "3") + HINT, TWELVE),
    "points with a fraction": (HIDDEN, POINT + HINT, POINT.replace("1", "1.0") + HINT, FRACTION),
    "points in quotes": (HIDDEN, POINT + HINT, POINT.replace("1", "'1'") + HINT, FRACTION),
    "points without a number": (HIDDEN, POINT + HINT, "@pytest.mark.points\n" + HINT, "grade_temperature"),
    "unknown mark": (HIDDEN, HINT, HINT + "@pytest.mark.bonus(1)\n", rf"^{LOADED}{HIDDEN}:\d+: Failed: 'bonus' .*\.$"),
    "syntax": (HIDDEN, HINT, "(\n", rf"^{LOADED}{HIDDEN}:\d+: this is no Python: .+\.$"),
    "import": (HIDDEN, "import torch\n", f"import {MISSING}\n", rf"^{LOADED}{HIDDEN}:4: ModuleNotFound.*{MISSING}'\.$"),
    "skipped": (HIDDEN, "import torch\n", f"torch = pytest.importorskip('{MISSING}')\n", f"^{LOADED}{HIDDEN}: Skipped"),
    "reference": (SOLUTION, "    ### BEGIN SOLUTION\n", "(\n", r"softmax\.py:\d+: this is no Python: .+\.$"),
    "misspelt function": (HIDDEN, "def grade_temperature", "def garde_temperature", NINE),
}  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "says"), FAULTY.values(), ids=FAULTY)
def test_a_faulty_check_is_refused(
    tmp_path: Path, launcher: ForkLauncher, file: str, old: str, new: str, says: str
) -> None:
    course = softmax_course(tmp_path)
    edit(tmp_path, file, old, new)
    with pytest.raises(CourseError, match=says):
        Grader(course, launcher)


@pytest.mark.parametrize(("old", "new"), [(DOC, ""), (POINT + ROWS_HINT, ROWS_HINT)])
def test_a_fault_of_a_made_check_is_looked_for_where_it_was_written(tmp_path: Path, old: str, new: str) -> None:
    course = softmax_course(tmp_path)
    edit(tmp_path, HIDDEN, old, new)
    with pytest.raises(CourseError, match=rf"^{HIDDEN}::check_rows (has no docstring|needs @pytest.mark.points)"):
        build_course(course=course)


def test_what_cannot_be_loaded_and_was_made_is_mended_at_its_source(tmp_path: Path, launcher: ForkLauncher) -> None:
    course = softmax_course(tmp_path)
    edit(tmp_path, HIDDEN, "torch.tensor([[2.0, 0.0]", "torch.tensor([NOWHERE, [2.0, 0.0]")
    edit(tmp_path, HIDDEN, "import torch\n", "import torch\n\nNOWHERE = missing\n")
    with pytest.raises(CourseError, match=rf"{VISIBLE}:\d+: NameError: .*\. It is made from {HIDDEN}: mend that"):
        build_course(course=course)


def test_a_learner_who_broke_a_file_of_checks_reads_how_it_comes_back(
    tmp_path: Path, launcher: ForkLauncher, monkeypatch: pytest.MonkeyPatch
) -> None:
    softmax_course(tmp_path)
    monkeypatch.setattr(info, "HOME", tmp_path)
    (tmp_path / HIDDEN).unlink()
    edit(tmp_path, VISIBLE, DOC, "(")
    with pytest.raises(
        CourseError, match=rf"{VISIBLE}:\d+: this is no Python: .* `git checkout {VISIBLE}` brings it back"
    ):
        Grader(Course.open(tmp_path), launcher)


def test_a_made_check_that_was_edited_is_named_itself(tmp_path: Path, launcher: ForkLauncher) -> None:
    """The graders are right, so nothing is said of them."""
    edit(softmax_course(tmp_path).root, VISIBLE, DOC, "")
    with pytest.raises(CourseError, match=f"^{VISIBLE}::check_rows has no docstring"):
        Grader(Course.open(tmp_path), launcher)


def test_negative_points_do_not_balance_others(tmp_path: Path, launcher: ForkLauncher) -> None:
    course = softmax_course(tmp_path)
    edit(tmp_path, HIDDEN, POINT + HINT, POINT.replace("1", "-1") + HINT)
    edit(tmp_path, VISIBLE, POINT + '@pytest.mark.hint("Raise', POINT.replace("1", "3") + '@pytest.mark.hint("Raise')
    with pytest.raises(CourseError, match="grade_temperature"):
        Grader(course, launcher)


def test_a_task_without_checks_is_refused(tmp_path: Path, launcher: ForkLauncher) -> None:
    course = softmax_course(tmp_path)
    for file in (VISIBLE, HIDDEN):
        (tmp_path / file).write_text("import torch\n", encoding="utf-8")
    with pytest.raises(CourseError, match=r"week-12/softmax has no checks: write them into .*grade_softmax\.py, then"):
        Grader(course, launcher)
    for file in (VISIBLE, HIDDEN):
        (tmp_path / file).unlink()
    shutil.rmtree(course.solutions)
    (tmp_path / "autograder").rename(tmp_path / "no graders")
    lost = "has no checks: self_checks/week-12/check_softmax.py is missing; `git checkout "
    with pytest.raises(CourseError, match=lost):
        Grader(course, launcher)


def test_without_hidden_checks_the_visible_ones_run_and_the_rest_is_pending(
    tmp_path: Path, launcher: ForkLauncher
) -> None:
    course = softmax_course(tmp_path)
    for name in ("autograder", "solutions"):
        (tmp_path / name).rename(tmp_path / f"no {name}")
    task = course.week("week-12").task("softmax")
    with Grader(course, launcher) as grader:
        result = grader.grade_task(task, Session(task, Source("softmax.py", RIGHT), launcher))
    assert (result.earned, result.points, result.pending, result.status) == (4, 10, 6, "passed")


def test_a_learners_copy_with_other_points_is_told_how_to_get_them_back(tmp_path: Path, launcher: ForkLauncher) -> None:
    course = softmax_course(tmp_path)
    (tmp_path / HIDDEN).unlink()
    edit(tmp_path, VISIBLE, POINT + '@pytest.mark.hint("Raise', POINT.replace("1", "9") + '@pytest.mark.hint("Raise')
    back = (
        "`git checkout self_checks/week-12/check_softmax.py exercises/week-12/week.toml` brings both back as they were."
    )
    with pytest.raises(CourseError, match=re.escape(f"add up to 12 points, its manifest says 10. {back}")):
        Grader(course, launcher)


def outcomes_of(course, launcher: ForkLauncher) -> dict[str, str]:
    task = course.week("week-12").task("softmax")
    with Grader(course, launcher) as grader:
        result = grader.grade_task(task, Session(task, Source("softmax.py", RIGHT), launcher))
    return {check.name: check.outcome for check in result.checks}


def test_two_courses_in_one_process_have_their_own_checks(tmp_path: Path, launcher: ForkLauncher) -> None:
    healthy, broken = softmax_course(tmp_path / "healthy"), softmax_course(tmp_path / "broken")
    edit(broken.root, VISIBLE, DOC, DOC + '    {}["x"]\n')
    assert outcomes_of(healthy, launcher)["check_rows"] == "passed"
    assert outcomes_of(broken, launcher)["check_rows"] == "internal"


@pytest.mark.parametrize("at_hand", [True, False], ids=["reference at hand", "a learner's copy"])
def test_a_check_that_breaks_on_an_odd_value_is_no_fault_of_ours(
    tmp_path: Path, launcher: ForkLauncher, at_hand: bool
) -> None:
    course = softmax_course(tmp_path)
    edit(course.root, VISIBLE, DOC, DOC + "    student.softmax(torch.tensor([[2.0, 0.0]])).amax()\n")
    if not at_hand:
        (course.root / HIDDEN).unlink()
        shutil.rmtree(course.solutions)
    hand_in = tmp_path / "softmax.py"
    hand_in.write_text("def softmax(scores, dim=-1, temperature=1.0):\n    return 'a word'\n", encoding="utf-8")
    with Grader(course, launcher) as grader:
        checks = grader.grade(Submission.open(hand_in), course.weeks[0]).tasks[0].checks
    [broken] = [check for check in checks if check.name == "check_rows"]
    assert (broken.outcome, "has not the form" in broken.message) == ("failed", True)


UNRUN = {
    "raises": 'raise KeyError("ours")',
    "asserts": "assert False",
    "skips": 'pytest.skip("not today")',
    "expects to fail": 'pytest.xfail("not today")',
    "leaves": "raise SystemExit",
}


@pytest.mark.parametrize("body", UNRUN.values(), ids=UNRUN)
def test_a_check_that_does_not_end_by_itself_never_passes(tmp_path: Path, launcher: ForkLauncher, body: str) -> None:
    course = softmax_course(tmp_path)
    edit(tmp_path, VISIBLE, DOC, f"{DOC}    {body}\n")
    outcomes = outcomes_of(course, launcher)
    assert outcomes.pop("check_rows") == "internal"
    assert set(outcomes.values()) == {"passed"}


MARKS: dict[str, str] = {
    "skip": "@pytest.mark.skip",
    "xfail": "@pytest.mark.xfail(run=False)",
    "skipif": "@pytest.mark.skipif(True, reason='x')",
}


@pytest.mark.parametrize("mark", MARKS.values(), ids=MARKS)
def test_a_check_that_is_switched_off_never_passes(tmp_path: Path, launcher: ForkLauncher, mark: str) -> None:
    course = softmax_course(tmp_path)
    edit(tmp_path, VISIBLE, "def check_rows", f"{mark}\ndef check_rows")
    assert outcomes_of(course, launcher)["check_rows"] == "internal"


def test_a_fixture_that_breaks_is_internal(tmp_path: Path, launcher: ForkLauncher) -> None:
    course = softmax_course(tmp_path)
    edit(tmp_path, VISIBLE, "def check_rows(student)", "def check_rows(student, no_such_fixture)")
    assert outcomes_of(course, launcher)["check_rows"] == "internal"


def test_one_function_can_be_several_checks(tmp_path: Path, launcher: ForkLauncher) -> None:
    course = softmax_course(tmp_path, manifest=(MANIFEST_OF_11))
    edit(
        tmp_path,
        VISIBLE,
        "def check_rows(student)",
        '@pytest.mark.parametrize("n", [1, 2])\ndef check_rows(student, n)',
    )
    outcomes = outcomes_of(course, launcher)
    assert [name for name in outcomes if "check_rows" in name] == ["check_rows[1]", "check_rows[2]"]
    assert set(outcomes.values()) == {"passed"}


MANIFEST_OF_11 = '[[task]]\nname = "softmax"\ntitle = "Softmax"\npoints = 11\n'


# ---------------------------------------------------------------- random inputs


DRAWS: dict[str, Callable[[Rng], object]] = {
    "normal": lambda rng: rng.normal(2, 3),
    "weights": lambda rng: rng.weights(2, 3),
    "integers": lambda rng: rng.integers(0, 1000, 2, 3),
    "booleans": lambda rng: rng.booleans(40),
    "order": lambda rng: rng.order(40),
}


@pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)
def test_random_inputs_are_seeded_by_the_name_of_the_check(draw: Callable) -> None:
    assert draw(Rng("check_a")).tolist() == draw(Rng("check_a")).tolist()
    assert draw(Rng("check_a")).tolist() != draw(Rng("check_b")).tolist()
    rng = Rng("check_a")
    assert draw(rng).tolist() != draw(rng).tolist()


def test_random_inputs_are_what_they_are_called() -> None:
    rng = Rng("check_a")
    assert rng.weights(5, 7).sum(-1).sub(1).abs().max() < 1e-6
    assert rng.weights(5, 7).min() > 0
    assert 0.6 < rng.booleans(1000, share=0.7).float().mean() < 0.8
    assert sorted(rng.order(9).tolist()) == list(range(9))
    assert set(rng.integers(2, 4, 100).tolist()) == {2, 3}


def test_a_task_in_no_course_has_no_checks(launcher: ForkLauncher, tmp_path: Path) -> None:
    course = softmax_course(tmp_path)
    stranger = a_task(root=tmp_path, name="stranger")
    with Grader(course, launcher) as grader, pytest.raises(KeyError):
        grader.grade_task(stranger, Session(stranger, Source("stranger.py", ""), launcher))


# ---------------------------------------------------------------- what a check is given


def test_a_graders_own_fixture_is_given_the_same_things_as_its_check(tmp_path: Path, launcher: ForkLauncher) -> None:
    course = softmax_course(tmp_path)
    own = "@pytest.fixture\ndef mine(student, rng):\n    return student, rng\n\n\n"
    edit(tmp_path, VISIBLE, POINT + '@pytest.mark.hint("Raise', own + POINT + '@pytest.mark.hint("Raise')
    text = (tmp_path / VISIBLE).read_text(encoding="utf-8")
    [signature] = re.findall(r"def check_rows\(.*\)", text)
    edit(tmp_path, VISIBLE, signature, "def check_rows(student, rng, mine)")
    edit(tmp_path, VISIBLE, DOC, DOC + "    assert mine[0] is student and mine[1] is rng\n")
    assert outcomes_of(course, launcher)["check_rows"] == "passed"


def test_a_fixture_of_hidden_checks_is_given_the_reference_of_its_check(tmp_path: Path, launcher: ForkLauncher) -> None:
    course = softmax_course(tmp_path)
    text = (tmp_path / HIDDEN).read_text(encoding="utf-8")
    [signature] = re.findall(r"def grade_temperature\(.*\):\n.*\n", text)
    edit(
        tmp_path,
        HIDDEN,
        signature,
        signature.replace(")", ", reference, theirs)", 1) + "    assert theirs is reference\n",
    )
    edit(
        tmp_path,
        HIDDEN,
        POINT + HINT,
        f"@pytest.fixture\ndef theirs(reference):\n    return reference\n\n\n{POINT}{HINT}",
    )
    assert outcomes_of(course, launcher)["grade_temperature"] == "passed"


def test_without_the_solutions_there_is_no_reference(tmp_path: Path, launcher: ForkLauncher) -> None:
    with pytest.raises(CourseError, match=r"softmax\.py is not here: only hidden checks may use the reference\.$"):
        Desk(Course.open(), launcher).reference(a_task(root=tmp_path))


def test_a_file_that_is_called_like_checks_and_lies_in_no_course_holds_none(tmp_path: Path) -> None:
    assert plugin.pytest_collect_file(tmp_path / "check_in.py", None) is None
    assert plugin.pytest_collect_file(Path("/check_in.py"), None) is None


BROKEN = {
    "missing": Submission.open(HOME / "data"),
    "no Python": Source("softmax.py", "def softmax(:\n"),
    "fails when it is loaded": Source("softmax.py", "print('hello')\nimport torch\ntorch.no_such_thing\n"),
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_a_file_that_cannot_answer_ends_every_check_in_the_same_way(
    tmp_path: Path, launcher: ForkLauncher, monkeypatch: pytest.MonkeyPatch, broken: Submission | Source
) -> None:
    """As if each check had been run and had met it, though at most the first one is."""
    task = softmax_course(tmp_path).week("week-12").task("softmax")
    source = broken if isinstance(broken, Source) else broken.source(task)

    def graded(session: Session) -> TaskResult:
        with Grader(Course.open(tmp_path), launcher) as grader:
            run = grader._run
            monkeypatch.setattr(grader, "_run", lambda *item: (ran.append(item[0]), run(*item))[1])
            result = grader.grade_task(task, session)
            right = grader.grade_task(task, Session(task, Source("softmax.py", RIGHT), launcher))
        assert right.earned == task.points
        return replace(result, checks=tuple(replace(check, seconds=0) for check in result.checks))

    class Asked(Session):
        """One that never says beforehand what every check will meet."""

        broken = property(lambda self: None, lambda self, problem: setattr(self, "_met", problem))

        def _ask(self, frame: bytes) -> bytearray:
            if self._met is not None:
                self._met.of_file = True
                raise self._met
            return super()._ask(frame)

    ran: list = []
    each_in_turn = graded(Asked(task, source, launcher))
    all_run = len(ran)
    ran.clear()
    assert graded(Session(task, source, launcher)) == each_in_turn
    checks = len(each_in_turn.checks)
    assert (all_run, len(ran)) == (2 * checks, checks + (source.problem is None))
