"""Look up by similarity: scaled dot-product attention.

A dictionary finds one entry whose key equals the query. Attention compares the query with EVERY key, turns
the scores into weights, and gives back a mixture of the values:

    weights = softmax(queries · keysᵀ / √d_k)          output = weights · values

By hand, d_k = 4 and √4 = 2. Query [1, 1, 1, 1] on keys [1, 1, 1, 1], [1, 1, 0, 0], [0, 0, 0, 0]: products
4, 2, 0, scores 2, 1, 0, weights 0.665, 0.245, 0.090. Values 10, 2, -1 give 6.652 + 0.489 - 0.090 = 7.05.

Predict first, then run this file: without the division by √d_k, does the first weight grow or shrink?

You build
    attention(queries, keys, values, mask=None) -> (output, weights)
        * queries (..., Lq, d_k), keys (..., Lk, d_k), values (..., Lk, d_v); "..." are the same leading axes
          (batch, heads), any number of them or none; output (..., Lq, d_v), weights (..., Lq, Lk)
        * mask: boolean, True = may look; it broadcasts to (..., Lq, Lk). A hidden key gets weight 0, and the
          others still add up to 1, even where the hidden key has by far the highest score
        * a query that may look at nothing gets weights 0 and an output of 0, and gradients stay finite
        * scores up to 10,000 and down to -10,000; the dtype is kept: float64 to its full accuracy, and
          float16 too, where -1e9 does not fit
        * a mask of any other dtype than bool: raise ValueError
        * by hand: softmax from torch is fine here, a library call that returns attention is not
"""

import math

import torch


def attention(
    queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, mask: torch.Tensor | None = None
) -> tuple[torch.Tensor, torch.Tensor]:
    """A mixture of the values for each query, and the weights that it was mixed with.

    >>> key = torch.tensor([[1.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 0.0]])
    >>> attention(key, key, torch.tensor([[10.0], [0.0]]))[0]
    tensor([[8.8080],
            [5.0000]])

    Args:
        queries: floating tensor (..., Lq, d_k); like the next two it is left unchanged.
        keys: floating tensor (..., Lk, d_k), with the dtype and leading axes of `queries`.
        values: floating tensor (..., Lk, d_v), likewise.
        mask: None (all may look at all), or a boolean tensor that broadcasts to (..., Lq, Lk); True = may look.
    Returns: a tuple of output (..., Lq, d_v) and weights (..., Lq, Lk), with the dtype of `queries`.
    Raises: ValueError for a mask that is not boolean.
    Source: Vaswani et al. 2017, section 3.2.1.
    """
    ### BEGIN SOLUTION
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError(f"the mask must be boolean, got {mask.dtype}")
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])  # (..., Lq, Lk)
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)  # a row without a key came out uniform: here it becomes 0
    return weights @ values, weights
    ### END SOLUTION


### BEGIN HINTS
# 1. Four steps: products of queries and keys, divide by the root of the key depth, softmax over the keys, mix the
#    values. Write the shape of each result beside its line.
# 2. `keys.transpose(-2, -1)` (or `keys.mT`) swaps the last two axes and leaves batch and heads alone.
# 3. The mask works BEFORE softmax: `scores.masked_fill(~mask, value)` with -inf or `torch.finfo(scores.dtype).min`.
#    A number like -1e9 does not fit into float16.
# 4. A row that is hidden as a whole has no right softmax (0 / 0). With the finite `torch.finfo(scores.dtype).min`
#    it comes out uniform; one more line, `weights.masked_fill(~mask, 0)`, makes it 0 and leaves other rows as they are.
### END HINTS


if __name__ == "__main__":
    query = torch.tensor([[1.0, 1.0, 1.0, 1.0]])
    keys = torch.tensor([[1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]])
    values = torch.tensor([[10.0], [2.0], [-1.0]])
    output, weights = attention(query, keys, values)
    print("weights", [round(w, 3) for w in weights[0].tolist()], "output", round(output.item(), 2))
    unscaled = (query @ keys.T).softmax(-1)
    print("without the scale", [round(w, 3) for w in unscaled[0].tolist()], "- was your prediction right?")
    output, weights = attention(query, keys, values, torch.tensor([[False, True, True]]))
    print("first key hidden ", [round(w, 3) for w in weights[0].tolist()], "output", round(output.item(), 2))
