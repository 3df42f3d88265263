"""The audit: a healthy task is proven, and each way of weakening it turns it red with a sentence that names it."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from quiz.example import EXAMPLE
from test_course import HIDDEN, KNOWN, SOLUTION, VISIBLE, WEEK, edit, softmax_course

from autograder.authoring import audit, idle, points
from autograder.authoring.lacking import lacking
from autograder.authoring.starters import build_course
from autograder.course import Course, CourseError
from autograder.launch import ForkLauncher


class Borrowed:
    """The launcher of all tests, which an audit may use and must not close."""

    def __init__(self, launcher: ForkLauncher):
        self.kind = launcher.kind
        self.start = launcher.start

    def close(self) -> None:
        """Its owner closes it."""


KEPT = ("no-max-subtraction", "gradient-cut")
FEWER_VARIANTS = ("logsumexp", "max-with-values", "einsum")


@pytest.fixture(autouse=True)
def a_week_of_one_task(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small course's week is worth the ten points of its one task."""
    monkeypatch.setattr(points, "WEEK_POINTS", 10)


@pytest.fixture
def run(launcher: ForkLauncher, monkeypatch: pytest.MonkeyPatch, capsys) -> Callable[[Course], tuple[int, str]]:
    monkeypatch.setattr(audit, "open_launcher", lambda: Borrowed(launcher))

    def run_(course: Course) -> tuple[int, str]:
        status = audit.audit_course(course=Course.open(course.root))
        return status, capsys.readouterr().out

    return run_


@pytest.fixture
def mini(tmp_path: Path) -> Course:
    """The softmax task with two mistakes and three variants, so that an audit is quick."""
    course = softmax_course(tmp_path)
    names = {f"# %% {name}\n" for name in KEPT} | {f"# %% right: {name}\n" for name in FEWER_VARIANTS}
    assert keep(tmp_path, lambda head: head in names) == len(names)
    return course


def keep(root: Path, is_wanted: Callable[[str], bool]) -> int:
    """Drops every known answer whose head is not wanted; how many are left."""
    start, *cells = re.split(r"(?m)^(?=# %% )", (root / KNOWN).read_text(encoding="utf-8"))
    kept = [cell for cell in cells if is_wanted(cell.splitlines(keepends=True)[0])]
    (root / KNOWN).write_text(start + "".join(kept), encoding="utf-8")
    return len(kept)


def append(root: Path, file: str, text: str) -> None:
    (root / file).write_text((root / file).read_text(encoding="utf-8") + "\n\n" + text, encoding="utf-8")


def body_of(root: Path, file: str, name: str, body: str) -> None:
    """Replaces what the check of that name does, docstring and marks aside."""
    text = (root / file).read_text(encoding="utf-8")
    found = re.search(rf'(?ms)(def {name}\(.*?\):\n    """.*?"""\n)(.*?)(?=\n\n\n|\Z)', text)
    (root / file).write_text(text[: found.start(2)] + f"    {body}\n" + text[found.end(2) :], encoding="utf-8")


# ---------------------------------------------------------------- healthy


def test_the_whole_softmax_task_is_proven(tmp_path: Path, run) -> None:
    status, said = run(softmax_course(tmp_path))
    assert (status, "breach" in said) == (0, False), said
    assert re.search(r"✓\s+week-12/softmax\s+10\s+4/10\s+6\s+14\s+14\s", said), said
    assert said.rstrip().endswith("1 task, 6 variants, 14 of 14 mistakes named: all proven.")


def test_the_smaller_task_of_these_tests_is_proven_too(mini: Course, run) -> None:
    status, said = run(mini)
    assert (status, "2 of 2 mistakes named: all proven." in said) == (0, True), said


# ---------------------------------------------------------------- weakened

WITHOUT_MAXIMUM = """\
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature).exp()
    return powers / powers.sum(dim, keepdim=True)
"""


