"""Numbers and shapes as people write them: a written grammar decides, and what is doubtful is no wrong mark."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from quiz.example import a_question, example

from autograder.quiz.number import read_number, show_number
from autograder.quiz.score import CREDITED, NOT_YET, UNREADABLE, UnreadableAnswer
from autograder.quiz.scorer import score
from autograder.quiz.shape import read_shape, show_shape

READ = {
    "0.88": Fraction(88, 100),
    "0,88": Fraction(88, 100),
    " .5 ": Fraction(1, 2),
    "1.": Fraction(1),
    "+3": Fraction(3),
    "-3": Fraction(-3),
    "\N{MINUS SIGN}3": Fraction(-3),
    "1e-4": Fraction(1, 10000),
    "2,5E2": Fraction(250),
    "2/3": Fraction(2, 3),
    "- 2 / 3": Fraction(-2, 3),
    "1.234,5": Fraction(12345, 10),
    "1,234.5": Fraction(12345, 10),
    "1,234,567": Fraction(1234567),
    "1.234.567": Fraction(1234567),
    "0,123": Fraction(123, 1000),
    "1234,567": Fraction(1234567, 1000),
}


@pytest.mark.parametrize("text", READ)
def test_a_number_is_read(text: str) -> None:
    assert read_number(text) == READ[text]


NO_NUMBERS = [
    "nan",
    "inf",
    "-infinity",
    "1e400",
    "1_000",
    "５",
    "٣",
    "1 234",
    "88%",
    "0x1",
    "1/0",
    "",
    "e5",
    "1e",
    "--1",
]


@pytest.mark.parametrize("text", [*NO_NUMBERS, "1" * 41])
def test_what_is_no_number_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(UnreadableAnswer, match="number"):
        read_number(text)


@pytest.mark.parametrize("text", ["1,234", "-12,345", "999,000"])
def test_a_comma_before_three_digits_is_doubtful(text: str) -> None:
    with pytest.raises(UnreadableAnswer, match=r"could be .* or .*: write it without a comma"):
        read_number(text)


@given(st.text())
def test_any_text_is_a_number_or_a_sentence(text: str) -> None:
    try:
        assert isinstance(read_number(text), Fraction)
    except UnreadableAnswer as error:
        assert str(error).endswith(".")


@given(st.fractions(-(10**9), 10**9, max_denominator=10**6), st.fractions(0, 1, max_denominator=10**6))
def test_what_is_shown_is_read_as_what_it_was(value: Fraction, tolerance: Fraction) -> None:
    assert abs(read_number(show_number(value, tolerance)) - value) <= tolerance


def test_a_doubtful_number_is_no_wrong_mark() -> None:
    result = score(a_question('kind = "number"\nanswer = 1234'), "1,234")
    assert (result.outcome, result.counts) == (UNREADABLE, False)


def test_nan_is_never_right() -> None:
    assert score(example("masked-weight"), "nan").outcome == UNREADABLE


@pytest.mark.parametrize(("answer", "points"), [("0", 1), ("1e-16", 1), ("-0.0", 1), ("1e-3", 0)])
def test_a_key_of_0_has_an_absolute_tolerance(answer: str, points: int) -> None:
    assert score(example("masked-weight"), answer).points == points


def test_the_edge_of_the_tolerance_is_exact() -> None:
    question = a_question('kind = "number"\nanswer = 0.3\ntolerance = 0.1')
    assert [score(question, answer).points for answer in ("0.2", "0.4", "0.40000000000001")] == [1, 1, 0]


def test_a_unit_may_be_written() -> None:
    question = a_question('kind = "number"\nanswer = 12\nunit = "heads"')
    assert score(question, "12 heads").outcome == CREDITED


def test_a_known_wrong_number_has_its_sentence() -> None:
    result = score(example("masked-weight"), "-1000000000")
    assert (result.outcome, result.message[:28]) == (NOT_YET, "That can stand for its score")


@pytest.mark.parametrize(
    "text", ["[2,5,7]", "2x5x7", "2×5×7", "(2, 5, 7)", "2 5 7", "2*5*7", "torch.Size([2, 5, 7])", "(2,5,7,)"]
)
def test_a_shape_is_read(text: str) -> None:
    assert read_shape(text) == (2, 5, 7)


def test_shapes_of_one_axis_and_of_none() -> None:
    assert [read_shape(text) for text in ("(5,)", "[5]", "5", "()", "[]", "torch.Size([])")] == [
        (5,),
        (5,),
        (5,),
        (),
        (),
        (),
    ]


@pytest.mark.parametrize("text", ["five", "(2, -1)", "2.5", "", "(2, 5", "2,,5", "(" * 300])
def test_what_is_no_shape_is_refused(text: str) -> None:
    with pytest.raises(UnreadableAnswer):
        read_shape(text)


@given(st.lists(st.integers(0, 10**6), max_size=8))
def test_a_shown_shape_is_read_back(sizes: list[int]) -> None:
    assert read_shape(show_shape(tuple(sizes))) == tuple(sizes)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("(7, 5)", "Rows are queries: 5 come first."),
        ("5", "You wrote 1 axis, it has 2 axes."),
        ("5x8", "Axis 1 is not 8."),
    ],
)
def test_a_wrong_shape_is_told_how(answer: str, message: str) -> None:
    assert score(example("score-shape"), answer).message == message


def test_the_right_sizes_in_the_wrong_order() -> None:
    assert "order" in score(a_question('kind = "shape"\nanswer = [2, 3, 4]'), "3x2x4").message
