"""Known answers to week-12/weighted_values: wrong ones, which the graders must catch and name, and right ones."""


# %% weights-ignored
# The plain mean of the values came back: each value counts as much as its weight says.
def combine(weights, values):
    if weights.shape[-1] != values.shape[-2 if values.dim() > 1 else 0]:
        raise ValueError
    return torch.ones_like(weights) / weights.shape[-1] @ values


# %% highest-weight-only
# Only the value with the highest weight came back, as from a dictionary: mix all values, each by its weight.
def combine(weights, values):
    if weights.shape[-1] != values.shape[-2 if values.dim() > 1 else 0]:
        raise ValueError
    chosen = torch.nn.functional.one_hot(weights.argmax(-1), weights.shape[-1])
    return chosen.to(values.dtype) @ values


# %% mean-for-sum
# The weighted values were averaged: add them up, the weights have the division in them already.
def combine(weights, values):
    if weights.shape[-1] != values.shape[-2 if values.dim() > 1 else 0]:
        raise ValueError
    return weights @ values / weights.shape[-1]


# %% normalised-again
# The weights were divided by their sum: use them as they are, a row of zeros gives zeros.
def combine(weights, values):
    if weights.shape[-1] != values.shape[-2 if values.dim() > 1 else 0]:
        raise ValueError
    return weights @ values / weights.sum(-1, keepdim=values.dim() > 1)


# %% softmax-again
# Softmax was applied to what are weights already: use them as they are.
def combine(weights, values):
    if weights.shape[-1] != values.shape[-2 if values.dim() > 1 else 0]:
        raise ValueError
    return weights.softmax(-1) @ values


# %% not-added-up
# Two vectors gave a vector: after each value was multiplied by its weight, the products must be added up.
def combine(weights, values):
    if weights.shape[-1] != values.shape[-2 if values.dim() > 1 else 0]:
        raise ValueError
    return weights * values if values.dim() == 1 else weights @ values


# %% single-number-with-an-axis
# Two vectors gave a tensor of shape (1,): asked for is a tensor without axes, so leave out keepdim and [None].
def combine(weights, values):
    if weights.shape[-1] != values.shape[-2 if values.dim() > 1 else 0]:
        raise ValueError
    return (weights @ values)[None] if values.dim() == 1 else weights @ values


# %% number-for-tensor
# Two vectors gave a Python number: asked for is a tensor (gradients need it), so leave out .item() and float().
def combine(weights, values):
    if weights.shape[-1] != values.shape[-2 if values.dim() > 1 else 0]:
        raise ValueError
    return (weights @ values).item() if values.dim() == 1 else weights @ values


# %% vectors-not-handled
# Two plain vectors ended in an error: there values has one axis, so do not ask for shape[-2].
def combine(weights, values):
    if weights.shape[-1] != values.shape[-2]:
        raise ValueError
    return weights @ values


# %% weights-transposed
# Rows and columns of the weights were swapped: the rows are the queries, and each row is one mixture.
def combine(weights, values):
    if weights.shape[-1] != values.shape[-2 if values.dim() > 1 else 0]:
        raise ValueError
    return weights @ values if values.dim() == 1 else weights.mT @ values


# %% result-transposed
# Rows and columns of the result are swapped: a row for each query, as wide as a value.
def combine(weights, values):
    if weights.shape[-1] != values.shape[-2 if values.dim() > 1 else 0]:
        raise ValueError
    return weights @ values if values.dim() == 1 else (weights @ values).mT


# %% queries-added-together
# All queries were added into one mixture: each row of weights makes a mixture of its own.
def combine(weights, values):
    if weights.shape[-1] != values.shape[-2 if values.dim() > 1 else 0]:
        raise ValueError
    return weights @ values if values.dim() == 1 else (weights @ values).sum(-2)


# %% first-of-the-batch
# The first batch entry's values were used for all: each batch entry and head has its own values.
def combine(weights, values):
    if weights.shape[-1] != values.shape[-2 if values.dim() > 1 else 0]:
        raise ValueError
    return weights @ (values[0] if values.dim() > 2 else values)


# %% two-axes-only
# Leading axes (batch, heads) ended in an error: `@` works with any number of them.
def combine(weights, values):
    if weights.shape[-1] != values.shape[-2 if values.dim() > 1 else 0]:
        raise ValueError
    return torch.dot(weights, values) if values.dim() == 1 else torch.mm(weights, values)