def remove_a_hidden_check(root: Path) -> None:
    """Its point goes to another check, so that the sum is right."""
    text = (root / HIDDEN).read_text(encoding="utf-8")
    start = text.index('@pytest.mark.points(1)\n@pytest.mark.hint("Build the weights from torch operations only')
    (root / HIDDEN).write_text(text[:start].rstrip() + "\n", encoding="utf-8")
    hint = '@pytest.mark.hint("Divide the scores by the temperature before exp'
    edit(root, HIDDEN, "@pytest.mark.points(1)\n" + hint, "@pytest.mark.points(2)\n" + hint)


def accept_everything(root: Path) -> None:
    body_of(root, HIDDEN, "grade_every_axis", "pass")


def look_at_the_shape_only(root: Path) -> None:
    body_of(root, HIDDEN, "grade_every_axis", "expect(student.softmax(rng.normal(2, 3)).shape == (2, 3), 'shape')")


def look_whether_it_raises(root: Path) -> None:
    call = "student.softmax(rng.normal(2), temperature=-1.0)"
    body_of(root, HIDDEN, "grade_temperature", f"with expect_raises('x'):\n        {call}")


def repeat_a_visible_literal(root: Path) -> None:
    literal = "torch.tensor([2.0, 1.0, 0.0])"
    body = f"expect_close(student.softmax({literal}), torch.softmax({literal}, 0), 'x')"
    body_of(root, HIDDEN, "grade_wild_rows", body)


def drop_all_hidden_checks(root: Path) -> None:
    (root / HIDDEN).unlink()


def show_nearly_everything(root: Path) -> None:
    hint = '@pytest.mark.hint("Raise e'
    edit(root, HIDDEN, f"@pytest.mark.points(1)\n{hint}", f"@pytest.mark.points(9)\n{hint}")
    edit(root, WEEK, "points = 10", "points = 18")
    build_course(course=Course.open(root))


def leave_the_visible_checks_as_they_were(root: Path) -> None:
    edit(root, HIDDEN, "Each row adds up to 1 over the last axis.", "Each row adds up to 1.")


def add_a_mistake_that_is_right(root: Path) -> None:
    append(root, KNOWN, "# %% not-a-mistake\n# It only looks wrong.\nsoftmax = softmax\n")


def make_twins(root: Path) -> None:
    append(root, KNOWN, f"# %% twin\n# The same as another.\n{WITHOUT_MAXIMUM}")


def make_an_impostor(root: Path) -> None:
    """In a worker it makes one mistake; replayed here it is right: so another is named in its place."""
    inside = f"import sys\nif 'softmax' in sys.modules:\n{textwrap.indent(WITHOUT_MAXIMUM, '    ')}"
    append(root, KNOWN, f"# %% impostor\n# Says one thing and does another.\n{inside}")


def drop_all_mistakes(root: Path) -> None:
    keep(root, lambda head: "right:" in head)


def add_a_variant_that_is_wrong(root: Path) -> None:
    code = "def softmax(scores, *args, **kwargs):\n    return scores\n"
    append(root, KNOWN, f"# %% right: too-flat\n# Not right at all.\n{code}")


def drop_all_variants(root: Path) -> None:
    keep(root, lambda head: "right:" not in head)


def break_the_reference(root: Path) -> None:
    edit(root, SOLUTION, "scaled = scores / temperature", "scaled = scores * temperature")


def give_the_answer_in_the_starter(root: Path) -> None:
    early = (
        "    if scores.dim() == 1 and temperature == 1:\n        return scores.double().softmax(0).to(scores.dtype)\n"
    )
    edit(root, SOLUTION, "    ### BEGIN SOLUTION\n", early + "    ### BEGIN SOLUTION\n")
    edit(root, WEEK, 'by_hand = "softmax"\n', "")


def return_quietly_in_the_starter(root: Path) -> None:
    early = "    if scores.dim() == 2 and scores.shape[0] == 4:\n        return None\n"
    edit(root, SOLUTION, "    ### BEGIN SOLUTION\n", early + "    ### BEGIN SOLUTION\n")


