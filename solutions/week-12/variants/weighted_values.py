"""Right answers to week-12/weighted_values that differ from the reference: full marks, always."""


# %% einsum
# Two forms of einsum.
def combine(weights, values):
    if values.ndim == 1:
        if weights.numel() != values.numel():
            raise ValueError("lengths")
        return torch.einsum("k,k->", weights, values)
    if weights.size(-1) != values.size(-2):
        raise ValueError("lengths")
    return torch.einsum("...qk,...kv->...qv", weights, values)


# %% multiply-and-sum
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


# %% loop-over-keys
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


# %% vectors-as-matrices
# Vectors become a row and a column first, torch's error is translated.
def combine(weights, values):
    plain = values.dim() == 1
    try:
        mixed = torch.matmul(weights[None], values[:, None]) if plain else torch.matmul(weights, values)
    except RuntimeError as error:
        raise ValueError("sizes") from error
    return mixed.squeeze() if plain else mixed


# %% bmm-float64-inside
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
