"""Asking in a terminal or a pipe: every kind, quitting anywhere, progress that is never lost."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from itertools import groupby
from pathlib import Path

import pytest
from quiz.example import a_course, example, example_bank

from autograder.quiz.asking import shuffled
from autograder.quiz.feedback import where_to_see
from autograder.quiz.leitner import WAITS, Card, after, due, is_due
from autograder.quiz.paper import code
from autograder.quiz.plain_math import in_letters
from autograder.quiz.progress import Progress
from autograder.quiz.table import BankError
from autograder.quiz.terminal import Asked, Sitting
from autograder.quiz.verb import run_quiz

TODAY = date(2026, 3, 1)


def sit(folder: Path, replies: list[str | type[BaseException]], ids: list[str]) -> tuple[str, Progress]:
    """Answers the questions with these replies; what was shown, and the progress that was kept."""
    shown: list[str] = []
    left = iter(replies)

    def read(ask: str) -> str:
        shown.append(ask)
        reply = next(left, EOFError)
        if not isinstance(reply, str):
            raise reply
        return reply

    path = folder / "progress.json"
    sitting = Sitting(Progress(path), TODAY, "00123", read, shown.append)
    sitting.ask_all([Asked("week-1", example(each)) for each in ids])
    return "\n".join(shown), Progress(path)


def number_of(question_id: str, *option_ids: str) -> str:
    """What has to be typed for these options."""
    options = [option.id for option in shuffled(example(question_id), "00123/0")]
    return " ".join(str(options.index(each) + 1) for each in option_ids)


REPLIES: dict[str, Callable[[], list[str]]] = {
    "divide-by": lambda: [number_of("divide-by", "root")],
    "made-from-x": lambda: [number_of("made-from-x", "values", "queries", "keys")],
    "scale-number": lambda: ["0,25"],
    "masked-weight": lambda: ["0"],
    "score-shape": lambda: ["5x7"],
    "predict-mix": lambda: ["4.0", "0.5", "0.25", "0.25", ""],
    "what-seeks": lambda: ["Q"],
    "pipeline": lambda: [number_of("pipeline", "scores", "scale", "softmax", "mix")],
    "why-scale": lambda: ["Dot products grow with long keys,", "so that the softmax saturates.", ""],
}


@pytest.mark.parametrize("question_id", REPLIES)
def test_each_kind_is_asked_and_scored(tmp_path: Path, question_id: str) -> None:
    shown, progress = sit(tmp_path, REPLIES[question_id](), [question_id])
    assert "✓ Right: " in shown
    assert progress.cards == {f"week-1/{question_id}": Card(2, TODAY, 1, 1)}
    assert "It comes back in 1 day." in shown


def test_a_wrong_answer_shows_reason_standard_answer_and_where_to_work_on_it(tmp_path: Path) -> None:
    shown, progress = sit(tmp_path, [number_of("divide-by", "depth")], ["divide-by"])
    wanted = [
        "✗ Not yet: 0 of 1 point.",
        "That divides too much",
        "Answer: √d_k",
        "Why: ",
        "To work on it: exercises/week-1/attention.py",
    ]
    assert all(each in shown for each in wanted)
    assert progress.cards["week-1/divide-by"].box == 1
    assert "Scored: 0 of 1 point." in shown


def test_what_cannot_be_read_is_asked_again_and_costs_nothing(tmp_path: Path) -> None:
    shown, progress = sit(tmp_path, ["1,234", "nan", "0"], ["masked-weight"])
    assert shown.count("! Not read") == 2
    assert progress.cards["week-1/masked-weight"] == Card(2, TODAY, 1, 1)


def test_numbers_of_options_are_checked(tmp_path: Path) -> None:
    shown, _ = sit(tmp_path, ["9", "root", number_of("divide-by", "root")], ["divide-by"])
    assert shown.count("Type one number from 1 to 4.") == 2


def test_an_empty_answer_skips(tmp_path: Path) -> None:
    shown, progress = sit(tmp_path, ["", "", "", ""], ["divide-by", "what-seeks", "predict-mix", "why-scale"])
    assert shown.count("Skipped.") == 4
    assert (progress.cards, "Nothing was answered." in shown) == ({}, True)


def test_the_learner_marks_what_the_scorer_cannot_tell(tmp_path: Path) -> None:
    shown, progress = sit(tmp_path, ["It is the weather of the day.", "", "3", "1 2"], ["why-scale"])
    assert "? I can't tell: I did not recognise your words" in shown
    assert "key point 1, not found: dot products of long keys become large" in shown
    assert "Numbers from 1 to 2, or nothing: " in shown
    assert "Marked by yourself: 2 of 2 points." in shown
    assert "In your own words, for study only: 2 of 2 points." in shown
    assert progress.cards["week-1/why-scale"].box == 2


def test_key_points_that_were_found_stay_and_the_learner_adds_the_others(tmp_path: Path) -> None:
    shown, progress = sit(tmp_path, ["The dot products become large.", "", "2"], ["why-scale"])
    assert "✗ Not yet: 1 of 2 points." in shown
    assert "Marked by yourself: 2 of 2 points." in shown
    assert progress.cards["week-1/why-scale"].box == 2


@pytest.mark.parametrize("end", ["q", KeyboardInterrupt])
def test_an_answer_that_was_begun_is_not_kept_and_that_is_said(tmp_path: Path, end: str | type[BaseException]) -> None:
    shown, progress = sit(tmp_path, ["Dot products grow.", "So it saturates.", end], ["why-scale"])
    assert progress.cards == {}
    assert "Stopped. The answer that was begun is not kept." in shown


@pytest.mark.parametrize("end", ["q", EOFError, KeyboardInterrupt])
def test_whoever_stops_loses_nothing(tmp_path: Path, end: str | type[BaseException]) -> None:
    shown, progress = sit(tmp_path, ["query", end], ["what-seeks", "score-shape"])
    assert list(progress.cards) == ["week-1/what-seeks"]
    assert "Stopped." in shown and "Scored: 1 of 1 point." in shown


@pytest.mark.parametrize("end", ["q", EOFError, KeyboardInterrupt])
def test_whoever_stops_before_marking_has_answered_all_the_same(tmp_path: Path, end: str | type[BaseException]) -> None:
    _, progress = sit(tmp_path, ["It is the weather of the day.", "", end], ["why-scale"])
    assert progress.cards["week-1/why-scale"] == Card(1, TODAY, 1, 0)


def test_the_end_of_the_input_ends_the_last_answer(tmp_path: Path) -> None:
    _, progress = sit(tmp_path, ["4.0", "0.5", "0.25", "0.25", EOFError], ["predict-mix"])
    assert progress.cards["week-1/predict-mix"].right == 1


def test_options_are_shuffled_but_pinned_ones_stay() -> None:
    orders = {tuple(option.id for option in shuffled(example("divide-by"), str(seed))) for seed in range(40)}
    assert len(orders) == 6
    assert {order[-1] for order in orders} == {"nothing"}


def test_an_order_is_never_shown_solved() -> None:
    solved = example("pipeline").options
    assert all(shuffled(example("pipeline"), str(seed)) != solved for seed in range(100))


def test_what_a_learner_writes_does_not_steer_the_terminal(tmp_path: Path) -> None:
    shown, _ = sit(tmp_path, ["The softmax \x1b[31m saturates.", ""], ["why-scale"])
    assert "\x1b" not in shown
    assert "\\x1b" in shown


def test_right_on_its_day_moves_up_and_wrong_back_to_the_first_box() -> None:
    card, day = None, TODAY
    for box in (2, 3, 4, 5, 5):
        card = after(card, True, day)
        assert (card.box, card.last) == (box, day)
        day += timedelta(days=WAITS[box - 1])
        assert [is_due(card, day - timedelta(days=1)), is_due(card, day)] == [False, True]
    assert after(card, False, TODAY) == Card(1, TODAY, 6, 5)


def test_right_before_its_day_is_counted_and_moves_nothing() -> None:
    card = after(None, True, TODAY)
    again = after(card, True, TODAY)
    assert again == Card(2, TODAY, 2, 2)
    assert after(again, True, TODAY + timedelta(days=1)) == Card(3, TODAY + timedelta(days=1), 3, 3)


def test_what_went_wrong_comes_first_then_what_is_new() -> None:
    cards = {
        "old": Card(3, TODAY - timedelta(days=9), 3, 3),
        "wrong": Card(1, TODAY, 1, 0),
        "resting": Card(2, TODAY, 1, 1),
    }
    assert due(["new", "old", "resting", "wrong"], cards, TODAY) == ["wrong", "new", "old"]


def test_a_clock_that_was_set_back_hides_nothing() -> None:
    assert is_due(Card(5, TODAY + timedelta(days=400), 1, 1), TODAY)


def test_two_terminals_do_not_undo_each_other(tmp_path: Path) -> None:
    one, other = (Progress(tmp_path / "p.json") for _ in range(2))
    one.record("a", True, TODAY)
    other.record("b", True, TODAY)
    one.record("a", True, TODAY)
    assert {key: card.tries for key, card in Progress(tmp_path / "p.json").cards.items()} == {"a": 2, "b": 1}


ENTRY = '{"schema": "quiz-progress/v1", "questions": {"a": {"box": %s, "last": "%s", "tries": 1, "right": 1}}}'
DAMAGED = ["", "{", "[]", "\udcff", '{"schema": "x"}', ENTRY % (9, "2026-01-01"), ENTRY % (1, "never"), "[" * 100_000]


@pytest.mark.parametrize("content", [text.encode("utf-8", "surrogateescape") for text in DAMAGED])
def test_a_damaged_file_is_kept_and_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "p.json"
    path.write_bytes(content)
    progress = Progress(path)
    assert progress.cards == {}
    assert "It is kept as p.damaged-1.json; your progress starts anew." in progress.told()[0]
    assert (tmp_path / "p.damaged-1.json").read_bytes() == content
    progress.record("a", True, TODAY)
    path.write_bytes(content)
    Progress(path)
    assert (tmp_path / "p.damaged-2.json").exists()


def test_a_damaged_file_is_told_before_the_first_question(tmp_path: Path) -> None:
    (tmp_path / "progress.json").write_text("{", encoding="utf-8")
    shown = " ".join(sit(tmp_path, ["q"], ["divide-by"])[0].split())
    assert shown.index("your progress starts anew") < shown.index("An empty answer skips a question")
    assert shown.count("starts anew") == 1


def test_a_topics_own_words_come_behind_its_other_questions() -> None:
    asked = example_bank().as_asked
    assert sorted(each.id for each in asked) == sorted(example_bank().ids)
    for topic in {each.topic for each in asked}:
        is_open = [each.kind == "open" for each in asked if each.topic == topic]
        assert is_open == sorted(is_open)
    topics = [each.topic for each in asked]
    assert [topic for topic, _ in groupby(topics)] == list(dict.fromkeys(topics))


def test_a_place_that_cannot_be_written_is_told_and_the_quiz_goes_on(tmp_path: Path) -> None:
    progress = Progress(tmp_path / "no such folder" / "p.json")
    progress.record("a", True, TODAY)
    progress.record("b", True, TODAY)
    (told,) = progress.told()
    assert "cannot be written" in told and progress.told() == []
    assert set(progress.cards) == {"a", "b"}


def test_the_file_is_never_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    progress = Progress(tmp_path / "p.json")
    progress.record("a", True, TODAY)
    before = progress.path.read_bytes()
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(5, "broken")))
    progress.record("b", True, TODAY)
    assert progress.path.read_bytes() == before


@pytest.mark.parametrize(
    ("latex", "letters"),
    [
        (r"$\frac{QK^\top}{\sqrt{d_k}}$", "QKᵀ / √d_k"),
        (r"$\mathrm{softmax}(QK^\top/\sqrt{d_k})V$", "softmax(QKᵀ/√d_k)V"),
        (r"$w_{ij} = \frac{a + b}{2}$ and $-\infty$", "w_(ij) = (a + b) / 2 and -∞"),
        (r"it costs \$5, x_{i} stays {here}", "it costs $5, x_{i} stays {here}"),
        ("<pad> a && b", "<pad> a && b"),
    ],
)
def test_formulas_in_letters(latex: str, letters: str) -> None:
    assert in_letters(latex) == letters


SCRIPT = """
import sys
from pathlib import Path
from autograder.course import Course
from autograder.quiz.verb import run_quiz
sys.exit(run_quiz(course=Course.open(Path(sys.argv[1])), question=sys.argv[2] or None))
"""


def piped(root: Path, text: str, question: str = "", columns: str = "60") -> subprocess.CompletedProcess:
    command = [sys.executable, "-c", SCRIPT, str(root), question]
    env = os.environ | {"COLUMNS": columns, "NO_COLOR": "1", "PYTHONUTF8": "1"}
    return subprocess.run(command, input=text, capture_output=True, text=True, env=env, encoding="utf-8", check=False)


def test_it_works_in_a_pipe_at_60_columns(tmp_path: Path) -> None:
    root = a_course(tmp_path / "TA dir").root
    done = piped(root, "query\n", "what-seeks")
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 60
    assert "✓ Right: 1 of 1 point." in done.stdout
    assert "\x1b" not in done.stdout
    kept = json.loads((root / ".quiz-progress.json").read_text(encoding="utf-8"))
    assert kept["questions"]["week-1/what-seeks"]["box"] == 2


def test_a_whole_round_fits_narrow_terminals(tmp_path: Path) -> None:
    root = a_course(tmp_path).root
    done = piped(root, "\n" * 40, columns="60")
    assert done.stdout.count("Skipped.") == len(example_bank().questions)
    assert max(len(line.removeprefix("> ")) for line in done.stdout.splitlines() if "Your answer" not in line) <= 60


def test_nothing_due_says_when(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    course = a_course(tmp_path)
    progress = Progress(tmp_path / ".quiz-progress.json")
    for name in example_bank().ids:
        progress.record(f"week-1/{name}", True, date.today())
    assert run_quiz(course=course) == 0
    assert "Nothing is due until " in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    assert run_quiz(course=course, every=True) == 0
    assert "Questions: 9.\n" in capsys.readouterr().out


def test_a_teacher_sees_a_students_numbers_and_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_quiz(course=a_course(tmp_path), question="scale-number", student="00123", show=True) == 0
    shown = capsys.readouterr().out
    assert "for student '00123'" in shown
    assert "A raw score is 2 and the keys have 64 components." in shown
    assert "Answer: 0.25" in shown


def test_what_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    course = a_course(tmp_path)
    with pytest.raises(BankError, match=r"There is no question 'x' among the 9\. Without QUESTION .* all are asked"):
        run_quiz(course=course, question="x")
    with pytest.raises(BankError, match=r"Did you mean week-1/divide-by\?"):
        run_quiz(course=course, question="divide_by")
    with pytest.raises(BankError, match="add --answers FILE"):
        run_quiz(course=course, json_file=tmp_path / "x.json")


def test_prompts_alone_show_no_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    course = a_course(tmp_path)
    assert run_quiz(course=course, prompts=True) == 0
    question = example("why-scale")
    shown = capsys.readouterr().out
    assert shown.split("\n")[0] == "week-1/why-scale · 2 points"
    assert in_letters(question.prompt) in " ".join(shown.split())
    assert not any(claim.says in shown for claim in question.key.claims)
    with pytest.raises(BankError, match="no open question among week-1/scale-number"):
        run_quiz(course=course, question="scale-number", prompts=True)


def test_empty_lines_of_code_stay_empty() -> None:
    assert code("a = 1\n\nprint(a)") == "    a = 1\n\n    print(a)"


def test_a_copy_without_questions_is_told_so(tmp_path: Path) -> None:
    course = a_course(tmp_path)
    (tmp_path / "self_checks/week-1/quiz.toml").unlink()
    with pytest.raises(
        BankError, match=r"^There are no questions here: no week has a self_checks/<week>/quiz\.toml\.$"
    ):
        run_quiz(course=course)
    with pytest.raises(BankError, match=r"^week-1 has no questions: there is no .*week-1/quiz\.toml\.$"):
        run_quiz(week="week-1", course=course)


def test_a_misunderstanding_is_quoted_and_told(tmp_path: Path) -> None:
    shown, _ = sit(tmp_path, ["Because scaling saturates the softmax.", ""], ["why-scale"])
    assert "! You wrote “scaling saturates”. It is the other way round: " in " ".join(shown.split())


def test_a_question_of_no_task_names_no_place() -> None:
    assert where_to_see(replace(example("divide-by"), revisit=()), "week-1") == ""


def test_a_file_that_can_neither_be_read_nor_moved_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError("no")

    (tmp_path / "p.json").write_text("{", encoding="utf-8")
    monkeypatch.setattr(os, "replace", refuse)
    [told] = Progress(tmp_path / "p.json").told()
    assert told.startswith(f"{tmp_path / 'p.json'} cannot be read (") and told.endswith("so your progress starts anew.")
    assert (tmp_path / "p.json").read_text(encoding="utf-8") == "{"
