"""The table that a learner reads: the whole of it, at 80 columns, without any colour."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.console import Console

from autograder.plain import plain
from autograder.report.quote import of_text
from autograder.report.terminal import render
from autograder.result import CheckResult, Result, TaskResult


def check(name: str, outcome: str = "passed", **facts: object) -> CheckResult:
    visible = name.startswith("check_")
    made = CheckResult(
        name=name, title=f"The title of {name}.", visible=visible, points=2, earned=2 * (outcome == "passed"),
        outcome=outcome, message="", hint="", mistake=None, line=None, detail="", seconds=0.01,
    )  # fmt: skip
    return replace(made, **facts)


def task(name: str, status: str, *checks: CheckResult, points: int | None = None, **facts: object) -> TaskResult:
    made = TaskResult(
        task=name, title=name, points=points or sum(check.points for check in checks),
        earned=sum(check.earned for check in checks), status=status, file=f"{name}.py",
        path=f"exercises/week-12/{name}.py", notes=(), printed="", checks=checks,
    )  # fmt: skip
    return replace(made, **facts)


def result(*tasks: TaskResult, **facts: object) -> Result:
    visible = [check for task in tasks for check in task.checks if check.visible]
    made = Result(
        week="week-12", title="Attention and Transformers", submission="exercises",
        score=sum(task.earned for task in tasks), max_score=sum(task.points for task in tasks),
        public={"score": sum(c.earned for c in visible), "max_score": sum(c.points for c in visible)},
        tasks=tasks, isolation={"level": "standard"}, grader={"version": "0", "content": "0"},
        started="2026-10-31T20:00:00Z", seconds=1.0,
    )  # fmt: skip
    return replace(made, **facts)


def shown(of: Result, width: int = 80) -> str:
    return render(of, width).plain


PASSED = task("softmax", "passed", check("check_a"), check("grade_a"))
FAILED = task(
    "causal_mask",
    "failed",
    check("check_a"),
    check(
        "check_b",
        "failed",
        message="causal_mask(3): at [0, 1] got True, expected False. Likely: This is an upper triangle: "
        "j ≤ i is allowed.",
        hint="Not shown, since the mistake is named.",
        mistake="mask-transposed",
        line=31,
    ),
    check("grade_c", "failed", message="Another sentence."),
    notes=("causal_mask changes its input; work on a copy.",),
)
NOT_STARTED = task("positions", "not_started", check("check_a", "not_started", message="not started"))
MISSING = task("attention", "missing", check("check_a", "missing", message="There is no attention.py."), path=None)
UNDEFINED = task("heads", "missing", check("check_a", "missing", message="Your file does not define `split_heads`."))
PENDING = task("training_loop", "passed", check("check_a"), points=12)

GOLDEN = """\
week-12 · Attention and Transformers                                      8 / 26
  ✓ softmax               4/4
  ✗ causal_mask           2/6  causal_mask(3): at [0, 1] got True, expected
                               False. Likely: This is an upper triangle: j ≤ i
                               is allowed.
                               (causal_mask.py:31; 1 more check does not pass
                               yet)
                               ! causal_mask changes its input; work on a copy.
  · positions             0/2  not started
  · attention             0/2  not handed in
  ✓ training_loop        2/12  public checks; 10 points run after hand-in
