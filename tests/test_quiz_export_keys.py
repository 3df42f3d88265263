"""Keys stay keys: numbers, shuffled options and typed answers that another system would read differently."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from quiz.example import a_question
from quiz_export_readers.expected import agree
from quiz_export_readers.nasty import bank_of, left_out, number, only_file, order, typed
from quiz_export_readers.readers import READERS, read
from quiz_export_readers.seen import shown, squeezed

from autograder.quiz.exports import FORMATS, export
from autograder.quiz.exports.decimals import nearly
from autograder.quiz.exports.forms import spellings
from autograder.quiz.exports.markup import to_html
from autograder.quiz.question import Bank, ChoiceKey, Option, Question
from autograder.quiz.shape import read_shape

# Numbers


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("value", ["42", "-7", "1000000"])
def test_an_exact_number_stays_itself(name: str, value: str) -> None:
    data = only_file(bank_of(number("n", value, None)), name)
    (seen,) = read(name, data)
    assert [float(each) for each in seen.right] == [float(value)]
    assert seen.tolerance[0] == 0
    assert b"range" not in data and f"{value}.".encode() not in data


@pytest.mark.parametrize("name", ["moodle", "gift", "jupyterquiz"])
@pytest.mark.parametrize(
    ("value", "tolerance"), [("0", "0.000001"), ("0.665", "0.001"), ("2/3", "0.001"), ("1e9", "1")]
)
def test_a_tolerance_stays_as_wide(name: str, value: str, tolerance: str) -> None:
    question = number("n", value, tolerance, "points")
    (seen,) = read(name, only_file(bank_of(question), name))
    agree(question, seen, name)
    assert "in points" in seen.prompt


def test_a_jupyterquiz_range_holds_both_ends() -> None:
    (entry,) = json.loads(only_file(bank_of(number("n", "0.5", "0.25")), "jupyterquiz"))
    low, high = entry["answers"][0]["range"]
    assert low <= 0.25 and 0.75 < high < 0.7500001


@pytest.mark.parametrize(("value", "tolerance"), [("0.12345", "0.00001"), ("0", "0.00001"), ("0", None), ("1/3", None)])
def test_a_number_that_canvas_would_blur_stays(value: str, tolerance: str | None) -> None:
    assert left_out(bank_of(number("n", value, tolerance)), "canvas")


# Keys that other systems would read differently


def choice(*options: Option, kind: str = "choice") -> Bank:
    return bank_of(Question("c", "t", kind, "Which?", 1, ChoiceKey(options), "So."))


RIGHT, WRONG = Option("r", "yes", True), Option("w", "no", False, "No.")


def test_options_that_speak_of_the_others_are_never_shuffled() -> None:
    above = choice(RIGHT, WRONG, Option("a", "all of the above", False, "No.", True))
    assert "shuffles" in left_out(above, "gift") and "shuffles" in left_out(above, "jupyterquiz")
    assert b"<shuffleanswers>false" in only_file(above, "moodle")
    assert [seen.texts[-1] for seen in read("canvas", only_file(above, "canvas"))] == ["all of the above"]


def test_a_pinned_option_that_would_be_shuffled_is_told() -> None:
    pinned = choice(RIGHT, WRONG, Option("n", "nothing", False, "No.", True))
    assert "shuffles" in dict(export(pinned, "gift").changed)["c"]
    assert export(pinned, "moodle").changed == ()


@pytest.mark.parametrize("name", FORMATS)
def test_a_choice_that_has_no_single_key_stays(name: str) -> None:
    assert "this one has 2" in left_out(choice(RIGHT, Option("s", "also", True)), name)
    assert "this one has 0" in left_out(choice(WRONG, Option("v", "nor", False, "No.")), name)
    assert "none of its options" in left_out(choice(WRONG, Option("v", "nor", False, "No."), kind="several"), name)
    assert "read alike" in left_out(choice(RIGHT, Option("s", " YES ", False, "No.")), name)
    assert "by letter" in left_out(choice(RIGHT, WRONG, Option("b", "both A and C", False, "No.")), name)
    assert "control" in left_out(choice(RIGHT, Option("w", "no\x07", False, "No.")), name)


def test_eleven_right_options_have_no_share_in_moodle() -> None:
    many = choice(*(Option(f"r{at}", f"yes {at}", True) for at in range(11)), WRONG, kind="several")
    assert "1/11" in left_out(many, "moodle") and "1/11" in left_out(many, "gift")
    assert export(many, "canvas").taken == 1


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("answer", ["a*b", "<pad>", "{Q}", "~#=:", r"\n", "a && b", "[5]", "$x$", "T", "-1"])
def test_a_typed_answer_is_compared_as_it_is(name: str, answer: str) -> None:
    (seen,) = read(name, only_file(bank_of(typed("t", answer, "no")), name))
    assert seen.kind == "short" and seen.right == [answer]


@pytest.mark.parametrize("answer", ["a -> b", "%50% x", "[html]x"])
def test_a_typed_answer_that_gift_would_read_as_a_mark_stays(answer: str) -> None:
    assert "something else" in left_out(bank_of(typed("t", answer, "no")), "gift")


def test_an_output_of_several_lines_or_whose_case_decides_is_marked_by_hand() -> None:
    lines, case = typed("lines", "1\n2", "1", "output"), typed("case", "True", "true", "output")
    for name in ("moodle", "gift", "canvas"):
        seen = read(name, only_file(bank_of(lines, case), name))
        assert [each.kind for each in seen] == ["essay", "short" if name == "moodle" else "essay"]
    assert b"<usecase>1" in only_file(bank_of(case), "moodle")
    assert "wrong answers is right" in left_out(bank_of(typed("t", "key", "KEY")), "moodle")
    assert "code block" in left_out(bank_of(typed("t", "```\n1", "1", "output")), "moodle")
    assert "several lines" in dict(export(bank_of(typed("t", "1", "1\n2", "output")), "moodle").changed)["t"]


def test_a_program_of_one_line_of_output_goes_with_its_code() -> None:
    question = a_question('kind = "output"\ncode = "x = [1, 2]\\nprint(x[0] < 2)"\nanswer = "True"')
    [entry] = json.loads(only_file(bank_of(question), "jupyterquiz"))
    assert entry["code"] == "x = &#91;1, 2]\nprint(x&#91;0] &lt; 2)"


def test_a_question_whose_wrong_answer_cannot_be_read_stays() -> None:
    question = a_question('kind = "number"\nanswer = 2\nwrong = [{ answer = "1,234", feedback = "f" }]')
    [(name, reason)] = export(bank_of(question), "moodle").left_out
    assert (name, reason.startswith("an answer cannot be read: 1,234 could be ")) == ("one", True)


def test_a_number_that_is_nearer_than_15_places_has_no_decimal() -> None:
    assert nearly(Fraction(2, 3), Fraction(1, 1000)) == "0.666667"
    assert nearly(Fraction(2, 3), Fraction(1, 10**20)) is None


def test_a_short_order_is_chosen_and_one_of_entangled_marks_stays() -> None:
    (seen,) = read("moodle", only_file(bank_of(order("o", "first", "then")), "moodle"))
    assert (seen.kind, seen.right) == ("choice", ["first → then"])
    assert "run into each other" in left_out(bank_of(order("o", "a ` b", "c ` d")), "canvas")


@given(st.lists(st.integers(0, 99), max_size=4).map(tuple))
@settings(max_examples=50, deadline=None)
def test_every_spelling_of_a_shape_is_that_shape(sizes: tuple[int, ...]) -> None:
    assert {read_shape(each) for each in spellings(sizes)} == {sizes}


@pytest.mark.parametrize("name", FORMATS)
def test_a_title_of_several_lines_and_control_characters_breaks_nothing(name: str) -> None:
    bank = Bank("b", "Week 12:\n\n// {x} \x07", bank_of(number("n", "1", None)).questions)
    assert export(bank, name).taken == 1
    assert name not in READERS or len(read(name, only_file(bank, name))) == 1


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cf", "Zl", "Zp"], exclude_characters="$`*")))
@settings(max_examples=200, deadline=None)
def test_text_without_marks_is_shown_as_it_is(text: str) -> None:
    assert shown(to_html(text)) == squeezed(text)