def misspell_what_the_cells_define(root: Path) -> None:
    append(root, KNOWN, "# %% astray\n# It replaces nothing.\ndef sotfmax(scores):\n    return scores\n")
    append(root, KNOWN, "# %% right: astray-too\n# It replaces nothing.\ndef softmaxx(scores):\n    return scores\n")


def forget_the_head_of_a_cell(root: Path) -> None:
    edit(root, KNOWN, "# %% gradient-cut\n", "")
    text = (root / KNOWN).read_text(encoding="utf-8")
    first = "def softmax_of_no_cell(scores):\n    return scores\n\n\n# %% "
    (root / KNOWN).write_text(text.replace("# %% ", first, 1), encoding="utf-8")


def take_a_hint_away(root: Path) -> None:
    text = (root / HIDDEN).read_text(encoding="utf-8")
    (root / HIDDEN).write_text(re.sub(r"@pytest\.mark\.hint\(.*\)\n(?=def check_rows)", "", text), encoding="utf-8")
    build_course(course=Course.open(root))


IDLE = ("None", "the first argument", "zeros", "ValueError")
WEAKENED = {
    (remove_a_hidden_check,): [
        "the mistake gradient-cut gets full marks.",
        "the mistake gradient-cut is named as nothing.",
    ],
    (accept_everything,): [f"answering {idle} passes grade_every_axis." for idle in IDLE],
    (look_at_the_shape_only, look_whether_it_raises, repeat_a_visible_literal): [
        "answering the first argument passes grade_every_axis.",
        "answering zeros passes grade_every_axis.",
        "answering ValueError passes grade_temperature.",
        "repeating the visible checks' answers passes grade_wild_rows.",
    ],
    (show_nearly_everything,): ["the visible checks are worth 12 of 18 points; between 25% and 60% is wanted."],
    (leave_the_visible_checks_as_they_were,): ["check_softmax.py is stale: run `make build`."],
    (add_a_mistake_that_is_right, add_a_variant_that_is_wrong): [
        "the mistake not-a-mistake gets full marks.",
        "the variant too-flat gets ",
    ],
    (misspell_what_the_cells_define,): [
        "the cell astray replaces no function of the reference; it defines sotfmax.",
        "the cell astray-too replaces no function of the reference; it defines softmaxx.",
    ],
    (forget_the_head_of_a_cell, take_a_hint_away): [
        "the cell no-max-subtraction defines softmax twice: is the head of a cell missing between them?",
        "softmax_of_no_cell stands before the first cell of ",
        'check_rows has no @pytest.mark.hint("..."): it says what to try.',
    ],
    (make_twins,): ["the mistake twin is named as nothing", "the mistake no-max-subtraction is named as nothing"],
    (make_an_impostor,): ["the mistake impostor is named as no-max-subtraction"],
    (drop_all_hidden_checks, drop_all_mistakes, drop_all_variants): [
        "there are no hidden checks.",
        "there are no mistakes to catch: write them into ",
        "0 variants; at least 3 are wanted: write them into ",
    ],
    (break_the_reference,): ["the reference gets 8 of 10 points (check_temperature_zero: failed"],
    (give_the_answer_in_the_starter,): ["the untouched starter gets 2 points and counts as failed."],
    (return_quietly_in_the_starter,): ["the untouched starter gets 0 points and counts as failed."],
}


@pytest.mark.parametrize("weaknesses", WEAKENED, ids=lambda weaknesses: "+".join(each.__name__ for each in weaknesses))
def test_a_weakened_task_is_found(mini: Course, run, weaknesses: tuple[Callable[[Path], None], ...]) -> None:
    for weaken in weaknesses:
        weaken(mini.root)
    status, said = run(mini)
    assert (status, "breach" in said) == (1, True), said
    breaches = [line for line in said.splitlines() if line.startswith("✗ week-12/softmax: ")]
    for sentence in WEAKENED[weaknesses]:
        assert any(line.startswith(f"✗ week-12/softmax: {sentence}") for line in breaches), said


