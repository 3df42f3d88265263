"""What watch shows: a whole screen at 80 columns, and the lines for those who hear them."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console
from test_course import a_task
from test_terminal import EVIL, FAILED, MISSING, NOT_STARTED, PASSED, PENDING, WRITTEN, check, task

from autograder.course import HOME, Task, Week
from autograder.result import TaskResult
from autograder.watching.screen import KEYS, MAX_WIDTH, PRINTED_LINES, Plain, Screen, View, fitting, lines, problem

NAMES = ("softmax", "causal_mask", "positions", "attention", "training_loop", "heads")
VERDICTS = {f"week-12/{each.task}": each for each in (PASSED, FAILED, NOT_STARTED, MISSING, PENDING)}
OTHER = a_task(week="week-20", name="evidence")


def tasks() -> list[Task]:
    points = {each.task: each.points for each in VERDICTS.values() if isinstance(each, TaskResult)}
    return [a_task(name=name, points=points.get(name, 10)) for name in NAMES]


def view(current: str = "causal_mask", **facts: object) -> View:
    watched = tasks()
    weeks = [Week(HOME, "week-12", "Attention and Transformers", tuple(watched)), Week(HOME, "week-20", "A", (OTHER,))]
    chosen = next(task for task in watched if task.name == current)
    return replace(View(weeks, [*watched, OTHER], chosen, verdicts=dict(VERDICTS)), **facts)


GOLDEN = """\
week-12 · Attention and Transformers                                      8 / 36
  ✓ softmax               4/4  complete
> ✗ causal_mask           2/6  partly right
  · positions             0/2  not started
  · attention             0/2  not handed in
  ✓ training_loop        2/12  public checks passed
    heads                -/10  not checked yet

causal_mask: partly right, 2/6 (exercises/week-12/causal_mask.py:31)
  Check: The title of check_b.
  causal_mask(3): at [0, 1] got True, expected False.
  Likely: This is an upper triangle: j ≤ i is allowed.
  1 more check does not pass yet.
  ! causal_mask changes its input; work on a copy.

12:00:00 causal_mask.py: partly right, 0.12 s after the save.

