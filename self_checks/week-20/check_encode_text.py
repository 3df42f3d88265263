# week-20/encode_text · visible checks, made by `make build` [1cb17a0ef24c]: read them; edits would be lost.
"""The visible checks of week-20/encode_text."""

import pytest
import torch

from autograder.checks.compare import expect_close, expect_equal


@pytest.mark.points(1)
@pytest.mark.hint("The code point of each lower-case character, then zeros on the right up to the length.")
def check_short_text(student):
    """ "Hi" of length 4 is [104, 105, 0, 0]."""
    expect_equal(student.encode("Hi", length=4), [104, 105, 0, 0], "the ids")


@pytest.mark.points(1)
@pytest.mark.hint("Only the first `length` characters stay: cut with a slice.")
def check_long_text(student):
    """ "TOO LONG" of length 3 is cut to "too"."""
    expect_equal(student.encode("TOO LONG", 3), [116, 111, 111], "the ids")


@pytest.mark.points(1)
@pytest.mark.hint("min(ord(character), 126) for each character.")
def check_cap(student):
    """Everything above 126 shares the id 126."""
    expect_equal(student.encode("~}é€", 5), [126, 125, 126, 126, 0], "the ids")


@pytest.mark.points(1)
@pytest.mark.hint("A row for each text, as one tensor of dtype long.")
def check_batch(student):
    """Two texts give a long tensor of two rows."""
    expected = torch.tensor([[111, 107, 0], [110, 111, 33]])
    expect_close(student.encode_batch(["OK", "No!?"], length=3), expected, "the batch")
