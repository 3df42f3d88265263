"""Mix values with weights.

Weights say how much each key counts; values are what there is to mix. The output is a mixture: each value
times its weight, added up. Where a dictionary gives back one entry, attention gives back a blend of all.

    output = sum over k of weight_k * value_k

By hand: weights [0.6, 0.3, 0.1] on values [10, 2, -1] give 6 + 0.6 - 0.1 = 6.5. The value with the highest
weight, 10, is not the answer; it is only the loudest voice in it.

Predict first, then run this file: with weights [1/3, 1/3, 1/3], which well-known number comes out?

You build
    combine(weights, values) -> the mixture
        * weights (..., Lq, Lk) and values (..., Lk, d_v) give (..., Lq, d_v); "..." are the same leading axes,
          any number of them or none. Each query has its own row of weights, each value is a vector
        * weights (Lk,) and values (Lk,) give a single number, a tensor without axes
        * weights are used as they are: they need not add up to 1 (a row of zeros gives zeros)
        * the dtype that came is kept, and gradients flow back to both
        * not as many weights (last axis) as there are values: raise ValueError
"""

import torch


def combine(weights: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    """Each row of weights makes one mixture of the values.

    >>> combine(torch.tensor([0.6, 0.3, 0.1]), torch.tensor([10.0, 2.0, -1.0]))
    tensor(6.5000)

    Args:
        weights: floating tensor (..., Lq, Lk), or (Lk,); it is left unchanged.
        values: floating tensor (..., Lk, d_v), or (Lk,), with the dtype of `weights`; it is left unchanged.
    Returns: a new tensor (..., Lq, d_v), or one without axes, with the dtype of `weights`.
    Raises: ValueError where the last axis of `weights` is not as long as there are values.
    Source: Vaswani et al. 2017, section 3.2.1.
    """
    ### BEGIN SOLUTION
    count = values.shape[-2] if values.dim() > 1 else values.shape[0]
    if weights.shape[-1] != count:
        raise ValueError(f"{weights.shape[-1]} weights do not fit {count} values")
    return weights @ values
    ### END SOLUTION


### BEGIN HINTS
# 1. A row of weights times a column of numbers, added up: that is a matrix product.
# 2. `weights @ values` does all of it, with leading axes and for two plain vectors, too.
# 3. There are `values.shape[-2]` values, and `values.shape[0]` when values has one axis only. Compare that with
#    `weights.shape[-1]` first, and raise ValueError where they differ: torch raises another error.
### END HINTS


if __name__ == "__main__":
    values = torch.tensor([10.0, 2.0, -1.0])
    print("[0.6, 0.3, 0.1] on [10, 2, -1]:", round(combine(torch.tensor([0.6, 0.3, 0.1]), values).item(), 4))
    print("equal weights:", round(combine(torch.ones(3) / 3, values).item(), 4))
    print("the mean of the values:", round(values.mean().item(), 4))
    table = combine(torch.tensor([[1.0, 0.0], [0.5, 0.5]]), torch.tensor([[4.0, 0.0, 2.0], [0.0, 8.0, 2.0]]))
    print("two queries on two vectors of width 3:", table.tolist())
