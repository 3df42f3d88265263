# week-12/causal_mask · visible checks, made by `make build` [3eb1334648eb]: read them; edits would be lost.
"""The visible checks of week-12/causal_mask."""

import pytest
import torch

from autograder.checks.compare import expect_close, expect_number


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