# %% mismatch-left-to-torch
# Weights that do not fit the values ended in torch's own error: compare the sizes first and raise ValueError.
def combine(weights, values):
    return weights @ values


# %% one-weight-is-stretched
# A single weight was stretched over all values: raise ValueError unless there is one weight for each value.
def combine(weights, values):
    count = values.shape[-2 if values.dim() > 1 else 0]
    if weights.shape[-1] not in (count, 1):
        raise ValueError
    return weights.expand(*weights.shape[:-1], count) @ values


# %% spare-values-dropped
# Values without a weight were left out in silence: raise ValueError unless there is one weight for each value.
def combine(weights, values):
    if weights.shape[-1] > values.shape[-2 if values.dim() > 1 else 0]:
        raise ValueError
    return weights @ values[..., : weights.shape[-1], :] if values.dim() > 1 else weights @ values[: weights.shape[-1]]


# %% compared-with-the-width
# The number of weights was compared with the width of a value: compare with how many values there are, shape[-2].
def combine(weights, values):
    if weights.shape[-1] != values.shape[-1]:
        raise ValueError
    return weights @ values


# %% vectors-not-compared
# Two vectors of different length were let through to torch: raise ValueError for them as well.
def combine(weights, values):
    if values.dim() > 1 and weights.shape[-1] != values.shape[-2]:
        raise ValueError
    return weights @ values


# %% float32-inside
# float64 came back with float32 accuracy: keep the dtype that came.
def combine(weights, values):
    if weights.shape[-1] != values.shape[-2 if values.dim() > 1 else 0]:
        raise ValueError
    return (weights.float() @ values.float()).to(values.dtype)


# %% float64-comes-out
# A float64 tensor came back, whatever went in (NumPy numbers do that): give back the dtype that came.
def combine(weights, values):
    if weights.shape[-1] != values.shape[-2 if values.dim() > 1 else 0]:
        raise ValueError
    return weights.double() @ values.double()


# %% gradient-cut
# The mixture is right, but no gradient flows back: leave out detach, no_grad, numpy and tolist.
def combine(weights, values):
    if weights.shape[-1] != values.shape[-2 if values.dim() > 1 else 0]:
        raise ValueError
    return (weights @ values).detach()


# %% right: einsum
# Two forms of einsum.
def combine(weights, values):
    if values.ndim == 1:
        if weights.numel() != values.numel():
            raise ValueError("lengths")
        return torch.einsum("k,k->", weights, values)
    if weights.size(-1) != values.size(-2):
        raise ValueError("lengths")
    return torch.einsum("...qk,...kv->...qv", weights, values)


# %% right: multiply-and-sum
# Products by broadcasting, then a sum; a subclass of ValueError.
class SizeError(ValueError):
    pass


def combine(weights, values):
    if values.dim() == 1:
        if weights.shape != values.shape:
            raise SizeError
        return (weights * values).sum()
    if weights.shape[-1] != values.shape[-2]:
        raise SizeError
    return (weights.unsqueeze(-1) * values.unsqueeze(-3)).sum(dim=-2)


# %% right: loop-over-keys
# One value after the other.
def combine(weights, values):
    axis = max(values.dim() - 2, 0)
    if weights.shape[-1] != values.shape[axis]:
        raise ValueError
    total = 0
    for k in range(weights.shape[-1]):
        share = weights[..., k] if values.dim() == 1 else weights[..., k, None]
        total = total + share * (values[k] if values.dim() == 1 else values[..., k : k + 1, :])
    return total


# %% right: vectors-as-matrices
# Vectors become a row and a column first, torch's error is translated.
def combine(weights, values):
    plain = values.dim() == 1
    try:
        mixed = torch.matmul(weights[None], values[:, None]) if plain else torch.matmul(weights, values)
    except RuntimeError as error:
        raise ValueError("sizes") from error
    return mixed.squeeze() if plain else mixed


# %% right: bmm-float64-inside
# Leading axes folded, computed in float64.
def combine(weights, values):
    count = values.shape[-2] if values.dim() > 1 else len(values)
    if count != weights.shape[-1]:
        raise ValueError(count)
    if values.dim() == 1:
        return torch.dot(weights.double(), values.double()).to(weights.dtype)
    folded = torch.bmm(
        weights.reshape(-1, *weights.shape[-2:]).double(), values.reshape(-1, *values.shape[-2:]).double()
    )
    return folded.reshape(*weights.shape[:-1], values.shape[-1]).to(weights.dtype)
