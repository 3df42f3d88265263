"""Know the shape before you compute.

Most mistakes in attention show in the shapes, before a single number is wrong. Each of Lq queries is compared
with each of Lk keys, so the scores are a table with a row for each query and a column for each key:

    queries (..., Lq, d)   keys (..., Lk, d)   ->   scores (..., Lq, Lk)

The depth d is used up by the products. "..." are leading axes (batch, heads): any number of them, or none, and
the same for both; each batch and head has its own table.

By hand: 5 queries of depth 4 and 7 keys of depth 4 are (5, 4) and (7, 4). Their scores are (5, 7).

Predict first, then run this file: queries (2, 3, 5, 4) and keys (2, 3, 7, 4) give scores of which shape?
And may queries (1, 5, 4) meet keys (2, 7, 4)? Torch would stretch the 1 without a word.

You build
    score_shape(query_shape, key_shape) -> tuple of ints, from the shapes alone (no tensors are needed)
    raw_scores(queries, keys) -> the tensor of that shape, with queries · keysᵀ in it, not scaled
    Both raise ValueError
        * where the two depths (last axes) differ
        * where the leading axes differ, in number or in size: a 1 is not stretched
"""

import torch


def score_shape(query_shape: tuple[int, ...], key_shape: tuple[int, ...]) -> tuple[int, ...]:
    """The shape of the scores of these queries on these keys.

    >>> score_shape((5, 4), (7, 4))
    (5, 7)

    Args:
        query_shape: (..., Lq, d), at least two whole numbers.
        key_shape: (..., Lk, d), with the same leading axes and the same d.
    Returns: the tuple (..., Lq, Lk).
    Raises: ValueError where the depths or the leading axes differ.
    Source: Vaswani et al. 2017, section 3.2.1.
    """
    ### BEGIN SOLUTION
    *query_leading, query_length, query_depth = query_shape
    *key_leading, key_length, key_depth = key_shape
    if query_depth != key_depth:
        raise ValueError(f"queries of depth {query_depth} cannot be compared with keys of depth {key_depth}")
    if query_leading != key_leading:
        raise ValueError(f"the leading axes differ: {query_leading} and {key_leading}")
    return (*query_leading, query_length, key_length)
    ### END SOLUTION


def raw_scores(queries: torch.Tensor, keys: torch.Tensor) -> torch.Tensor:
    """The product of each query with each key, before any scale.

    >>> raw_scores(torch.tensor([[1.0, 2.0]]), torch.tensor([[3.0, 0.0], [0.0, 1.0]]))
    tensor([[3., 2.]])

    Args:
        queries: floating tensor (..., Lq, d); like the keys it is left unchanged.
        keys: floating tensor (..., Lk, d) with the dtype and leading axes of `queries`.
    Returns: a new tensor (..., Lq, Lk) with the dtype of `queries`.
    Raises: ValueError where the depths or the leading axes differ.
    Source: Vaswani et al. 2017, section 3.2.1.
    """
    ### BEGIN SOLUTION
    score_shape(tuple(queries.shape), tuple(keys.shape))  # raises where they do not fit
    return queries @ keys.mT
    ### END SOLUTION


### BEGIN HINTS
# 1. A shape is a tuple: `shape[-1]` is the depth, `shape[-2]` the length, `shape[:-2]` the leading axes.
# 2. Compare the two depths and the two `shape[:-2]`, and raise ValueError where they differ. What is left is
#    leading axes + (Lq, Lk), put together as one tuple.
# 3. For the scores, the keys must lie on their side: `keys.transpose(-2, -1)` swaps the last two axes. Call your
#    score_shape first, so that it raises before torch stretches anything.
### END HINTS


if __name__ == "__main__":
    print("(5, 4) and (7, 4) give", score_shape((5, 4), (7, 4)))
    print("(2, 3, 5, 4) and (2, 3, 7, 4) give", score_shape((2, 3, 5, 4), (2, 3, 7, 4)))
    try:
        print("(1, 5, 4) and (2, 7, 4) give", score_shape((1, 5, 4), (2, 7, 4)))
    except ValueError as error:
        print("(1, 5, 4) and (2, 7, 4): refused,", error)
    print("Torch alone says", tuple((torch.zeros(1, 5, 4) @ torch.zeros(2, 7, 4).mT).shape))
    scores = raw_scores(torch.tensor([[1.0, 2.0]]), torch.tensor([[3.0, 0.0], [0.0, 1.0]]))
    print("Scores of [1, 2] on [3, 0] and [0, 1]:", scores.tolist())
