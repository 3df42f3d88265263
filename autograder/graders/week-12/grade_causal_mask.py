"""Checks of week-12/causal_mask: slow loops and torch's attention are the second proof of the key."""

import pytest
import torch
import torch.nn.functional as F

from autograder.checks.compare import expect, expect_close, expect_number, expect_tensor, expect_unchanged


@pytest.mark.points(2)
@pytest.mark.hint("Rows are queries: row i is True in columns 0 to i, itself included. tril keeps that triangle.")
def check_three_tokens(student):
    """Three tokens: a boolean table whose lower triangle is True."""
    expected = torch.tensor([[True, False, False], [True, True, False], [True, True, True]])
    expect_close(student.causal_mask(3), expected, "the mask")


@pytest.mark.points(2)
@pytest.mark.hint("The future of a row lies to the right of the diagonal: take the largest number there, as a float.")
def check_largest_look_ahead(student):
    """The largest weight above the diagonal is 0.4, a Python float."""
    weights = torch.tensor([[0.5, 0.1, 0.4], [0.2, 0.5, 0.3], [0.6, 0.3, 0.1]])
    expect_number(student.future_weight(weights), 0.4, "the future weight")


@pytest.mark.points(1)
@pytest.mark.hint("A single token may look at itself, and there is no later key: [[True]] and 0.0.")
def check_one_token(student):
    """A single token sees itself and has no future."""
    mask, ahead = student.causal_mask(1), student.future_weight(torch.tensor([[1.0]]))
    expect_close(mask, torch.tensor([[True]]), "the mask of one token")
    expect_number(ahead, 0.0, "the future weight of one token")


@pytest.mark.points(1)
@pytest.mark.hint("Look above the diagonal only, in every table of the batch: one leak anywhere counts.")
def check_a_leak_in_the_second_text(student):
    """A batch of two texts, where only the second one looks ahead."""
    clean, leaking = [[1.0, 0.0], [0.5, 0.5]], [[0.75, 0.25], [0.5, 0.5]]
    none, one = (student.future_weight(torch.tensor(batch)) for batch in ([clean, clean], [clean, leaking]))
    expect_number(none, 0.0, "the future weight without a leak")
    expect_number(one, 0.25, "the future weight with one leak")


# ---- hidden


@pytest.mark.points(2)
@pytest.mark.hint("For any length, entry [i, j] is True exactly where j <= i: a boolean tensor (length, length).")
def grade_lengths(student, reference):
    """The mask for short and long texts."""
    for length in (2, 4, 9):
        slow = torch.tensor([[key <= query for key in range(length)] for query in range(length)])
        expect_close(student.causal_mask(length), slow, f"the mask of {length} tokens")
        expect_close(reference.causal_mask(length), slow, "the key")


@pytest.mark.points(2)
@pytest.mark.hint(
    "We put your mask into attention and changed one token at a time: the rows before it must stay as they were, "
    "and every row from it on must move."
)
def grade_in_attention(student, rng):
    """Behind the mask a token moves its own row and later ones, no earlier one."""
    mask = student.causal_mask(6)
    expect_tensor(mask, "the mask", shape=(6, 6), dtype=torch.bool)
    queries, keys, values = rng.normal(6, 4), rng.normal(6, 4), rng.normal(6, 3)
    before = F.scaled_dot_product_attention(queries, keys, values, attn_mask=mask)
    for token in range(6):
        changed = values.index_fill(0, torch.tensor([token]), 50.0)
        after = F.scaled_dot_product_attention(queries, keys, changed, attn_mask=mask)
        moved = (after != before).any(-1)
        expect(not moved[:token].any() and bool(moved[token:].all()), f"Changing token {token} moved the wrong rows.")


@pytest.mark.points(2)
@pytest.mark.hint("Take the largest over every leading axis (batch and heads) together, not over one of the tables.")
def grade_leading_axes(student, reference, rng):
    """Weights with batch and head axes."""
    for shape in ((3, 2, 5, 5), (4, 7, 7), (3, 3, 3), (1, 1, 2, 2)):
        weights = rng.weights(*shape)
        length = shape[-1]
        slow = max(weights[..., i, j].max().item() for i in range(length) for j in range(i + 1, length))
        expect_number(student.future_weight(weights), slow, f"the future weight of shape {shape}", abs_=6e-3)
        expect_number(reference.future_weight(weights), slow, "the key")


@pytest.mark.points(1)
@pytest.mark.hint("A leak can sit anywhere above the diagonal: beside it, in the far corner, in the last text or head.")
def grade_every_place(student, rng):
    """One leak, wherever it is."""
    for place in ((0, 0, 0, 1), (0, 1, 1, 3), (1, 2, 0, 3), (1, 2, 2, 3), (1, 0, 0, 2)):
        weights = rng.weights(2, 3, 4, 4).tril()
        weights[place] = 0.0625
        expect_number(student.future_weight(weights), 0.0625, f"the future weight with a leak at {place}")


@pytest.mark.points(1)
@pytest.mark.hint("Give the number back as it is, for every floating dtype: not rounded, and the input unchanged.")
def grade_tiny_leaks(student):
    """A leak of a millionth is reported, in every dtype."""
    for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
        weights = torch.eye(3, dtype=dtype)
        weights[0, 1] = 2.0**-20
        expect_number(student.future_weight(weights), 2.0**-20, "a future weight of 2^-20", abs_=1e-12)
    expect_unchanged(student)


@pytest.mark.points(1)
@pytest.mark.hint("Weights behind your mask must have a future weight of 0.0, and the same scores without it must not.")
def grade_together(student, rng):
    """Mask and check together: nothing looks ahead."""
    scores = rng.normal(2, 5, 5)
    mask = student.causal_mask(5)
    expect_tensor(mask, "the mask", shape=(5, 5), dtype=torch.bool)
    hidden = scores.masked_fill(~mask, -1e9).softmax(-1)
    behind, open_ = student.future_weight(hidden), student.future_weight(scores.softmax(-1))
    expect_number(behind, 0.0, "the future weight behind the mask")
    expect_number(open_, scores.softmax(-1).triu(1).max().item(), "the future weight without a mask", rel=1e-3)
