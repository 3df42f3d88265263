# week-12/heads · visible checks, made by `make build` [859902b0c28d]: read them; edits would be lost.
"""The visible checks of week-12/heads."""

import pytest
import torch

from autograder.checks.compare import expect_close, expect_raises, expect_tensor


@pytest.mark.points(2)
@pytest.mark.hint("Cut the last axis into (num_heads, D / num_heads) first, then swap axes 1 and 2.")
def check_split(student):
    """Two tokens 0 1 2 3 and 4 5 6 7: head 0 holds 0 1 and 4 5."""
    got = student.split_heads(torch.arange(8.0).reshape(1, 2, 4), 2)
    expect_close(got, torch.tensor([[[[0.0, 1.0], [4.0, 5.0]], [[2.0, 3.0], [6.0, 7.0]]]]), "the heads")


@pytest.mark.points(1)
@pytest.mark.hint("Swap axes 1 and 2 back first, then put the heads' columns side by side with reshape.")
def check_merge(student):
    """The same two heads merged give 0 1 2 3 and 4 5 6 7."""
    got = student.merge_heads(torch.tensor([[[[0.0, 1.0], [4.0, 5.0]], [[2.0, 3.0], [6.0, 7.0]]]]))
    expect_close(got, torch.arange(8.0).reshape(1, 2, 4), "the merged tokens")


@pytest.mark.points(1)
@pytest.mark.hint("Look at the remainder of D divided by num_heads, and raise ValueError unless it is 0.")
def check_indivisible(student):
    """6 columns and 4 heads raise ValueError, 6 columns and 3 heads do not."""
    x = torch.arange(12.0).reshape(1, 2, 6)
    expect_tensor(student.split_heads(x, 3), "the heads of what fits")
    with expect_raises("6 columns and 4 heads"):
        student.split_heads(x, 4)
