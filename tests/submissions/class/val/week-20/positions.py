"""Give every place a stamp.

Attention looks at everything at once, and so it has no order: "the movie was not good" and "the movie was good
not" are the same bag of words to it. A Transformer therefore adds a stamp to each token's vector, a row of a
table that belongs to the token's place: row 0 to the first token, row 1 to the second. Adding keeps the width.

Whether an encoder feels the order can be measured: encode the tokens, encode them in reverse, and look how far
the result moved. That is the order gap. A bag of look-ups has the gap 0.

By hand: the vectors [[5, 5], [7, 7]] and the table [[1, 0], [0, 1], [9, 9]] give [[6, 5], [7, 8]]; row 2 of the
table is not needed. And an encoder that returns 10 times the first token: on [[3, 0, 1]] it gives 30, on the
reversed [[1, 0, 3]] it gives 10, so the gap is 20.

Predict first: the mean of the vectors before and after stamping, which of the two feels the order? And the mean
of their squares? Then run this file.

You build
    stamp(vectors, table) -> (B, L, D): vectors (B, L, D) plus the first L rows of the table (N, D)
        * the same stamps for every text of the batch; the vectors stay as they were
        * more places than rows, L > N: raise ValueError
    order_gap(encode, tokens) -> Python float: the largest absolute change of encode(tokens) anywhere in it
        * when each row of the long tokens (B, L) is reversed as a whole, padding included
        * `encode` is a function or a model: call it with (B, L) tokens and change nothing about it; its result is a
          floating tensor of any shape, which may carry a graph for gradients
"""

from collections.abc import Callable

import torch


def stamp(vectors: torch.Tensor, table: torch.Tensor) -> torch.Tensor:
    """The vectors, each with the stamp of its place added.

    >>> stamp(torch.tensor([[[5.0, 5.0], [7.0, 7.0]]]), torch.tensor([[1.0, 0.0], [0.0, 1.0], [9.0, 9.0]]))
    tensor([[[6., 5.],
             [7., 8.]]])

    Args:
        vectors: floating (B, L, D); they are left unchanged.
        table: (N, D) of the same dtype, a row for each place, N at least L.
    Returns: a new tensor (B, L, D) of that dtype; gradients flow to the vectors and to the table.
    Raises: ValueError if L is above N.
    Source: Vaswani et al. 2017, section 3.5.
    """
    ### BEGIN SOLUTION
    length = vectors.shape[1]
    if length > len(table):
        raise ValueError(f"{length} places, and the table has {len(table)} rows")
    return vectors + table[:length]
    ### END SOLUTION


def order_gap(encode: Callable[[torch.Tensor], torch.Tensor], tokens: torch.Tensor) -> float:
    """How far the encoder's result moves at most when every text is read backwards.

    >>> order_gap(lambda tokens: 10.0 * tokens[:, 0], torch.tensor([[3, 0, 1]]))
    20.0

    Args:
        encode: takes long tokens (B, L) and returns a floating tensor of any shape.
        tokens: long (B, L), 0 where there is padding; they are left unchanged.
    Returns: the largest absolute difference, a Python float: 0 for an encoder that does not feel the order.
    """
    ### BEGIN SOLUTION
    change = encode(tokens.flip(1)) - encode(tokens)
    return change.abs().max().item()
    ### END SOLUTION


### BEGIN HINTS
# 1. table[:L] is (L, D), and (B, L, D) + (L, D) adds it to every text of the batch. Compare L with the number
#    of rows first: a slice never complains, and a table of a single row would be added everywhere.
# 2. tokens.flip(1) reverses every row and makes a new tensor; flip(0) would reverse the order of the texts.
# 3. Two results of one shape: their difference, abs() of it, then the largest of all, and .item() for a Python
#    float.
### END HINTS


if __name__ == "__main__":
    torch.manual_seed(0)
    words, places = torch.randn(6, 4), torch.randn(5, 4)
    tokens = torch.tensor([[1, 2, 3, 4, 5]])  # the movie was not good
    encoders = {
        "mean of the look-ups": lambda tokens: words[tokens].mean(1),
        "mean of the stamped look-ups": lambda tokens: stamp(words[tokens], places).mean(1),
        "mean of the squares": lambda tokens: words[tokens].square().mean(1),
        "mean of the squares, stamped": lambda tokens: stamp(words[tokens], places).square().mean(1),
    }
    for name, encoder in encoders.items():
        print(f"{name}: order gap {order_gap(encoder, tokens):.3f}")
    print("A stamp alone is not enough: something that is no plain sum must act on it, as attention does.")
