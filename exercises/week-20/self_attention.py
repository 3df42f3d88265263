# week-20/self_attention · starter, made by `make build` [497b42b85517]: write your answer in this file.
"""Let every token look at every token.

Three tokens, "login", "failed", "again", are rows of one matrix X. Three learned matrices give three views of
it: queries XW_Q (what a token seeks), keys XW_K (what it offers for matching), values XW_V (what gets mixed).
It is a soft join of a table with itself: match queries with keys, turn each row of scores into weights, and
take the weighted sum of the values.

    weights = softmax(Q K^T / sqrt(d)) along each row,    output = weights V

By hand: X = [[1, 0], [0, 1]], W_Q = [[2, 0], [0, 0]], W_K and W_V the identity. The scores are
[[2, 0], [0, 0]], by sqrt(2) [[1.414, 0], [0, 0]], so the first token's weights are [0.804, 0.196], the second
one's [0.5, 0.5]. Without the scale the first row is [0.881, 0.119]: sharper.

Predict first: with d = 64 random numbers a row, how large is the largest weight of a row, with the scale and
without it? Then run this file.

You build
    self_attention(x, w_q, w_k, w_v, scaled=True) -> (output (L, d), weights (L, L))
        * row i of the weights belongs to token i as the one who looks; each row adds up to 1
        * scaled=False leaves the division by sqrt(d) out; large scores stay finite
    saturation(weights) -> Python float: the largest weight of each row, and their mean over all rows
        * 1/L where every row is flat, 1 where every row looks at one place only
"""

import torch


def self_attention(
    x: torch.Tensor, w_q: torch.Tensor, w_k: torch.Tensor, w_v: torch.Tensor, scaled: bool = True
) -> tuple[torch.Tensor, torch.Tensor]:
    """What each token gathers from all tokens, and with which weights.

    >>> see = torch.eye(2)
    >>> output, weights = self_attention(see, torch.tensor([[2.0, 0.0], [0.0, 0.0]]), see, see)
    >>> weights
    tensor([[0.8044, 0.1956],
            [0.5000, 0.5000]])

    Args:
        x: floating (L, d_in), a row for each token; it is left unchanged.
        w_q, w_k, w_v: floating (d_in, d), of the dtype of `x`.
        scaled: whether the scores are divided by sqrt(d).
    Returns: (output (L, d), weights (L, L)), new tensors in the dtype of `x`, which gradients can flow through.
    Source: Vaswani et al. 2017, section 3.2.1.
    """
    # TODO: your code here, in place of the next line.
    raise NotImplementedError("week-20/self_attention: self_attention is yours to write")


def saturation(weights: torch.Tensor) -> float:
    """The mean over rows of the largest weight: 1 where every row looks at one place only.

    >>> saturation(torch.tensor([[0.7, 0.2, 0.1], [0.25, 0.25, 0.5]]))
    0.6000000238418579

    Args:
        weights: floating (..., Lq, Lk); each row, along the last axis, adds up to 1.
    Returns: a Python float between 1/Lk and 1.
    """
    # TODO: your code here, in place of the next line.
    raise NotImplementedError("week-20/self_attention: saturation is yours to write")


if __name__ == "__main__":
    torch.manual_seed(0)
    tokens = ["login", "failed", "again"]
    matrices = [torch.randn(4, 4) for _ in range(3)]
    x = torch.randn(3, 4)
    for scaled in (False, True):
        _, weights = self_attention(x, *matrices, scaled=scaled)
        print("scaled" if scaled else "unscaled")
        for token, row in zip(tokens, weights.tolist(), strict=True):
            print(f"  {token:>6} looks at", "  ".join(f"{name} {w:.2f}" for name, w in zip(tokens, row, strict=True)))
    x, matrices = torch.randn(20, 64), [torch.randn(64, 64) / 8 for _ in range(3)]
    for scaled in (False, True):
        weights = self_attention(x, *matrices, scaled=scaled)[1]
        print(f"d = 64, {'scaled' if scaled else 'unscaled'}: the largest weight of a row is {saturation(weights):.2f}")
