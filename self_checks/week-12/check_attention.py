# week-12/attention · visible checks, made by `make build` [aebd1273d5b5]: read them; edits would be lost.
"""The visible checks of week-12/attention."""

import pytest
import torch
import torch.nn.functional as F

from autograder.checks.compare import expect, expect_close, expect_raises, expect_type

QUERY = torch.tensor([[1.0, 1.0, 1.0, 1.0]])
KEYS = torch.tensor([[1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]])
VALUES = torch.tensor([[10.0, 0.0], [2.0, 1.0], [-1.0, 3.0]])
SHORT_QUERY, SHORT_KEYS = torch.tensor([[1.0]]), torch.tensor([[2.0], [1.0], [0.0]])


@pytest.mark.points(1)
@pytest.mark.hint("Products 4, 2, 0, divided by √4 = 2, then softmax over the keys. Return (output, weights).")
def check_weights_by_hand(student):
    """One query on three keys: weights 0.665, 0.245, 0.090."""
    _, weights = pair(student.attention(QUERY, KEYS, VALUES))
    expect_close(weights, torch.tensor([[0.66524096, 0.24472847, 0.09003057]]), "the weights")


@pytest.mark.points(1)
@pytest.mark.hint("The output is weights @ values: (..., Lq, Lk) times (..., Lk, d_v). Batch and heads stay in front.")
def check_output_of_a_batch(student, rng):
    """Two texts, three heads: the output that torch gives."""
    queries, keys, values = rng.normal(2, 3, 4, 6), rng.normal(2, 3, 5, 6), rng.normal(2, 3, 5, 7)
    output, _ = pair(student.attention(queries, keys, values))
    expect_close(output, F.scaled_dot_product_attention(queries, keys, values), "the output")


@pytest.mark.points(2)
@pytest.mark.hint("True means may look: fill the scores where the mask is False, before softmax.")
def check_mask(student):
    """The first key hidden: weights 0, 0.731, 0.269."""
    output, weights = pair(student.attention(SHORT_QUERY, SHORT_KEYS, VALUES, torch.tensor([[False, True, True]])))
    expect_close(weights, torch.tensor([[0.0, 0.73105858, 0.26894142]]), "the weights")
    expect_close(output, torch.tensor([[1.19317574, 1.53788284]]), "the output")


@pytest.mark.points(1)
@pytest.mark.hint("A query that may look at nothing gets weights 0 and output 0: set them after softmax.")
def check_query_that_sees_nothing(student):
    """Two queries; the second may look at nothing."""
    mask = torch.tensor([[True, False, False], [False, False, False]])
    output, weights = pair(student.attention(QUERY.expand(2, 4), KEYS, VALUES, mask))
    expect_close(weights, torch.tensor([[1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]), "the weights")
    expect_close(output, torch.tensor([[10.0, 0.0], [0.0, 0.0]]), "the output")


@pytest.mark.points(1)
@pytest.mark.hint("Look at mask.dtype before anything else, and raise ValueError unless it is torch.bool.")
def check_mask_of_numbers(student):
    """A mask of numbers raises ValueError, a boolean one does not."""
    for mask in (torch.tensor([[0.0, 1.0, 1.0]]), torch.tensor([[0, 1, 1]])):
        with expect_raises(f"a mask of dtype {str(mask.dtype).removeprefix('torch.')}"):
            student.attention(QUERY, KEYS, VALUES, mask)
    pair(student.attention(QUERY, KEYS, VALUES, torch.tensor([[False, True, False]])))


def pair(got):
    """The two results of attention."""
    expect_type(got, tuple, "what attention returns")
    expect(len(got) == 2, f"attention returns two things, the output and the weights; {len(got)} came back.")
    return got
