"""Checks of week-12/score_shape: slow sums and torch's einsum are the second proof of the key."""

import pytest
import torch

from autograder.checks.compare import (
    expect_close,
    expect_equal,
    expect_raises,
    expect_tensor,
    expect_type,
    expect_unchanged,
)


@pytest.mark.points(1)
@pytest.mark.hint("A row for each query and a column for each key; leading axes stay in front. Return a tuple.")
def check_shapes(student):
    """(5, 4) and (7, 4) give (5, 7), in a batch as well."""
    expect_equal(student.score_shape((5, 4), (7, 4)), (5, 7), "the shape")
    expect_equal(student.score_shape((2, 3, 5, 4), (2, 3, 7, 4)), (2, 3, 5, 7), "the shape with batch and heads")


@pytest.mark.points(1)
@pytest.mark.hint("Multiply each query with each key and add up along the depth: queries · keysᵀ, without a scale.")
def check_scores_by_hand(student):
    """Two queries on three keys, by hand."""
    queries = torch.tensor([[1.0, 2.0], [0.0, -1.0]])
    keys = torch.tensor([[3.0, 0.0], [0.0, 1.0], [2.0, 2.0]])
    expect_close(student.raw_scores(queries, keys), torch.tensor([[3.0, 2.0, 6.0], [0.0, -1.0, -2.0]]), "the scores")


@pytest.mark.points(1)
@pytest.mark.hint("Compare the last axes of the two shapes, and raise ValueError where they differ.")
def check_different_depths(student):
    """Depths 4 and 3 raise ValueError, depths 3 and 3 do not."""
    expect_type(student.score_shape((5, 3), (6, 3)), (tuple, list), "the shape of what fits")
    with expect_raises("a depth of 4 against a depth of 3"):
        student.score_shape((5, 4), (7, 3))


@pytest.mark.points(1)
@pytest.mark.hint("Compare everything but the last two axes: shape[:-2] must be the same for queries and keys.")
def check_different_leading_axes(student):
    """Batches of 2 and 3 raise ValueError, batches of 3 and 3 do not."""
    expect_type(student.score_shape((3, 5, 4), (3, 7, 4)), (tuple, list), "the shape of what fits")
    with expect_raises("a batch of 2 against a batch of 3"):
        student.score_shape((2, 5, 4), (3, 7, 4))


# ---- hidden


SIZES = (((2,), 5, 7, 4), ((2, 3), 4, 6, 5), ((), 3, 8, 2), ((3, 2, 4), 2, 3, 5))
EQUAL = (((4,), 4, 4, 4), ((3,), 3, 5, 2), ((2,), 5, 3, 3), ((1, 1), 1, 1, 1), ((2,), 1, 6, 1))


@pytest.mark.points(1)
@pytest.mark.hint("The shape is (..., Lq, Lk) for any number of leading axes: count from the back of the two shapes.")
def grade_shapes(student, reference):
    """Shapes with none, one, two and three leading axes, and sizes that happen to be equal."""
    for leading, lq, lk, depth in SIZES + EQUAL:
        given = (*leading, lq, depth), (*leading, lk, depth)
        expect_equal(student.score_shape(*given), (*leading, lq, lk), f"the shape of {given[0]} and {given[1]}")
        expect_equal(reference.score_shape(*given), (*leading, lq, lk), "the key")


@pytest.mark.points(1)
@pytest.mark.hint("Work from the shapes alone: for a text of a million tokens no tensor of scores can be built.")
def grade_huge_shapes(student):
    """A million queries on two million keys."""
    got = student.score_shape((6, 1_000_000, 64), (6, 2_000_000, 64))
    expect_type(got, (tuple, list), "the shape")
    expect_equal(tuple(got), (6, 1_000_000, 2_000_000), "the shape")


@pytest.mark.points(1)
@pytest.mark.hint("score_shape must refuse all leading axes that differ: a later one, a 1 against a 3, one axis more.")
def grade_what_does_not_fit(student):
    """Shapes that torch would stretch, and others that do not fit."""
    expect_type(student.score_shape((3, 2, 5, 4), (3, 2, 6, 4)), (tuple, list), "the shape of what fits")
    pairs = [((5, 4), (2, 7, 4)), ((3, 2, 5, 4), (3, 4, 6, 4)), ((1, 5, 4), (3, 7, 4)), ((3, 2, 5, 4), (3, 1, 6, 4))]
    pairs += [((2, 3, 5, 4), (3, 6, 4)), ((1, 5, 4), (7, 4)), ((5, 4), (5, 1)), ((4, 6), (6, 4))]
    for queries, keys in pairs:
        with expect_raises(f"{queries} against {keys}"):
            student.score_shape(queries, keys)


@pytest.mark.points(1)
@pytest.mark.hint("Entry [..., i, j] is query i times key j, added up along the depth, nothing else done to it.")
def grade_scores(student, reference, rng):
    """Scores of many shapes."""
    for leading, lq, lk, depth in SIZES + EQUAL:
        queries, keys = rng.normal(*leading, lq, depth), rng.normal(*leading, lk, depth)
        right = torch.einsum("...qd,...kd->...qk", queries, keys)
        expect_close(student.raw_scores(queries, keys), right, "the scores", depth=2)
        expect_close(reference.raw_scores(queries, keys), right, "the key", depth=2)


@pytest.mark.points(1)
@pytest.mark.hint(
    "raw_scores raises the same ValueErrors as score_shape: torch alone would stretch a 1, or raise another error."
)
def grade_scores_refused(student, rng):
    """raw_scores refuses what does not fit."""
    queries, keys = rng.normal(2, 3, 4), rng.normal(2, 5, 4)
    expect_tensor(student.raw_scores(queries, keys), "the scores of what fits")
    for other in (rng.normal(2, 5, 3), rng.normal(1, 5, 4), rng.normal(5, 4), rng.normal(3, 5, 4), rng.normal(2, 4, 5)):
        with expect_raises(f"queries {tuple(queries.shape)} against keys {tuple(other.shape)}"):
            student.raw_scores(queries, other)


@pytest.mark.points(1)
@pytest.mark.hint("Keep the dtype that came, to its own accuracy, leave the inputs alone, and let gradients flow back.")
def grade_dtypes_and_gradients(student, rng):
    """float64 and half accuracy, gradients, inputs as they were."""
    for dtype in (torch.float64, torch.float16, torch.bfloat16):
        queries, keys = rng.normal(2, 3, 5, dtype=dtype), rng.normal(2, 4, 5, dtype=dtype)
        right = torch.einsum("bqd,bkd->bqk", queries.double(), keys.double()).to(dtype)
        expect_close(student.raw_scores(queries, keys), right, "the scores", depth=2)
    queries, keys, upstream = rng.normal(3, 5), rng.normal(4, 5), rng.normal(3, 4)
    got = student.probe.gradients(student.raw_scores, queries, keys, upstream=upstream)
    for gradient, right in zip(got, (upstream @ keys, upstream.T @ queries), strict=True):
        expect_close(gradient, right, "the gradient", depth=2)
    expect_unchanged(student)
