"""Checks of week-12/softmax: torch's own softmax is the second proof of the key."""

import pytest
import torch

from autograder.checks.compare import expect, expect_close, expect_raises, expect_unchanged


@pytest.mark.points(1)
@pytest.mark.hint("Raise e to each score, then divide by the sum of the row.")
def check_three_scores(student):
    """Scores 2, 1, 0 give the weights 0.665, 0.245, 0.090."""
    got = student.softmax(torch.tensor([2.0, 1.0, 0.0]))
    expect_close(got, torch.tensor([0.66524096, 0.24472847, 0.09003057]), "the weights")


@pytest.mark.points(1)
@pytest.mark.hint("Each query's weights add up to 1 over its keys: sum along `dim`, with keepdim=True.")
def check_rows(student):
    """Each row adds up to 1 over the last axis."""
    got = student.softmax(torch.tensor([[2.0, 0.0], [0.0, 0.0]]))
    expect_close(got, torch.tensor([[0.88079708, 0.11920292], [0.5, 0.5]]), "the weights")


@pytest.mark.points(1)
@pytest.mark.hint("exp(1000) is infinite: take each row's largest score away first, the weights stay the same.")
def check_large_scores(student):
    """Scores of 1000 give finite weights."""
    got = student.softmax(torch.tensor([1000.0, 1000.0, 999.0]))
    expect_close(got, torch.tensor([0.42231880, 0.42231880, 0.15536240]), "the weights", magnitude=1000)


@pytest.mark.points(1)
@pytest.mark.hint("Compare the temperature with 0 before anything else, and raise ValueError.")
def check_temperature_zero(student):
    """A temperature of 0 raises ValueError, and one just above it does not."""
    got = student.softmax(torch.tensor([2.0, 1.0]), temperature=0.25)
    expect_close(got, torch.tensor([0.98201379, 0.01798621]), "the weights at temperature 0.25")
    with expect_raises("a temperature of 0"):
        student.softmax(torch.tensor([2.0, 1.0]), temperature=0.0)


# ---- hidden


@pytest.mark.points(1)
@pytest.mark.hint("Your weights must add up to 1 along the axis that `dim` names, for every axis of a larger tensor.")
def grade_every_axis(student, reference, rng):
    """Any axis, counted from the front or the back."""
    scores = rng.normal(2, 3, 4, 5, scale=3)
    for dim in (0, 1, 2, 3, -2, -4):
        expect_close(student.softmax(scores, dim=dim), reference.softmax(scores, dim=dim), f"the weights, dim={dim}")
        expect_close(reference.softmax(scores, dim=dim), torch.softmax(scores, dim), "the key")


@pytest.mark.points(1)
@pytest.mark.hint("Divide the scores by the temperature before exp: higher must be flatter.")
def grade_temperature(student, rng):
    """The temperature divides the scores."""
    scores = rng.normal(3, 7, scale=2)
    for temperature in (0.3, 4.0):
        got = student.softmax(scores, -1, temperature)
        expect_close(got, torch.softmax(scores / temperature, -1), f"the weights at temperature {temperature}")
    with expect_raises("a negative temperature"):
        student.softmax(scores, temperature=-1.0)


@pytest.mark.points(1)
@pytest.mark.hint("Take away each row's own largest score, not the largest of the whole tensor: rows differ wildly.")
def grade_wild_rows(student):
    """Rows of wildly different magnitude stay finite and right."""
    rows = [[1e4, 1e4 - 1, 0.0], [-1e4, -1e4 + 2, -1e4], [0.5, 0.0, -0.5], [300.0, -300.0, 299.0]]
    scores = torch.tensor(rows)
    expect_close(student.softmax(scores), torch.softmax(scores, -1), "the weights", magnitude=1e4)


@pytest.mark.points(1)
@pytest.mark.hint("A score of -inf must end as a weight of exactly 0, and the other weights must stay finite.")
def grade_minus_infinity(student, rng):
    """A score of -inf gets weight 0."""
    scores = rng.normal(4, 6)
    scores[rng.booleans(4, 6, share=0.4)] = -torch.inf
    scores[:, 2] = 0.25
    got = student.softmax(scores)
    expect_close(got, torch.softmax(scores, -1), "the weights")
    expect(bool((got[scores == -torch.inf] == 0).all()), "A score of -inf got a weight above 0.")


@pytest.mark.points(1)
@pytest.mark.hint("Compute in the dtype of the scores, give it back, and leave the scores as they were.")
def grade_dtypes(student, rng):
    """The dtype is kept, to its own accuracy, and the input stays as it was."""
    for dtype in (torch.float64, torch.float16, torch.bfloat16):
        scores = rng.normal(3, 5, dtype=dtype)
        expect_close(student.softmax(scores, dim=0), torch.softmax(scores, 0), "the weights")
    expect_unchanged(student)


@pytest.mark.points(1)
@pytest.mark.hint("Build the weights from torch operations only, so that gradients can flow back to the scores.")
def grade_gradients(student, rng):
    """The gradient is the derivative of the formula."""
    scores, upstream = rng.normal(2, 4, dtype=torch.float64), rng.normal(2, 4, dtype=torch.float64)
    weights = torch.softmax(scores, -1)
    derivative = weights * (upstream - (weights * upstream).sum(-1, keepdim=True))
    [got] = student.probe.gradients(student.softmax, scores, upstream=upstream)
    expect_close(got, derivative, "the gradient")
