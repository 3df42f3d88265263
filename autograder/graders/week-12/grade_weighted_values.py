"""Checks of week-12/weighted_values: products and sums written out are the second proof of the key."""

import pytest
import torch

from autograder.checks.compare import expect_close, expect_raises, expect_tensor, expect_unchanged


@pytest.mark.points(1)
@pytest.mark.hint("6 + 0.6 - 0.1: each value times its weight, added up to a tensor without axes.")
def check_three_values(student):
    """Weights 0.6, 0.3, 0.1 on 10, 2, -1 give 6.5."""
    got = student.combine(torch.tensor([0.6, 0.3, 0.1]), torch.tensor([10.0, 2.0, -1.0]))
    expect_close(got, torch.tensor(6.5), "the mixture")


@pytest.mark.points(1)
@pytest.mark.hint("Each row of weights makes one mixture of the rows of values: (Lq, Lk) times (Lk, d_v).")
def check_vectors_as_values(student):
    """Two queries mix three vectors of width 4."""
    weights = torch.tensor([[0.5, 0.5, 0.0], [0.1, 0.2, 0.7]])
    values = torch.tensor([[2.0, 0.0, 4.0, 1.0], [0.0, 6.0, 4.0, 1.0], [10.0, 10.0, 0.0, 1.0]])
    expected = torch.tensor([[1.0, 3.0, 4.0, 1.0], [7.2, 8.2, 1.2, 1.0]])
    expect_close(student.combine(weights, values), expected, "the mixtures", same_dtype=False)


# ---- hidden


def slow(weights, values):
    """The mixture by products and a sum."""
    if values.dim() == 1:
        return (weights * values).sum()
    return (weights[..., None] * values[..., None, :, :]).sum(-2)


@pytest.mark.points(1)
@pytest.mark.hint(
    "Any number of leading axes, each with its own weights and values; sizes may be equal, or 1; and weights need not "
    "add up to 1."
)
def grade_many_shapes(student, reference, rng):
    """Batches and heads, equal sizes, sizes of 1, plain vectors, weights that do not add up to 1."""
    sizes = [((2, 3), 4, 5, 6), ((2,), 5, 3, 4), ((3,), 3, 3, 3), ((2,), 4, 3, 3), ((), 2, 4, 3), ((4, 1), 1, 2, 1)]
    pairs = [(rng.normal(*leading, lq, lk), rng.normal(*leading, lk, dv)) for leading, lq, lk, dv in sizes]
    pairs += [(rng.normal(4), rng.normal(4)), (rng.normal(1), rng.normal(1))]
    pairs += [(torch.tensor([[0.0, 0.0], [0.5, 1.0]]), rng.normal(2, 3))]
    for weights, values in pairs:
        got = student.combine(weights, values)
        expect_close(got, slow(weights, values), "the mixture", depth=2, same_dtype=False)
        expect_close(reference.combine(weights, values), slow(weights, values), "the key", depth=2)


@pytest.mark.points(1)
@pytest.mark.hint("One weight for each value, or ValueError: weights.shape[-1] against the number of values.")
def grade_what_does_not_fit(student, rng):
    """More or fewer weights than values, vectors included."""
    weights, values = rng.normal(2, 5, 3), rng.normal(2, 3, 4)
    expect_tensor(student.combine(weights, values), "the mixture of what fits")
    for size in ((2, 5, 4), (2, 5, 1), (2, 3, 2)):
        with expect_raises(f"weights of shape {size} on values of shape (2, 3, 4)"):
            student.combine(rng.normal(*size), values)
    for count in (1, 2, 4):
        with expect_raises(f"{count} weights on 3 values"):
            student.combine(rng.normal(count), rng.normal(3))


@pytest.mark.points(1)
@pytest.mark.hint("Keep the dtype that came, to its own accuracy, leave the inputs alone, and let gradients flow back.")
def grade_dtypes_and_gradients(student, rng):
    """float64 and half accuracy, gradients, inputs as they were."""
    for dtype in (torch.float64, torch.float16, torch.bfloat16):
        weights, values = rng.weights(2, 3, 5, dtype=dtype), rng.normal(2, 5, 4, dtype=dtype)
        expected = slow(weights.double(), values.double()).to(dtype)
        expect_close(student.combine(weights, values), expected, "the mixture", depth=2)
    weights, values, upstream = rng.weights(3, 5), rng.normal(5, 4), rng.normal(3, 4)
    got = student.probe.gradients(student.combine, weights, values, upstream=upstream)
    for gradient, expected in zip(got, (upstream @ values.T, weights.T @ upstream), strict=True):
        expect_close(gradient, expected, "the gradient", depth=2)
    expect_unchanged(student)
