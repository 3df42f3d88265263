# week-12/heads · starter, made by `make build` [1429623d69ba]: write your answer in this file.
"""Split into heads, and merge again.

Several look-ups side by side see more than one: each head works on its own slice of the D columns. The split
sorts numbers into heads and computes nothing; the merge is its exact inverse.

    x (B, L, D)  --split-->  (B, H, L, D/H)  --merge-->  (B, L, D)

Head h holds columns h·D/H to (h+1)·D/H - 1, for every token. By hand, L = 2, D = 4, H = 2:

    token 0: [0, 1, 2, 3]      head 0: [[0, 1],     head 1: [[2, 3],
    token 1: [4, 5, 6, 7]               [4, 5]]              [6, 7]]

A reshape to (H, L, D/H) has the right shape too, and head 0 holds [[0, 1], [2, 3]]: token 0 twice. Nothing
complains, the model just learns badly. It hides when L or H is 1, so look at numbers, not only at shapes.

Predict first, then run this file: token 2 is [8, 9, 10, 11]. Which head holds 10, and in which row?

You build
    split_heads(x, num_heads) -> (B, num_heads, L, D / num_heads)
        * D not divisible by num_heads: raise ValueError
    merge_heads(x): (B, H, L, d) -> (B, L, H·d), so that merge_heads(split_heads(x, h)) is x
    Both keep the dtype and let gradients flow back.
"""

import torch


def split_heads(x: torch.Tensor, num_heads: int) -> torch.Tensor:
    """Each head's slice of the columns, for all tokens.

    >>> split_heads(torch.arange(8.0).reshape(1, 2, 4), 2)[0, 0]
    tensor([[0., 1.],
            [4., 5.]])

    Args:
        x: floating tensor (B, L, D); it is left unchanged.
        num_heads: how many heads, a whole number from 1.
    Returns: a tensor (B, num_heads, L, D / num_heads) with the dtype of `x`.
    Raises: ValueError where D is not divisible by `num_heads`.
    Source: Vaswani et al. 2017, section 3.2.2.
    """
    # TODO: your code here, in place of the next line.
    raise NotImplementedError("week-12/heads: split_heads is yours to write")


def merge_heads(x: torch.Tensor) -> torch.Tensor:
    """The heads' columns side by side again, head 0 first.

    >>> merge_heads(torch.tensor([[[[0.0, 1.0], [4.0, 5.0]], [[2.0, 3.0], [6.0, 7.0]]]]))
    tensor([[[0., 1., 2., 3.],
             [4., 5., 6., 7.]]])

    Args:
        x: floating tensor (B, H, L, d); it is left unchanged.
    Returns: a tensor (B, L, H * d) with the dtype of `x`.
    Source: Vaswani et al. 2017, section 3.2.2.
    """
    # TODO: your code here, in place of the next line.
    raise NotImplementedError("week-12/heads: merge_heads is yours to write")


if __name__ == "__main__":
    x = torch.arange(12.0).reshape(1, 3, 4)
    print("tokens", x[0].int().tolist())
    heads = split_heads(x, 2)
    for h in range(2):
        print(f"head {h}", heads[0, h].int().tolist())
    print("Was your prediction for 10 right? A plain reshape has the same shape and other numbers:")
    print("head 0", x.reshape(1, 2, 3, 2)[0, 0].int().tolist())
    print("merged again, the same as before:", torch.equal(merge_heads(heads), x))
