# week-12/score_shape · visible checks, made by `make build` [ede062d9575c]: read them; edits would be lost.
"""The visible checks of week-12/score_shape."""

import pytest
import torch

from autograder.checks.compare import expect_close, expect_equal, expect_raises, expect_type


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
