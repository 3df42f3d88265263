"""The ladder of comparisons: one sentence a rung, and nothing that is not the answer gets past it."""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import Any

import numpy as np
import pytest
import torch

from autograder.checks import compare
from autograder.checks.compare import (
    expect,
    expect_close,
    expect_equal,
    expect_finite,
    expect_number,
    expect_raises,
    expect_tensor,
    expect_type,
    expect_unchanged,
    tolerance,
)
from autograder.checks.mistakes import same
from autograder.checks.student import Remote, local_answers
from autograder.outcomes import LearnerError, Mismatch, NotStarted, TimedOut

HALF = torch.tensor([0.5, 0.5])


def refusal(comparison: Any, *args: Any, **kwargs: Any) -> str:
    """The sentence with which the comparison refuses; a comparison that passes fails the test."""
    with pytest.raises(Mismatch) as caught:
        comparison(*args, **kwargs)
    return caught.value.message


# ---------------------------------------------------------------- the ladder, from the bottom

BOX = Remote(None, ("object", "0.0"), "Box")


PLAIN = "Stay in torch: `.item()` and Python's own functions (float, math.exp) give plain numbers."
ARRAYS = "Stay in torch: its functions (torch.exp, torch.sum) give tensors, NumPy's do not."


@pytest.mark.parametrize(
    ("got", "sentence"),
    [
        (None, "the weights: the function returned None; is a return missing?"),
        ([0.5, 0.5], "the weights: expected a tensor, got a list. Put it into one tensor: torch.stack takes tensors, "
         "torch.tensor takes numbers."),
        ((0.5, 0.5), "the weights: expected a tensor, got a tuple. Return one tensor alone (of a maximum, torch.max "
         "gives two things and torch.amax one)."),
        (0.5, f"the weights: expected a tensor, got a float. {PLAIN}"),
        (1, f"the weights: expected a tensor, got an int. {PLAIN}"),
        (np.array([0.5, 0.5]), f"the weights: expected a tensor, got a NumPy array. {ARRAYS}"),
        (np.float32(0.5), f"the weights: expected a tensor, got a numpy.float32. {ARRAYS}"),
        (BOX, "the weights: expected a tensor, got a Box."),
        (torch.tensor([0.5]), "the weights: the shape is (1,), expected (2,)."),
        (torch.tensor(0.5), "the weights: the shape is (), expected (2,)."),
        (torch.tensor([[0.5], [0.5]]), "the weights: the shape is (2, 1), expected (2,)."),
        (torch.empty(0), "the weights: the shape is (0,), expected (2,)."),
        (HALF.double(), "the weights: the dtype is float64, expected float32."),
        (torch.tensor([0, 1]), "the weights: the dtype is int64, expected float32."),
        (torch.tensor([0.5, math.nan]), "the weights: at [1] got nan, expected a finite number."),
        (torch.tensor([-math.inf, 0.5]), "the weights: at [0] got -inf, expected a finite number."),
        (
            torch.tensor([0.5, 0.4]),
            "the weights: at [1] got 0.4, expected 0.5. In full: got [0.5, 0.4], expected [0.5, 0.5].",
        ),
    ],
    ids=[
        "none", "list", "tuple", "float", "int", "array", "scalar", "object", "broadcast", "0-d", "column", "empty",
        "float64", "integers", "nan", "inf", "values",
    ],
)  # fmt: skip
def test_each_rung_has_its_sentence(got: Any, sentence: str) -> None:
    assert refusal(expect_close, got, HALF, "the weights") == sentence


def test_the_answer_itself_passes() -> None:
    expect_close(HALF.clone(), HALF, "the weights")
    expect_close(torch.nn.Parameter(HALF).detach(), HALF, "the weights")
    expect_close(torch.empty(0, 3), torch.empty(0, 3), "nothing")
    expect_close(torch.tensor(0.5), torch.tensor(0.5), "the loss")
    expect_close(torch.tensor([1, 2]), torch.tensor([1, 2]), "the ids")


def test_the_first_difference_is_shown_by_its_index() -> None:
    expected = torch.zeros(3, 5)
    got = expected.clone()
    got[1, 4] = got[2, 0] = 1
    assert refusal(expect_close, got, expected, "the scores") == "the scores: at [1, 4] got 1, expected 0."
    assert refusal(expect_close, torch.tensor(2.0), torch.tensor(3.0), "the loss") == "the loss: got 2, expected 3."


def test_truth_values_and_integers_are_compared_exactly() -> None:
    mask = torch.tensor([True, False])
    assert "at [1] got True, expected False" in refusal(expect_close, torch.tensor([True, True]), mask, "the mask")
    assert "at [0] got 1000000, expected 1000001" in refusal(
        expect_close, torch.tensor([1_000_000]), torch.tensor([1_000_001]), "the ids"
    )
    assert "the dtype is int64, expected bool" in refusal(expect_close, mask.long(), mask, "the mask")
    expect_close(mask.long(), mask, "the mask", same_dtype=False)


