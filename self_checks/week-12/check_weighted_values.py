# week-12/weighted_values · visible checks, made by `make build` [080de7043443]: read them; edits would be lost.
"""The visible checks of week-12/weighted_values."""

import pytest
import torch

from autograder.checks.compare import expect_close


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
