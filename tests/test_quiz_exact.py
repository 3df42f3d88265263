"""Choices, orders, outputs, terms: scored by id, by a written rule, with the reason said."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from quiz.example import a_question, example, example_bank

from autograder.quiz.exact import standard_answer
from autograder.quiz.formula import FormulaError, check_formula, work_out
from autograder.quiz.score import CREDITED, NOT_YET, UNREADABLE
from autograder.quiz.scorer import score
from autograder.quiz.variants import drawn, for_student


@pytest.mark.parametrize("question_id", [question.id for question in example_bank().questions])
def test_the_standard_answer_scores_full(question_id: str) -> None:
    question = for_student(example(question_id), "00123")
    assert score(question, standard_answer(question)).full


def test_a_choice_is_scored_by_id_and_has_its_feedback() -> None:
    assert score(example("divide-by"), " ROOT ").full
    assert score(example("divide-by"), "depth").message.startswith("That divides too much")


@pytest.mark.parametrize("answer", ["2", "root depth", "sqrt"])
def test_what_is_no_option_is_asked_again(answer: str) -> None:
    assert score(example("divide-by"), answer).outcome == UNREADABLE


@pytest.mark.parametrize(
    ("answer", "points"),
    [
        ("queries, keys, values", 2),
        ("values keys; queries", 2),
        ("queries", 0),
        ("queries, keys", 1),
        ("queries, keys, values, mask", 1),
        ("mask", 0),
        ("queries, queries, queries", 0),
    ],
)
def test_several_counts_right_ones_up_and_wrong_ones_down(answer: str, points: int) -> None:
    assert score(example("made-from-x"), answer).points == points


def test_several_names_what_is_missing_and_what_is_too_much() -> None:
    message = score(example("made-from-x"), "queries, mask").message
    assert message.startswith("Missing: the keys; the values. Too much: the mask.")


def test_with_one_point_several_is_all_or_nothing() -> None:
    question = a_question(
        """kind = "several"
        options = [
            {id = "a", text = "1", right = true}, {id = "b", text = "2", right = true}, {id = "c", text = "3"},
        ]"""
    )
    assert [score(question, answer).points for answer in ("a b", "a", "a b c")] == [1, 0, 0]
    assert score(question, "a b c").outcome == NOT_YET


def test_an_order_is_all_or_nothing_and_says_how_far_it_is_right() -> None:
    assert score(example("pipeline"), "scores > scale > softmax > mix").full
    result = score(example("pipeline"), "scores, softmax, scale, mix")
    assert (result.points, result.message[:27]) == (0, "Up to place 1 it is right. ")
    assert "not named: mix the values" in score(example("pipeline"), "scores, scale, softmax").message


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("4.0\n0.5\n0.25\n0.2", "Line 4: you wrote 0.2 where it prints 0.25."),
        ("4.0\n0,5\n0.25\n0.25", "Line 2: you wrote 0 where it prints 0.5."),
        ("4.0\n0.5", "After line 2 it prints more."),
        ("4.0\n0.5\n0.25\n0.25\n1", "After line 4 it prints nothing more."),
        ("4", "Line 1: you wrote 4 where it prints 4.0. There are four lines."),
        ("4.0 1\n0.5\n0.25\n0.25", "Line 1: you wrote 1 where it prints nothing more."),
    ],
)
def test_an_output_shows_the_first_difference(answer: str, message: str) -> None:
    assert score(example("predict-mix"), answer).message == message


ONLY_BLANKS = "Only the blanks differ: where Python puts them is not asked."


@pytest.mark.parametrize("answer", ["[[1,2],[3 ,  4]] -1", " [ [1, 2], [3,4] ]  -1", "[[1,2],[3,4]]-1"])
def test_blanks_cost_nothing_in_an_output(answer: str) -> None:
    question = a_question('kind = "output"\ncode = "1"\nanswer = "[[1, 2], [3, 4]] -1"')
    assert score(question, answer).full
    assert score(question, answer).message == ONLY_BLANKS


@pytest.mark.parametrize(
    "answer", ["[[12], [3, 4]] -1", "[[1, 2], [3, 4]] 1", "[[1, 2], [3, 4]] - 1.0", "[[1, 2], [3. 4]] -1"]
)
def test_blanks_between_numbers_part_them(answer: str) -> None:
    assert not score(a_question('kind = "output"\ncode = "1"\nanswer = "[[1, 2], [3, 4]] -1"'), answer).full


def test_line_ends_and_empty_lines_around_are_no_difference() -> None:
    result = score(example("predict-mix"), "\n4.0  \r\n0.5\n0.25\t\n0.25\n\n")
    assert result.full and result.message == ""
    assert not score(example("predict-mix"), "4.0 0.5 0.25 0.25").full


@pytest.mark.parametrize("answer", ["query", " The  Query ", "QUERIES", "query-vector", "q", "qeury"])
def test_a_term_in_its_spellings(answer: str) -> None:
    assert score(example("what-seeks"), answer).full


@pytest.mark.parametrize("answer", ["key", "quarry", "not a query", "query key value", "x" * 300])
def test_another_term_is_not_taken(answer: str) -> None:
    assert not score(example("what-seeks"), answer).full


def test_a_slip_in_a_long_term_is_forgiven_and_shown() -> None:
    question = a_question('kind = "term"\nanswer = "positional encoding"\nsynonyms = ["position embedding "]')
    result = score(question, "possitional encodng")
    assert (result.outcome, result.message) == (CREDITED, "Spelt 'positional encoding'.")
    assert score(question, "Position  embedding").message == ""
    residual = a_question('kind = "term"\nanswer = "residual connection"')
    assert score(residual, "Residul conections").full
    assert not score(residual, "recurrent connection").full
    assert not score(residual, "residual connection recurrent").full


def test_an_expected_wrong_term_is_never_taken_for_a_slip() -> None:
    question = a_question(
        'kind = "term"\nanswer = "encoder"\nwrong = [{answer = "encoded", feedback = "That is what comes out."}]'
    )
    assert score(question, "encoded").message == "That is what comes out."


def test_blank_and_endless_answers() -> None:
    for question in example_bank().questions:
        assert score(question, " \n").points == 0
        assert score(question, "x " * 500_000).points == 0


@given(st.text(alphabet=st.characters(), max_size=60))
def test_no_answer_makes_the_scorer_raise(answer: str) -> None:
    for question in example_bank().questions:
        first = score(question, answer, "s")
        assert first == score(question, answer, "s")
        assert 0 <= first.points <= first.max_points


def test_the_same_student_always_has_the_same_numbers() -> None:
    question = example("scale-number")
    assert {name: str(value) for name, value in drawn(question, "00123").items()} == {"depth": "64", "score": "2"}
    assert len({tuple(drawn(question, str(number)).values()) for number in range(60)}) > 10
    assert for_student(question, "00123").prompt.startswith("A raw score is 2 and the keys have 64 components.")


def test_a_variant_is_scored_with_its_own_key_and_its_own_mistakes() -> None:
    question = example("scale-number")
    assert score(question, "0,25", "00123").full
    assert score(question, "1/32", "00123").message == "You divided by 64 itself: take its square root first."


@pytest.mark.parametrize(
    "formula",
    [
        "__import__('os')",
        "d.real",
        "d if d else 1",
        "[d]",
        "lambda: d",
        "True",
        "'a'",
        "sqrt(x=d)",
        "9**9999",
        "d" * 500,
    ],
)
def test_a_formula_is_arithmetic_only(formula: str) -> None:
    with pytest.raises(FormulaError):
        check_formula(formula, {"d"})
        work_out(formula, {"d": 1})


@pytest.mark.parametrize("formula", ["1 / (2 - 2)", "sqrt(0 - 1)", "ln(0)", "exp(10**99)", "min()"])
def test_a_formula_without_a_value_says_so(formula: str) -> None:
    with pytest.raises(FormulaError):
        work_out(formula, {})


def test_a_formula_may_have_signs_and_what_is_none_says_so() -> None:
    assert work_out("-x + +2", {"x": Decimal(5)}) == -3
    with pytest.raises(FormulaError, match=r"^'2 \+' is not a formula\.$"):
        work_out("2 +", {})


def test_a_known_wrong_answer_may_be_the_same_in_every_variant() -> None:
    question = a_question(
        'kind = "number"\nvariants = { d = [4, 9] }\nformula = "sqrt(d)"\ntolerance = 0.1\n'
        'wrong = [{ answer = "0", feedback = "Not of {{d}}." }]'
    )
    for student in ("1", "2", "3"):
        [wrong] = for_student(question, student).wrong
        assert wrong.answer == "0" and wrong.feedback in ("Not of 4.", "Not of 9.")