@pytest.mark.parametrize("got", [[math.nan, math.nan], [math.inf, math.inf], [0.5, math.nan]])
def test_what_is_not_finite_never_passes(got: list[float]) -> None:
    assert "expected a finite number" in refusal(expect_close, torch.tensor(got), HALF, "the weights")


@pytest.mark.parametrize("key", [[math.nan, 1.0], [math.inf, 1.0], [-math.inf, 1.0]])
@pytest.mark.parametrize("got", [[0.0, 5.0], [7.0, 1.0]])
def test_nothing_passes_against_a_key_that_is_not_finite(got: list[float], key: list[float]) -> None:
    """A key with a NaN or an infinity in it must not make the tolerance infinite, or every comparison false."""
    with pytest.raises(Exception):  # noqa: B017  a Mismatch or an error of ours: anything but passing
        expect_close(torch.tensor(got), torch.tensor(key), "the weights")


def test_no_number_passes_against_a_key_that_is_not_finite() -> None:
    for key in (math.nan, math.inf):
        with pytest.raises(Exception):  # noqa: B017
            expect_number(3.0, key, "the loss")


def test_a_tensor_without_numbers_is_a_mismatch_and_no_fault_of_ours() -> None:
    assert "the weights" in refusal(expect_close, torch.empty(2, device="meta"), HALF, "the weights")
    assert "the weights" in refusal(expect_finite, torch.empty(2, device="meta"), "the weights")


def test_an_imaginary_part_is_not_overlooked() -> None:
    refusal(expect_close, torch.tensor([0.5 + 1j, 0.5]), HALF, "the weights", same_dtype=False)


def test_no_subclass_counts_as_a_tensor() -> None:
    class Always(torch.Tensor):
        pass

    assert "got an Always" in refusal(expect_close, HALF.as_subclass(Always), HALF, "the weights")


# ---------------------------------------------------------------- how much may be off


@pytest.mark.parametrize(
    ("dtype", "passes", "fails"),
    [
        (torch.float64, 1e-11, 1e-9),
        (torch.float32, 1e-5, 1e-4),
        (torch.float16, 2e-3, 2e-2),
        (torch.bfloat16, 1.6e-2, 2e-1),
    ],
)
def test_the_tolerance_follows_the_dtype(dtype: torch.dtype, passes: float, fails: float) -> None:
    expected = torch.ones(2, dtype=dtype)
    expect_close((expected.double() + passes).to(dtype), expected, "x")
    refusal(expect_close, (expected.double() + fails).to(dtype), expected, "x")


def test_the_tolerance_follows_the_largest_expected_number() -> None:
    expect_close(torch.tensor([1000.01, 1.0]), torch.tensor([1000.0, 1.0]), "x")
    refusal(expect_close, torch.tensor([1.01, 1.0]), torch.tensor([1.0, 1.0]), "x")


def test_small_numbers_are_not_lost_in_an_absolute_tolerance() -> None:
    refusal(expect_close, torch.tensor([2e-3]), torch.tensor([1e-3]), "x")
    refusal(expect_close, torch.tensor([1e-6]), torch.zeros(1), "x")


def test_depth_and_magnitude_widen_the_tolerance() -> None:
    assert tolerance(torch.float32, depth=3) > 2.9 * compare.BASE[torch.float32]
    assert tolerance(torch.float32, magnitude=1e4) > 100 * tolerance(torch.float32)
    got, expected = torch.tensor([1.00005]), torch.tensor([1.0])
    refusal(expect_close, got, expected, "x")
    expect_close(got, expected, "x", depth=4)
    expect_close(got, expected, "x", magnitude=1e3)


def test_a_right_softmax_of_large_scores_passes_in_its_own_dtype() -> None:
    scores = torch.tensor([1e4, 1e4 - 1, 0.0], dtype=torch.float64) / 0.7
    expect_close(torch.softmax(scores.float(), 0), torch.softmax(scores, 0).float(), "x", magnitude=2e4)


def test_the_order_of_scaling_and_the_noise_of_another_machine_pass() -> None:
    query, key = torch.randn(2, 3, 5, 10, generator=torch.Generator().manual_seed(1))
    expected = query @ key.mT / math.sqrt(10)
    expect_close((query / math.sqrt(10)) @ key.mT, expected, "the scores")
    expect_close(expected + 3e-5, expected, "the scores", depth=3)


