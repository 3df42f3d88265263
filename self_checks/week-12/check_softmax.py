# week-12/softmax · visible checks, made by `make build` [d68b0871cdec]: read them; edits would be lost.
"""The visible checks of week-12/softmax."""

import pytest
import torch

from autograder.checks.compare import expect_close, expect_raises


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
