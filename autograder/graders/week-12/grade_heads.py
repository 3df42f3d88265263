"""Checks of week-12/heads: slices of columns are the second proof of the key."""

import pytest
import torch

from autograder.checks.compare import expect_close, expect_raises, expect_tensor, expect_unchanged


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


# ---- hidden


SIZES = ((2, 5, 12, 3), (3, 4, 10, 5), (2, 3, 8, 2), (4, 3, 6, 6))
EQUAL = ((3, 3, 9, 3), (1, 4, 8, 4), (2, 1, 6, 3), (2, 4, 5, 1), (1, 1, 4, 2), (2, 2, 4, 2))


def slow_split(x, heads):
    """Each head's slice of columns, stacked."""
    depth = x.shape[-1] // heads
    return torch.stack([x[:, :, h * depth : (h + 1) * depth] for h in range(heads)], 1)


@pytest.mark.points(2)
@pytest.mark.hint(
    "Head h must hold columns h * D/H and on, in a row for each token; check it with counted numbers, L and H above 1."
)
def grade_split(student, reference, rng):
    """Every number in its head, for many sizes."""
    for batch, length, width, heads in SIZES + EQUAL:
        x = rng.normal(batch, length, width)
        expect_close(student.split_heads(x, heads), slow_split(x, heads), f"{heads} heads of {width} columns")
        expect_close(reference.split_heads(x, heads), slow_split(x, heads), "the key")


@pytest.mark.points(1)
@pytest.mark.hint(
    "The merge puts head 0's columns first, then head 1's, for each token: (B, H, L, d) -> (B, L, H * d)."
)
def grade_merge(student, reference, rng):
    """Every number back in its column, for many sizes."""
    for batch, length, width, heads in SIZES + EQUAL:
        x = rng.normal(batch, heads, length, width // heads)
        expected = torch.cat([x[:, h] for h in range(heads)], -1)
        expect_close(student.merge_heads(x), expected, f"the merge of {heads} heads")
        expect_close(reference.merge_heads(x), expected, "the key")


@pytest.mark.points(1)
@pytest.mark.hint("merge_heads(split_heads(x, h)) must be x again, and the heads must be right on the way.")
def grade_round_trip(student, rng):
    """Split, then merged, is the same as before."""
    x = rng.normal(3, 4, 12)
    for heads in (2, 3, 6):
        parts = student.split_heads(x, heads)
        merged = student.merge_heads(parts)
        expect_close(parts, slow_split(x, heads), "the heads")
        expect_close(merged, x, "the round trip")


@pytest.mark.points(1)
@pytest.mark.hint("Only D, the last axis, must be divisible by num_heads: refuse what is not, and nothing else.")
def grade_indivisible(student, rng):
    """What cannot be shared out is refused, an odd length is not."""
    expect_tensor(student.split_heads(rng.normal(2, 7, 8), 4), "the heads of what fits")
    for shape, heads in (((2, 6, 8), 3), ((2, 5, 7), 2), ((2, 4, 4), 8), ((3, 5, 10), 4)):
        with expect_raises(f"{shape[-1]} columns and {heads} heads"):
            student.split_heads(rng.normal(*shape), heads)


@pytest.mark.points(1)
@pytest.mark.hint("Both functions keep the dtype, leave the input alone, and let gradients flow back.")
def grade_dtypes_and_gradients(student, rng):
    """Dtypes, gradients, inputs as they were."""
    for dtype in (torch.float64, torch.float16, torch.bfloat16):
        x = rng.normal(2, 3, 8, dtype=dtype)
        split, merged = student.split_heads(x, 4), student.merge_heads(slow_split(x, 2))
        expect_close(split, slow_split(x, 4), "the heads")
        expect_close(merged, x, "the merged heads")
    x, upstream = rng.normal(2, 3, 6), rng.normal(2, 2, 3, 3)
    [split_gradient] = student.probe.gradients(student.split_heads, x, 2, upstream=upstream)
    [merge_gradient] = student.probe.gradients(student.merge_heads, upstream, upstream=x)
    expect_close(split_gradient, torch.cat([upstream[:, 0], upstream[:, 1]], -1), "the gradient of split_heads")
    expect_close(merge_gradient, slow_split(x, 2), "the gradient of merge_heads")
    expect_unchanged(student)