def test_of_two_dtypes_the_coarser_gives_the_tolerance() -> None:
    expect_close(torch.tensor([1.001]).half(), torch.ones(1), "x", same_dtype=False)
    refusal(expect_close, torch.tensor([1.001]), torch.ones(1).double(), "x", same_dtype=False)


# ---------------------------------------------------------------- single questions


def test_a_tensor_may_be_asked_for_by_shape_and_dtype_alone() -> None:
    expect_tensor(HALF, "x")
    expect_tensor(HALF, "x", shape=(2,), dtype=torch.float32)
    assert refusal(expect_tensor, HALF, "x", shape=(2, 1)) == "x: the shape is (2,), expected (2, 1)."
    assert refusal(expect_tensor, HALF, "x", dtype=torch.bool) == "x: the dtype is float32, expected bool."


def test_the_place_of_what_is_not_finite_is_shown() -> None:
    expect_finite(torch.zeros(2, 2), "x")
    expect_finite(torch.empty(0), "x")
    expect_finite(torch.tensor([1, 2]), "x")
    nowhere = torch.tensor([[0.0, 1.0], [math.inf, math.nan]])
    assert refusal(expect_finite, nowhere, "x") == "x: at [1, 0] got inf, expected a finite number."


def test_finiteness_of_complex_numbers_is_seen() -> None:
    refusal(expect_finite, torch.tensor([complex(0, math.nan)]), "x")


@pytest.mark.parametrize(
    ("got", "kind", "sentence"),
    [
        (True, int, "x: expected a Python int, got a bool."),
        (1, bool, "x: expected a Python bool, got an int."),
        (np.float64(1), float, "x: expected a Python float, got a numpy.float64."),
        (np.int64(1), int, "x: expected a Python int, got a numpy.int64."),
        (torch.tensor(1.0), float, "x: expected a Python float, got a tensor."),
        ((1,), list, "x: expected a Python list, got a tuple."),
        (OrderedDict(), dict, "x: expected a Python dict, got an OrderedDict."),
        (None, float, "x: the function returned None; is a return missing?"),
        ("1", (int, float), "x: expected a Python int or a Python float, got a str."),
    ],
)
def test_types_are_exact(got: Any, kind: type | tuple, sentence: str) -> None:
    assert refusal(expect_type, got, kind, "x") == sentence


def test_none_is_fine_where_none_is_expected() -> None:
    expect_type(None, (type(None), int), "x")
    expect_equal(None, None, "x")


def test_a_number_is_close_or_refused() -> None:
    expect_number(0.1 + 0.2, 0.3, "the loss")
    expect_number(math.sqrt(2) ** 2, 2, "the loss")
    expect_number(1e-9, 0.0, "the loss")
    assert refusal(expect_number, 0.31, 0.3, "the loss") == "the loss: got 0.31, expected 0.3."
    assert refusal(expect_number, math.nan, 0.3, "the loss") == "the loss: got nan, expected 0.3."
    assert refusal(expect_number, math.inf, 0.3, "the loss") == "the loss: got inf, expected 0.3."
    assert refusal(expect_number, 1, 1.0, "the loss") == "the loss: expected a Python float, got an int."
    assert "numpy.float64" in refusal(expect_number, np.float64(0.3), 0.3, "the loss")


@pytest.mark.parametrize(
    ("got", "expected", "sentence"),
    [
        (3, 4, "x: got 3, expected 4."),
        (True, 1, "x: expected a Python int, got a bool."),
        (1.0, 1, "x: expected a Python int, got a float."),
        (np.int64(4), 4, "x: expected a Python int, got a numpy.int64."),
        ("a", "b", "x: got 'a', expected 'b'."),
        (math.nan, math.nan, "x: got nan, expected nan."),
        ([1, 2], [1, 2, 3], "x: 2 items came back, expected 3."),
        ([1, [2, True]], [1, [2, 1]], "x, item 1, item 1: expected a Python int, got a bool."),
        ((1, 2), [1, 2], "x: expected a Python list, got a tuple."),
        ({"a": 1}, {"a": 1, "b": 2}, "x: the keys are 'a', expected 'a', 'b'."),
        ({}, {"a": 1}, "x: the keys are none, expected 'a'."),
        ({"a": [1.5]}, {"a": [1]}, "x, key 'a', item 0: expected a Python int, got a float."),
    ],
)
def test_plain_values_are_equal_with_their_types(got: Any, expected: Any, sentence: str) -> None:
    assert refusal(expect_equal, got, expected, "x") == sentence


def test_equal_plain_values_pass() -> None:
    value = {"ids": [1, 2, (3, None)], "ok": True, 0: "text", "x": 0.5}
    expect_equal(dict(reversed(value.items())), value, "x")


def test_keys_are_compared_with_their_types() -> None:
    refusal(expect_equal, {True: "a"}, {1: "a"}, "x")