def test_a_course_that_cannot_be_graded_is_not_proven(mini: Course, run) -> None:
    edit(mini.root, HIDDEN, "def grade_temperature", "def garde_temperature")
    with pytest.raises(CourseError, match=r"grade_softmax\.py:\d+: garde_temperature is neither check_"):
        run(mini)


def test_one_task_can_be_chosen(mini: Course, launcher: ForkLauncher) -> None:
    with pytest.raises(CourseError, match=r"There is no task 'softmin'.* Did you mean softmax\?"):
        audit.audit_course(task="softmin", course=mini)
    with pytest.raises(CourseError, match="no week 'week-99'"):
        audit.audit_course(week="week-99", course=mini)


def test_of_one_task_no_question_bank_is_told(
    mini: Course, launcher: ForkLauncher, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit, "open_launcher", lambda: Borrowed(launcher))
    edit_bank(mini.root, "divide-by", "divide by")
    assert audit.audit_course(task="softmax", course=mini) == 0
    assert "all proven" in capsys.readouterr().out


def edit_bank(root: Path, old: str, new: str) -> None:
    """The example's bank as the week's, with this changed everywhere in it."""
    text = EXAMPLE.read_text(encoding="utf-8").replace(old, new)
    (root / "self_checks/week-12/quiz.toml").write_text(text, encoding="utf-8")


def test_a_fault_of_a_question_bank_is_a_breach(mini: Course, run) -> None:
    edit_bank(mini.root, 'revisit = "score_shape"', 'revisit = "softmin"')
    status, said = run(mini)
    assert "decided: the others are" in said, "the columns are explained"
    assert "\nweek-12 · 9 questions: 1 choice, 1 several, " in said
    assert "question score-shape: revisit names softmin, which is no task." in said
    assert status == 1


def test_a_task_without_visible_checks_is_told_what_to_name_so(mini: Course, run) -> None:
    (mini.root / HIDDEN).write_text(
        (mini.root / HIDDEN).read_text(encoding="utf-8").replace("def check_", "def grade_of_")
    )
    (mini.root / VISIBLE).unlink()
    with pytest.raises(
        CourseError, match=r"softmax has no visible checks, .*grade_softmax\.py, begin the names of a few"
    ):
        run(mini)


def test_zeros_are_of_the_form_of_what_was_answered() -> None:
    zeroed = idle._zeroed({"a": np.ones(2), "b": [torch.ones(1), 3, True, "x", None], "c": (2.5,)})
    assert zeroed["a"].tolist() == [0, 0]
    assert zeroed["b"] == [torch.zeros(1), 0, False, "", None] and zeroed["c"] == (0.0,)


def test_a_week_that_does_not_add_up_is_a_breach(run, mini: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(points, "WEEK_POINTS", 100)
    status, said = run(mini)
    assert "week-12: its tasks are worth 10 points, not 100: mend that in exercises/week-12/week.toml." in said
    assert status == 1


def test_what_the_source_lacks_is_a_breach(mini: Course) -> None:
    task = mini.week("week-12").task("softmax")
    assert list(lacking(task)) == []
    edit(mini.root, SOLUTION, 'if __name__ == "__main__":', "if True:")
    text = (mini.root / SOLUTION).read_text(encoding="utf-8")
    (mini.root / SOLUTION).write_text(re.sub(r"# [23]\. ", "# ", text), encoding="utf-8")
    told = " ".join(lacking(task))
    assert "it has 1 hints, and 2 are wanted" in told
    assert "it does not end with a demonstration" in told


def test_checks_that_call_the_learner_by_another_name_are_a_breach(mini: Course) -> None:
    """A notebook would be told that it does not define what stands in it."""
    task = mini.week("week-12").task("softmax")
    for path in task.check_files:
        path.write_text(path.read_text(encoding="utf-8").replace("student.softmax", "theirs.softmax"), encoding="utf-8")
    [told] = lacking(task)
    assert "the checks call `softmax`, but never as `student.NAME`" in told
