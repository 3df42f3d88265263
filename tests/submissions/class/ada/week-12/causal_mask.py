"""Hide the future, and prove that it is hidden.

A model that writes text from left to right may use what is already written, never what comes later. A
causal mask says so: a square table with one row for each query and one column for each key, True where
the query may look. (True means "may look" in every task of this course.)

By hand, for three tokens:

              key 0   key 1   key 2
    query 0   True    False   False     token 0 sees itself only
    query 1   True    True    False
    query 2   True    True    True      the last token sees everything

A mask that points the wrong way still gives tidy weights whose rows add up to 1. So you also build the
check: of all weights that a query gives to a LATER key, the largest. Behind a right mask it is 0.

Predict first, then run this file: how many True are there for 5 tokens? And what is the largest
look-ahead of [[0.5, 0.1, 0.4], [0.2, 0.5, 0.3], [0.6, 0.3, 0.1]]: 0.6, 0.5 or 0.4?

You build
    causal_mask(length) -> boolean tensor (length, length), True where key position <= query position
    future_weight(weights) -> Python float: the largest weight above the diagonal
        * weights (..., L, L): the largest over all leading axes (batch, heads) together
        * 0.0 where no weight goes to a later key, also for a single token, which has no later key
        * as it is, not rounded: a leak of 0.000001 is a leak
    Wrong input is not graded here: length is at least 1, weights are square and never negative.
"""

import torch


def causal_mask(length: int) -> torch.Tensor:
    """A table that lets each position look at itself and at what came before.

    >>> causal_mask(3)
    tensor([[ True, False, False],
            [ True,  True, False],
            [ True,  True,  True]])

    Args:
        length: how many positions there are, a whole number from 1.
    Returns: a boolean tensor (length, length); row = query, column = key, True = may look.
    Source: Vaswani et al. 2017, section 3.2.3.
    """
    ### BEGIN SOLUTION
    return torch.ones(length, length, dtype=torch.bool).tril()
    ### END SOLUTION


def future_weight(weights: torch.Tensor) -> float:
    """The largest weight that any query gives to a later key.

    >>> future_weight(torch.tensor([[0.75, 0.25], [0.5, 0.5]]))
    0.25

    Args:
        weights: floating tensor (..., L, L), no number below 0; row = query, column = key. It is left unchanged.
    Returns: a Python float, 0.0 where no weight goes to a later key.
    Source: Vaswani et al. 2017, section 3.1 (the decoder must not see later positions).
    """
    ### BEGIN SOLUTION
    return weights.triu(diagonal=1).max().item()  # triu keeps what is above the diagonal, 0 elsewhere
    ### END SOLUTION


### BEGIN HINTS
# 1. Write the table for three tokens on paper, rows as queries. Which triangle is True, and is the diagonal in it?
# 2. `torch.ones(length, length, dtype=torch.bool)` is all True; `.tril()` keeps the lower triangle and the diagonal,
#    `.triu(diagonal=1)` keeps what lies strictly above it. Both work on the last two axes of any tensor.
# 3. For future_weight, put 0 everywhere but above the diagonal, then take the largest number of all: with no later key
#    it is 0 by itself. `.item()` makes a Python float of it.
### END HINTS


if __name__ == "__main__":
    mask = causal_mask(5)
    print("The mask for 5 tokens (1 = may look):")
    print(mask.int())
    print("How many True did you predict? There are", int(mask.sum()))
    weights = torch.tensor([[0.5, 0.1, 0.4], [0.2, 0.5, 0.3], [0.6, 0.3, 0.1]])
    print("Largest look-ahead of the three by three weights:", round(future_weight(weights), 3))
    scores = torch.tensor([[1.0, 3.0, 2.0], [0.5, 0.0, 4.0], [2.0, 1.0, 0.0]])
    masked = scores.masked_fill(~causal_mask(3), -torch.inf).softmax(-1)
    print("The same question behind your mask:", future_weight(masked))