def test_a_long_answer_makes_no_long_sentence() -> None:
    assert len(refusal(expect_equal, "a" * 100_000, "b", "x")) < 2000
    assert len(refusal(expect_equal, {f"key {n}": 1 for n in range(10_000)}, {}, "x")) < 2000


def test_a_property_that_does_not_hold_says_its_sentence() -> None:
    expect(True, "never said")
    assert refusal(expect, False, "Row sums are 2.") == "Row sums are 2."


# ---------------------------------------------------------------- errors that are wanted


def test_the_wanted_error_passes_and_so_does_a_subclass() -> None:
    for kinds in (("ValueError", "Exception"), ("TooSmall", "ValueError", "Exception")):
        with expect_raises("0"):
            raise LearnerError("raised", 3, kinds)
    with expect_raises("0", kind="IndexError"):
        raise LearnerError("raised", 3, ("IndexError", "LookupError"))


def test_another_error_is_a_mismatch_at_its_line() -> None:
    with pytest.raises(Mismatch) as caught, expect_raises("a temperature of 0"):
        raise LearnerError("raised", 7, ("ZeroDivisionError", "ArithmeticError"))
    assert caught.value.message == "a temperature of 0 raised ZeroDivisionError, expected ValueError."
    assert caught.value.line == 7


def test_an_answer_where_an_error_is_wanted_is_a_mismatch() -> None:
    accepted = "a temperature of 0 was accepted, expected a ValueError"
    with pytest.raises(Mismatch, match=accepted), expect_raises("a temperature of 0"):
        pass


@pytest.mark.parametrize("problem", [NotStarted("not started"), TimedOut("too long"), RuntimeError("ours")])
def test_what_is_no_error_of_the_learners_goes_through(problem: Exception) -> None:
    with pytest.raises(type(problem)), expect_raises("0"):
        raise problem


# ---------------------------------------------------------------- inputs


def test_a_changed_input_is_reported_however_right_the_answer_is() -> None:
    student = local_answers("def f(x):\n    x -= 1\n    return x\n\ndef g(x): return x - 1\n", "f.py")
    student.g(torch.ones(2))
    expect_unchanged(student)
    student.f(torch.ones(2))
    assert "the input was changed" in refusal(expect_unchanged, student)


# ---------------------------------------------------------------- the same, for naming a mistake


def box(name: str) -> Remote:
    return Remote(None, ("object", "0.0"), name)


SAME = [
    (torch.tensor([math.nan, 1.0]), torch.tensor([math.nan, 1.0])),
    (torch.tensor([math.inf]), torch.tensor([math.inf])),
    (torch.tensor([1.0]), torch.tensor([1.00002])),
    (torch.tensor([1, 2]), torch.tensor([1, 2])),
    (torch.empty(0), torch.empty(0)),
    (torch.empty(2, device="meta"), torch.empty(2, device="meta")),
    (np.array([math.nan]), np.array([math.nan])),
    (math.nan, math.nan),
    (0.3, 0.1 + 0.2),
    ([1, (2.0, {"a": None})], [1, (2.0, {"a": None})]),
    (None, None),
    (box("Block"), box("Block")),
]
DIFFERENT = [
    (torch.tensor([1.0]), torch.tensor([1.01])),
    (torch.tensor([1.0]), torch.tensor([math.nan])),
    (torch.tensor([1.0]), torch.tensor([1.0]).double()),
    (torch.tensor([1.0]), torch.tensor([[1.0]])),
    (torch.tensor([1]), torch.tensor([2])),
    (torch.tensor([math.inf]), torch.tensor([-math.inf])),
    (torch.zeros(2), torch.empty(2, device="meta")),
    (torch.tensor(1.0), 1.0),
    (np.array([1.0]), np.array([2.0])),
    (np.array([1.0]), np.array([[1.0]])),
    (1, True),
    (1.0, 1),
    (0.3, 0.31),
    (math.nan, 1.0),
    ([1], (1,)),
    ([1], [1, 1]),
    ({"a": 1}, {"b": 1}),
    ({"a": 1}, {"a": 2}),
    (None, 0),
    ("a", "b"),
    (box("Block"), box("Linear")),
    (box("Block"), None),
]


@pytest.mark.parametrize(("mine", "theirs"), SAME, ids=repr)
def test_answers_that_are_the_same(mine: Any, theirs: Any) -> None:
    assert same(mine, theirs)
    assert same(theirs, mine)


@pytest.mark.parametrize(("mine", "theirs"), DIFFERENT, ids=repr)
def test_answers_that_are_not_the_same(mine: Any, theirs: Any) -> None:
    assert not same(mine, theirs)
    assert not same(theirs, mine)
