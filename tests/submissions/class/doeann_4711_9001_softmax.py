"""Turn scores into weights.

A query scores every key, and the scores may be any numbers: 2, 1, 0, or -300. Softmax turns them into
weights: each is above 0, together they add up to 1, and a higher score gets a higher weight.

    weight_j = exp(score_j / temperature) / sum over k of exp(score_k / temperature)

By hand: scores [2, 1, 0] give e^2, e^1, e^0 = 7.389, 2.718, 1. Their sum is 11.107, so the weights are
[0.665, 0.245, 0.090].

Predict first, then run this file: what happens to 0.665 at temperature 2? And what would exp(1000) give?

You build
    softmax(scores, dim=-1, temperature=1.0) -> weights, a new tensor with the shape and dtype of scores
        * float64 in, float64 accuracy out; gradients flow back to the scores; the scores stay as they were
        * along any `dim`; a score of -inf gets weight 0
        * finite for scores up to 10,000 and down to -10,000, side by side or in different rows
        * a temperature of 0 or below: raise ValueError
        * by hand: no library call that returns a softmax or its logarithm
"""

import torch


def softmax(scores: torch.Tensor, dim: int = -1, temperature: float = 1.0) -> torch.Tensor:
    """Weights above 0 that add up to 1 along `dim`.

    >>> softmax(torch.tensor([2.0, 1.0, 0.0]))
    tensor([0.6652, 0.2447, 0.0900])

    Args:
        scores: floating tensor of any shape; it is left unchanged.
        dim: the axis whose weights add up to 1.
        temperature: above 0; higher gives flatter weights.
    Returns: a new tensor with the shape and dtype of `scores`.
    Raises: ValueError for a temperature of 0 or below.
    Source: Vaswani et al. 2017, section 3.2.1.
    """
    ### BEGIN SOLUTION
    if temperature <= 0:
        raise ValueError(f"the temperature must be above 0, got {temperature}")
    scaled = scores / temperature
    shifted = scaled - scaled.amax(dim, keepdim=True)  # exp never sees a number above 0
    powers = shifted.exp()
    return powers / powers.sum(dim, keepdim=True)
    ### END SOLUTION


### BEGIN HINTS
# 1. Three steps: divide by the temperature, raise e to each score, divide by the sum along `dim`.
# 2. exp(1000) is infinite, and inf / inf is NaN. Taking the same number away from every score of a row
#    changes nothing in the weights: take away the row's largest.
# 3. `scores.amax(dim, keepdim=True)` and `.sum(dim, keepdim=True)` keep the axis, so that the shapes line up.
### END HINTS


if __name__ == "__main__":
    scores = torch.tensor([2.0, 1.0, 0.0])
    print("scores", scores.tolist())
    for temperature in (0.5, 1.0, 2.0):
        weights = softmax(scores, temperature=temperature)
        print(f"temperature {temperature}: weights {[round(w, 3) for w in weights.tolist()]}")
    print("Was your prediction for temperature 2 right? And for scores of [1000, 999]:")
    print([round(w, 3) for w in softmax(torch.tensor([1000.0, 999.0])).tolist()])
