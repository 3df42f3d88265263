# week-12/positions · visible checks, made by `make build` [c61ffb622b59]: read them; edits would be lost.
"""The visible checks of week-12/positions."""

import pytest
import torch

from autograder.checks.compare import expect_close


@pytest.mark.points(2)
@pytest.mark.hint("Columns 2i and 2i+1 share one angle, pos / 10000^(2i / width): first its sine, then its cosine.")
def check_three_rows(student):
    """Width 4: row 0 is 0, 1, 0, 1 and row 1 is 0.8415, 0.5403, 0.0100, 0.99995."""
    expected = [[0.0, 1.0, 0.0, 1.0], [0.84147098, 0.54030231, 0.00999983, 0.99995000]]
    expected += [[0.90929743, -0.41614684, 0.01999867, 0.99980001]]
    expect_close(student.sinusoidal_positions(3, 4), torch.tensor(expected), "the table")


@pytest.mark.points(1)
@pytest.mark.hint("An odd width has one cosine less than sines: cut the cosines to width // 2 columns.")
def check_odd_width(student):
    """Width 5 ends on a sine."""
    row = [0.84147098, 0.54030231, 0.02511622, 0.99968454, 0.00063096]
    expect_close(
        student.sinusoidal_positions(2, 5),
        torch.tensor([[0.0, 1.0, 0.0, 1.0, 0.0], row]),
        "the table",
        same_dtype=False,
    )


@pytest.mark.points(1)
@pytest.mark.hint("Add row l of the table to token l of every text; x itself is neither scaled nor changed.")
def check_two_texts(student):
    """Two texts of two tokens get the same stamps."""
    x = torch.tensor([[[5.0, 5.0], [1.0, 0.0]], [[0.0, 0.0], [-2.0, 3.0]]])
    expected = [[[5.0, 6.0], [1.84147098, 0.54030231]], [[0.0, 1.0], [-1.15852902, 3.54030231]]]
    expect_close(student.add_positions(x), torch.tensor(expected), "the stamped vectors")
