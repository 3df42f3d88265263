# week-20/self_attention · visible checks, made by `make build` [c90cecb29e95]: read them; edits would be lost.
"""The visible checks of week-20/self_attention."""

import pytest
import torch

from autograder.checks.compare import expect, expect_close, expect_number, expect_tensor, expect_type

X = torch.tensor([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
ASK = torch.tensor([[2.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
OFFER = torch.eye(3)
GIVE = torch.tensor([[10.0, 1.0, 0.0], [20.0, 3.0, 4.0], [5.0, 6.0, 7.0]])


def pair(got):
    """Output and weights, if two things came back."""
    expect_type(got, (tuple, list), "the result")
    expect(len(got) == 2, f"{len(got)} values came back, expected output and weights.")
    return got


@pytest.mark.points(1)
@pytest.mark.hint("Queries times transposed keys, divided by the root of d, softmax along each row.")
def check_weights(student):
    """Scores [[2, 0], [0, 0]] with d = 3 give the weights [0.760, 0.240] and [0.5, 0.5]."""
    _, weights = pair(student.self_attention(X, ASK, OFFER, GIVE))
    expect_close(weights, torch.tensor([[0.76036844, 0.23963156], [0.5, 0.5]]), "the weights")


@pytest.mark.points(2)
@pytest.mark.hint("The output is weights @ values, and the values are x @ w_v.")
def check_output(student):
    """The output is the weighted sum of the values."""
    output, _ = pair(student.self_attention(X, ASK, OFFER, GIVE))
    expect_close(output, torch.tensor([[12.39631558, 1.47926312, 0.95852623], [15.0, 2.0, 2.0]]), "the output")


@pytest.mark.points(1)
@pytest.mark.hint("With scaled=False the scores go into softmax as they are.")
def check_unscaled(student):
    """Without the scale the first row is [0.881, 0.119]."""
    _, weights = pair(student.self_attention(X, ASK, OFFER, GIVE, scaled=False))
    expect_close(weights, torch.tensor([[0.88079708, 0.11920292], [0.5, 0.5]]), "the weights")


@pytest.mark.points(1)
@pytest.mark.hint("Five tokens give a table of 5 x 5 weights whatever their width, and each of its rows adds up to 1.")
def check_rows(student, rng):
    """Five tokens: 5 x 5 weights whose rows add up to 1, and an output of 5 x 3."""
    output, weights = pair(student.self_attention(rng.normal(5, 4), *(rng.normal(4, 3) for _ in range(3))))
    expect_tensor(output, "the output", shape=(5, 3))
    expect_tensor(weights, "the weights", shape=(5, 5))
    expect_close(weights.sum(-1), torch.ones(5), "the sum of each row")


@pytest.mark.points(1)
@pytest.mark.hint("The largest of each row with amax(-1), then their mean, then .item().")
def check_saturation(student):
    """Rows whose largest weights are 0.7 and 0.5 have the saturation 0.6."""
    got = student.saturation(torch.tensor([[0.7, 0.2, 0.1], [0.25, 0.25, 0.5]]))
    expect_number(got, 0.6, "the saturation")
