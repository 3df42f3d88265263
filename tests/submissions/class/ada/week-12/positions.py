"""Stamp each token with its position.

Attention has no order: shuffle the tokens and each gets the same mixture as before. So every token vector gets
a stamp added to it, a row of a table that differs from place to place. The table of 2017 is made of waves, fast
ones in the first columns and slow ones in the last:

    column 2i   of row pos = sin(pos / 10000^(2i / width))
    column 2i+1 of row pos = cos(the same angle)

By hand, width 4, row 1: columns 0 and 1 have the angle 1 / 10000^0 = 1, columns 2 and 3 have 1 / 10000^(2/4) =
0.01. So the row is [sin 1, cos 1, sin 0.01, cos 0.01] = [0.8415, 0.5403, 0.0100, 0.99995].

Predict first, then run this file: what does row 0 look like, for any width?

You build
    sinusoidal_positions(length, width) -> float32 tensor (length, width), rows from position 0
        * an odd width ends on a sine: its last cosine is left out
    add_positions(x): (B, L, D) -> x plus the table's first L rows, the same rows for every text
        * x itself, neither scaled nor overwritten; the dtype and device of x are kept
    Wrong input is not graded here: length and width are whole numbers from 1.
"""

import torch


def sinusoidal_positions(length: int, width: int) -> torch.Tensor:
    """A table with one stamp for each position.

    >>> sinusoidal_positions(2, 4)
    tensor([[0.0000, 1.0000, 0.0000, 1.0000],
            [0.8415, 0.5403, 0.0100, 0.9999]])

    Args:
        length: how many positions, from 1; row 0 is position 0.
        width: how many numbers a stamp has, from 1, even or odd.
    Returns: a float32 tensor (length, width), every number from -1 to 1.
    Source: Vaswani et al. 2017, section 3.5.
    """
    ### BEGIN SOLUTION
    positions = torch.arange(length, dtype=torch.float64)[:, None]
    columns = torch.arange(width)
    pairs = columns - columns % 2  # 0 0 2 2 4 4 ...: a sine and its cosine share one angle
    angles = positions / 10000.0 ** (pairs.double() / width)  # (length, width)
    return torch.where(columns % 2 == 0, angles.sin(), angles.cos()).float()
    ### END SOLUTION


def add_positions(x: torch.Tensor) -> torch.Tensor:
    """Token vectors with the stamp of their position added.

    >>> add_positions(torch.zeros(1, 2, 2))
    tensor([[[0.0000, 1.0000],
             [0.8415, 0.5403]]])

    Args:
        x: floating tensor (B, L, D); it is left unchanged.
    Returns: a new tensor (B, L, D) with the dtype of `x`, on its device.
    Source: Vaswani et al. 2017, section 3.5.
    """
    ### BEGIN SOLUTION
    table = sinusoidal_positions(x.shape[1], x.shape[2])
    return x + table.to(x)  # .to(x) takes dtype and device from x
    ### END SOLUTION


### BEGIN HINTS
# 1. Make the table of angles first: positions as a column (length, 1), one rate for each pair of columns. Columns
#    0 and 1 share a rate, 2 and 3 the next.
# 2. `torch.arange(0, width, 2)` is 0, 2, 4, ...: these ARE the 2i of the formula, do not double them again.
# 3. `table[:, 0::2] = angles.sin()` fills the even columns, `table[:, 1::2]` takes the cosines; for an odd width
#    there is one cosine less, `angles[:, : width // 2].cos()`.
# 4. In add_positions, `table.to(x)` gives the table the dtype and device of x.
### END HINTS


if __name__ == "__main__":
    for position, row in enumerate(sinusoidal_positions(3, 6)):
        print(f"position {position}:", [round(number, 4) for number in row.tolist()])
    print("Was your prediction for row 0 right?")
    words = torch.tensor([[[1.0, 0.0], [0.0, 1.0]], [[0.0, 1.0], [1.0, 0.0]]])  # "not good" and "good not"
    print("sums of two texts with the same words, without stamps:", words.sum(1).tolist())
    stamped = add_positions(words) ** 2
    print("sums of squares with them:", [[round(number, 3) for number in row] for row in stamped.sum(1).tolist()])
