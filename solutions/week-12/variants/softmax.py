"""Right answers to week-12/softmax that differ from the reference: full marks, always."""


# %% logsumexp
# The logarithm of the sum first, exp last.
def softmax(scores, dim=-1, temperature=1.0):
    if not temperature > 0:
        raise ValueError("temperature")
    scaled = scores / temperature
    return (scaled - torch.logsumexp(scaled, dim, keepdim=True)).exp()


# %% max-with-values
# max(dim).values in place of amax, exp from the torch module, div in place of /.
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0.0:
        raise ValueError("temperature")
    largest = scores.max(dim=dim, keepdim=True).values
    powers = torch.exp(torch.div(scores - largest, temperature))
    return torch.div(powers, torch.sum(powers, dim=dim, keepdim=True))


# %% row-by-row
# A loop over rows with the axis moved to the end and back.
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature")
    moved = scores.movedim(dim, -1)
    rows = [row - row.max() for row in (moved / temperature).reshape(-1, moved.shape[-1])]
    weights = torch.stack([row.exp() / row.exp().sum() for row in rows])
    return weights.reshape(moved.shape).movedim(-1, dim)


# %% float64-inside
# Computed in float64, given back in the dtype that came.
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature")
    wide = scores.double() / temperature
    powers = torch.exp(wide - wide.amax(dim, keepdim=True))
    return (powers / powers.sum(dim, keepdim=True)).to(scores.dtype)


# %% detached-maximum
# The maximum is a constant for the gradient.
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature")
    scaled = scores * (1 / temperature)
    powers = (scaled - scaled.detach().amax(dim, keepdim=True)).exp()
    return powers.mul(powers.sum(dim, keepdim=True).reciprocal())


# %% einsum
# The sum over the axis through einsum.
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature")
    moved = scores.movedim(dim, -1) / temperature
    powers = (moved - moved.amax(-1, keepdim=True)).exp()
    total = torch.einsum("...k->...", powers)
    return (powers / total.unsqueeze(-1)).movedim(-1, dim)