n next · p previous · a check all · h hint · r reset this file · q quit"""


def test_the_whole_screen() -> None:
    shown = lines(view(said=["12:00:00 causal_mask.py: partly right, 0.12 s after the save."]), 80)
    assert "\n".join(shown) == GOLDEN


@pytest.mark.parametrize("width", [40, 80, 100])
def test_no_sentence_is_wider_than_the_screen(width: int) -> None:
    long = "a sentence that goes on and on " * 9
    shown = lines(view(said=[long], question=long), width)
    assert [line for line in shown[8:] if len(line) > width] == []


def test_what_is_being_done_or_asked_stands_in_the_place_of_the_keys() -> None:
    assert lines(view(doing="checking heads …"), 80)[-1] == "checking heads …"
    assert lines(view(question="Really?"), 80)[-1] == "Really?"
    assert lines(view(), 80)[-1] == KEYS


def test_the_last_remarks_stay() -> None:
    shown = lines(view(said=["one", "two", "three", "four"]), 80)
    assert "one" not in shown
    assert shown[shown.index("two") :][:3] == ["two", "three", "four"]


def test_hints_stand_under_the_problem() -> None:
    shown = lines(view(hint="1. Look at the rows.\n2 more: ask again."), 80)
    assert "1. Look at the rows." in shown
    assert "2 more: ask again." in shown


def test_weak_isolation_is_said() -> None:
    assert not any("isolation" in line for line in lines(view(), 80))
    assert "isolation on this machine: weak" in lines(view(level="weak"), 80)


@pytest.mark.parametrize(
    ("current", "sentence"),
    [
        ("positions", "Open positions.py and begin"),
        ("attention", "attention.py was not handed in."),
        ("training_loop", "10 points run after hand-in."),
        ("heads", "heads: not checked yet."),
        ("softmax", "softmax: complete, 4/4"),
    ],
)
def test_every_state_of_a_task_has_its_sentence(current: str, sentence: str) -> None:
    assert any(sentence in line for line in problem(view(current), 80))


def one(**facts: object) -> list[str]:
    failing = check("check_a", "failed", message="Wrong.", hint="Divide.", **facts)
    return problem(view("softmax", verdicts={"week-12/softmax": task("softmax", "failed", failing)}), 80)


def test_a_failure_that_nobody_can_name_says_what_to_try() -> None:
    assert "  Try: Divide." in one()
    assert "  Try: Divide." not in one(mistake="a-name")


def test_a_hidden_check_has_no_title() -> None:
    hidden = check("grade_a", "failed", message="A hidden check on masks: no.", hint="No.")
    shown = problem(view("softmax", verdicts={"week-12/softmax": task("softmax", "failed", hidden)}), 80)
    assert not any("title" in line for line in shown)
    assert "  A hidden check on masks: no." in shown


def test_our_own_fault_is_said() -> None:
    broken = task("softmax", "internal", check("check_a", "internal", message="Boom."))
    shown = problem(view("softmax", verdicts={"week-12/softmax": broken}), 80)
    assert any("broke by our own fault" in line for line in shown)


def printing(text: str) -> list[str]:
    return problem(view("softmax", verdicts={"week-12/softmax": replace(PASSED, printed=text)}), 80)


def test_the_end_of_what_was_printed_is_shown() -> None:
    assert printing("one\ntwo\n")[-3:] == ["your code printed", "  | one", "  | two"]
    many = printing("".join(f"{number}\n" for number in range(PRINTED_LINES + 5)))
    assert many[-PRINTED_LINES - 1] == "  | (5 lines before)"
    assert many[-1] == f"  | {PRINTED_LINES + 4}"
    assert "your code printed" not in printing("\n")


@pytest.mark.parametrize("place", ["message", "hint", "notes", "printed", "path"])
def test_control_characters_are_written_out_wherever_they_come_from(place: str) -> None:
    failing = check("check_a", "failed", message="Wrong.", hint="Try.")
    if place in ("message", "hint"):
        bad = task("softmax", "failed", replace(failing, **{place: EVIL}))
    else:
        bad = task("softmax", "failed", failing, **{place: (EVIL,) if place == "notes" else EVIL})
    text = "\n".join(lines(view("softmax", verdicts={"week-12/softmax": bad}), 200))
    assert not [char for char in text if char in EVIL and not char.isprintable()]
    for part in WRITTEN:
        assert part in text


# ---------------------------------------------------------------- on a terminal, and by line


def drawn(of: View, **facts: object) -> str:
    console = Console(
        file=io.StringIO(), width=80, height=40, force_terminal=True, highlight=False, soft_wrap=True, **facts
    )
    Screen(console).show(of, "said")
    return console.file.getvalue()


def test_the_screen_is_cleared_and_drawn_in_one_piece() -> None:
    text = drawn(view(), color_system=None)
    assert text.startswith("\x1b[2J\x1b[H")
    assert text.count("\x1b[2J") == 1
    assert KEYS in text


GOES_ON = "   that goes on\n" * 3
HINTS = "".join(f"{number}. a hint\n{GOES_ON}" for number in (1, 2, 3)) + "That was the last hint."


def test_on_a_low_screen_the_current_task_and_the_last_hint_stay() -> None:
    whole = fitting(view(hint=HINTS), 80, 60)
    assert whole == lines(view(hint=HINTS), 80)
    short = fitting(view(hint=HINTS), 80, 24)
    assert len(short) < 24
    assert short[0].startswith("week-12 · Attention") and short[1].startswith("> ✗ causal_mask") and short[2] == ""
    assert any(line.startswith("3. a hint") for line in short) and short[-1] == KEYS


def test_a_screen_that_is_too_low_for_anything_gets_the_shortest() -> None:
    assert fitting(view(hint=HINTS), 80, 3) == fitting(view(hint=HINTS), 80, 24)


def test_by_letter_and_by_line_the_keys_are_said_as_they_are_typed() -> None:
    assert Screen.keys == f"Keys: {KEYS}."
    assert "Enter" not in Screen.keys and "Enter" in Plain.keys


def test_colours_only_repeat_the_signs() -> None:
    coloured = drawn(view(), color_system="standard")
    assert "\x1b[32m✓\x1b[0m" in coloured
    assert "\x1b[31m✗\x1b[0m" in coloured


def test_markup_in_a_message_is_text() -> None:
    failing = check("check_a", "failed", message="[bold]x[/bold] [/] :smile:")
    of = view("softmax", verdicts={"week-12/softmax": task("softmax", "failed", failing)})
    assert "[bold]x[/bold] [/] :smile:" in drawn(of, color_system=None)
    assert "[bold]x[/bold] [/] :smile:" in heard(of, "problem")


def heard(of: View, *new: str) -> str:
    console = Console(file=io.StringIO(), width=80, highlight=False, soft_wrap=True, color_system=None)
    Plain(console).show(of, *new)
    return console.file.getvalue()


def test_by_line_a_verdict_is_one_block_without_codes() -> None:
    said = heard(view(said=["an earlier remark", "12:00:00 causal_mask.py: partly right."]), "said", "problem", "score")
    assert said.startswith("12:00:00 causal_mask.py: partly right.\ncausal_mask: partly right, 2/6")
    assert said.endswith("\nweek-12: 8 / 36 points.\n\n")
    assert "\x1b" not in said
    assert "\n\n" not in said.rstrip()


def test_by_line_only_what_is_new_is_said() -> None:
    assert heard(view(said=["a remark"])) == ""
    assert heard(view(question="Really? y yes · n no"), "question") == "Really? y yes · n no\n\n"
    assert heard(view(hint="1. Look.\nThat was the last hint."), "hint") == "1. Look.\nThat was the last hint.\n\n"
    assert heard(view(), "keys").startswith("Keys, each followed by Enter: n next task")
    assert "> " not in heard(view(), "table")


def test_the_screen_grows_to_a_hundred_columns() -> None:
    console = Console(file=io.StringIO(), width=300, height=40, force_terminal=True, soft_wrap=True, color_system=None)
    Screen(console).show(view())
    assert max(map(len, console.file.getvalue().replace("\x1b[2J\x1b[H", "").splitlines())) == MAX_WIDTH
