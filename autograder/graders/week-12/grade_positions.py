"""Checks of week-12/positions: a slow table, number by number, is the second proof of the key."""

import math

import pytest
import torch

from autograder.checks.compare import expect, expect_close, expect_tensor, expect_unchanged


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


# ---- hidden


def slow(length, width):
    """The table, number by number."""
    wave = (math.sin, math.cos)
    angles = [[pos / 10000 ** ((c - c % 2) / width) for c in range(width)] for pos in range(length)]
    return torch.tensor([[wave[c % 2](angle) for c, angle in enumerate(row)] for row in angles])


def compare(student, reference, length, width, same_dtype=False):
    """The learner's table and the key against the slow one."""
    right, mine = slow(length, width), student.sinusoidal_positions(length, width)
    expect_close(mine, right, f"the table of {length} by {width}", magnitude=length, same_dtype=same_dtype)
    expect_close(reference.sinusoidal_positions(length, width), right, "the key", magnitude=length)


@pytest.mark.points(2)
@pytest.mark.hint(
    "Check row 1 by hand: sin and cos of 1, then of 1 / 10000^(2 / width), then of 1 / 10000^(4 / width) ..."
)
def grade_even_widths(student, reference):
    """Tables of several even widths, short and long."""
    for length, width in ((7, 6), (4, 10), (8, 8), (5, 2), (1, 4)):
        compare(student, reference, length, width)


@pytest.mark.points(1)
@pytest.mark.hint(
    "A column's rate depends on the width only, a row on its position only; the table is float32. Try 200 rows."
)
def grade_long_table(student, reference):
    """A long table, whose rows are those of a short one."""
    compare(student, reference, 200, 16, same_dtype=True)


@pytest.mark.points(1)
@pytest.mark.hint("Odd widths, from 1 on: a sine in every even column, the last one included, and the rate 2i / width.")
def grade_odd_widths(student, reference):
    """Tables of several odd widths."""
    for length, width in ((6, 7), (4, 3), (9, 9), (3, 1)):
        compare(student, reference, length, width)


@pytest.mark.points(1)
@pytest.mark.hint("x plus the table: row l goes to token l (axis 1) of every text, and x itself stays as it is.")
def grade_add(student, reference, rng):
    """Batches of many shapes; stamps of width 2, or of row 0, in which no rate can be wrong."""
    for batch, length, width in ((3, 6, 2), (3, 3, 2), (2, 2, 2), (5, 2, 2), (3, 1, 6), (1, 1, 2)):
        x = rng.normal(batch, length, width, scale=3)
        got = student.add_positions(x)
        expect_close(got, x + slow(length, width), "the stamped vectors", depth=2)
        expect_close(reference.add_positions(x), x + slow(length, width), "the key", depth=2)
    expect_unchanged(student)


@pytest.mark.points(1)
@pytest.mark.hint(
    "The result has the dtype of x and lies on its device (table.to(x) does both), and gradients flow back to x."
)
def grade_dtype_and_device(student, rng):
    """Other dtypes, another device, gradients."""
    for dtype in (torch.float64, torch.float16, torch.bfloat16):
        x = rng.normal(3, 5, 2, dtype=dtype)
        got = student.add_positions(x)
        expect_tensor(got, "the stamped vectors", shape=(3, 5, 2), dtype=dtype)
        right = (x.double() + slow(5, 2)).to(torch.float32 if dtype is torch.float64 else dtype)
        expect_close(got.to(right.dtype), right, "the stamped vectors", depth=2)
    x, upstream = rng.normal(2, 3, 4), rng.normal(2, 3, 4)
    [gradient] = student.probe.gradients(student.add_positions, x, upstream=upstream)
    elsewhere = student.add_positions(x.to("meta"))
    expect_close(gradient, upstream, "the gradient")
    expect_tensor(elsewhere, "the stamped vectors of another device", shape=(2, 3, 4))
    expect(elsewhere.device.type == "meta", "the stamped vectors left the device of x.")