public checks: 6 of 12 points · 10 points run after hand-in
next: exercises/week-12/causal_mask.py
stuck? make hint TASK=week-12/causal_mask
"""


def test_the_whole_table() -> None:
    assert shown(result(PASSED, FAILED, NOT_STARTED, MISSING, PENDING)) == GOLDEN


@pytest.mark.parametrize("width", [80, 100])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    text = shown(result(PASSED, FAILED, NOT_STARTED, MISSING, PENDING), width)
    assert [line for line in text.splitlines() if len(line) > width] == []


def test_a_long_name_moves_the_points_of_all_rows() -> None:
    long = task("the_longest_name_of_all", "passed", check("check_a"), points=4)
    rows = shown(result(PASSED, long, FAILED)).splitlines()[1:]
    assert [row.index("/") for row in rows[:3]] == [rows[0].index("/")] * 3
    assert rows[3].startswith(" " * rows[2].index("causal_mask("))


def test_the_words_do_not_need_colour() -> None:
    """Printed without a terminal, or in grey, every row still has its sign and its word."""
    console = Console(width=80, highlight=False, soft_wrap=True, color_system=None, file=None)
    with console.capture() as captured:
        console.print(render(result(PASSED, FAILED, NOT_STARTED, MISSING, PENDING)))
    assert "\x1b" not in captured.get()
    assert captured.get().strip() == GOLDEN.strip()


def test_all_passed_has_nothing_to_do_next() -> None:
    assert shown(result(PASSED)) == (
        "week-12 · Attention and Transformers                                       4 / 4\n"
        "  ✓ softmax               4/4\n"
    )


def test_a_visible_failure_that_nobody_can_name_says_its_hint() -> None:
    failing = check("check_a", "failed", message="softmax(x): got 1.", hint="Divide by the sum.")
    assert "softmax(x): got 1. Try: Divide by the" in shown(result(task("softmax", "failed", failing)))


def test_a_hidden_failure_says_its_sentence_once() -> None:
    failing = check("grade_a", "failed", message="Divide by the sum.", hint="Divide by the sum.")
    assert shown(result(task("softmax", "failed", failing))).count("Divide by the sum.") == 1


@pytest.mark.parametrize(
    ("outcome", "sign"),
    [
        ("failed", "✗"), ("error", "✗"), ("timeout", "✗"), ("memory", "✗"), ("crashed", "✗"), ("forbidden", "✗"),
        ("not_started", "·"), ("missing", "·"), ("internal", "!"), ("passed", "✓"),
    ],
)  # fmt: skip
def test_every_outcome_has_a_sign(outcome: str, sign: str) -> None:
    assert f"  {sign} softmax" in shown(result(task("softmax", outcome, check("check_a", outcome, message="Why."))))


def test_our_own_fault_is_said() -> None:
    broken = task(
        "softmax", "internal", check("check_a", "internal", message="This check itself broke: that is our fault.")
    )
    text = shown(result(broken))
    assert "This check itself broke" in text
    assert "! a check broke through our own fault" in text


def test_weak_isolation_is_said() -> None:
    assert "isolation" not in shown(result(PASSED))
    assert "isolation on this machine: weak (make doctor tells what that means)" in shown(
        result(PASSED, isolation={"level": "weak"})
    )


EVIL = "red \x1b[31m\x07 \u202eback\u202c \x00 \ud800 \u2028 \x85 end"
WRITTEN = ("\\x1b[31m\\x07", "\\u202eback\\u202c", "\\x00", "\\ud800", "\\u2028", "\\x85")


@pytest.mark.parametrize("place", ["message", "hint", "notes", "printed", "path"])
def test_control_characters_are_written_out_wherever_they_come_from(place: str) -> None:
    failing = check("check_a", "failed", message="Wrong.", hint="Try.")
    if place in ("message", "hint"):
        bad = task("softmax", "failed", replace(failing, **{place: EVIL}))
    else:
        bad = task("softmax", "failed", failing, **{place: (EVIL,) if place == "notes" else EVIL})
    text = shown(result(bad), 200)
    assert not [char for char in text if char in EVIL and not char.isprintable()]
    for part in WRITTEN:
        assert part in text
    text.encode()


def test_markup_in_a_message_is_text() -> None:
    failing = check("check_a", "failed", message="[bold]x[/bold] [/] :smile: [link=http://x]y[/link]")
    console = Console(width=200, highlight=False, soft_wrap=True, color_system=None)
    with console.capture() as captured:
        console.print(render(result(task("softmax", "failed", failing)), 200))
    assert "[bold]x[/bold] [/] :smile: [link=http://x]y[/link]" in captured.get()


def test_what_the_code_printed_is_shown_with_one_task_and_not_with_many() -> None:
    loud = replace(FAILED, printed="shape (2, 3)\nsecond line\n")
    assert "your code printed\n  | shape (2, 3)\n  | second line\n" in shown(result(loud))
    assert "second line" not in shown(result(loud, PASSED))


def test_of_very_much_that_was_printed_the_middle_is_left_out() -> None:
    loud = replace(FAILED, printed="".join(f"line {number}\n" for number in range(40)))
    lines = shown(result(loud)).splitlines()
    assert "  | line 7" in lines and "  | line 8" not in lines and "  | line 32" in lines
    assert lines[lines.index("  | line 7") + 1 :][:1] == ["  (the middle is left out)"]


def test_a_file_without_the_name_asked_for_says_so_and_was_handed_in() -> None:
    text = shown(result(UNDEFINED))
    assert "Your file does not define `split_heads`." in " ".join(text.split())
    assert "not handed in" not in text


def test_a_note_on_what_was_not_read_stands_beside_a_task_that_is_not_there() -> None:
    text = shown(result(replace(MISSING, notes=("`attention` stands in mine.py.",))))
    assert "not handed in\n" in text and "! `attention` stands in mine.py." in text


def test_the_line_that_python_could_not_read_stands_under_its_sentence() -> None:
    broken = [check(name, "error", message="Python cannot read the file: why.", line=2) for name in ("check_a", "b")]
    quote = of_text("x = 1\ny = 1 1\n")
    text = render(result(task("softmax", "error", *broken)), 80, {"softmax": quote}).plain
    beside = [line[31:] for line in text.splitlines()[1:5]]
    assert beside == ["Python cannot read the file: why.", "2 | y = 1 1", "  |       ^", "(softmax.py:2)"]


def test_an_endless_loop_is_told_once() -> None:
    """Each check has a limit of its own, and each hidden one a hint of its own: it is one problem all the same."""
    limits = [check("check_a", "timeout", message="After 5 seconds."), check("check_b", "timeout", message="After 1.")]
    hidden = check("grade_c", "timeout", message="A hidden check of f: Divide. (It was not back.)", hint="Divide.")
    assert "do not pass yet" not in shown(result(task("softmax", "timeout", *limits, hidden)))


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("plain é 과제 🙂\n\ttabbed", "plain é 과제 🙂\n\ttabbed"),
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("\u200bzero\u2066width", "\\u200bzero\\u2066width"),
        ("a\rb", "a\\rb"),
        ("\U000e0041\ue000", "\\U000e0041\\ue000"),
        ("می\u200cخواهم क्\u200dष", "می\u200cخواهم क्\u200dष"),
        ("pass\u200cword", "pass\\u200cword"),
        ("می\u202eخواهم", "می\\u202eخواهم"),
        ("\u200cمی\u200c", "\\u200cمی\\u200c"),
        ("می\u200c\u200dخ", "می\\u200c\\u200dخ"),
    ],
)
def test_plain_text_keeps_letters_and_writes_out_the_rest(text: str, safe: str) -> None:
    assert plain(text) == safe
