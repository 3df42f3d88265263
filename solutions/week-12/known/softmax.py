"""Known answers to week-12/softmax: wrong ones, which the graders must catch and name, and right ones."""

import numpy as np


# %% softmax-over-wrong-axis
# The weights add up to 1 along the wrong axis: give `dim` to the sum and the maximum, both with keepdim=True.
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    shifted = scores / temperature - (scores / temperature).amax(0, keepdim=True)
    return shifted.exp() / shifted.exp().sum(0, keepdim=True)


# %% softmax-ignores-dim
# The weights always add up to 1 along the last axis: use the `dim` that was asked for.
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(-1, keepdim=True)).exp()
    return powers / powers.sum(-1, keepdim=True)


# %% softmax-over-everything
# All numbers together add up to 1, not each row: sum along `dim` only, with keepdim=True.
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).max()).exp()
    return powers / powers.sum()


# %% no-max-subtraction
# exp of a large score is infinite, and inf / inf is NaN: take each row's largest score away first.
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature).exp()
    return powers / powers.sum(dim, keepdim=True)


# %% global-max
# One maximum for the whole tensor makes rows of small scores vanish (0 / 0): take each row's own maximum.
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).max()).exp()
    return powers / powers.sum(dim, keepdim=True)


# %% temperature-multiplied
# A higher temperature must make the weights flatter, and yours get sharper: divide the scores by it.
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores * temperature - (scores * temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)


# %% temperature-ignored
# The temperature changes nothing in your weights: divide the scores by it.
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores - scores.amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)


# %% temperature-not-refused
# A temperature of 0 or below has no meaning here: raise ValueError before you divide.
def softmax(scores, dim=-1, temperature=1.0):
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)


# %% not-normalised
# The weights do not add up to 1: divide by their sum along `dim`.
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    return (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()


# %% input-overwritten
# The caller's scores were changed (-= and /= write into them): make new tensors with - and /.
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    with torch.no_grad():
        scores -= scores.amax(dim, keepdim=True)
    powers = (scores / temperature).exp()
    return powers / powers.sum(dim, keepdim=True)


# %% float32-inside
# A float64 input came back with float32 accuracy: do not convert to float32 on the way.
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    scaled = scores.float() / temperature
    powers = (scaled - scaled.amax(dim, keepdim=True)).exp()
    return (powers / powers.sum(dim, keepdim=True)).to(scores.dtype)


# %% float32-returned
# The weights are float32 whatever came in: compute in the dtype of the scores, and give that back.
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    scores = scores.float() / temperature
    powers = (scores - scores.amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)


# %% numpy-inside
# NumPy has no bfloat16 and cuts gradients off: stay with torch, `scores.exp()`, `.amax(...)`, `.sum(...)`.
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    scores = scores.numpy() / temperature
    powers = np.exp(scores - scores.max(dim, keepdims=True))
    return torch.from_numpy(powers / powers.sum(dim, keepdims=True))


# %% gradient-cut
# The weights are right, but no gradient flows back to the scores: leave out detach, no_grad, numpy and tolist.
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return (powers / powers.sum(dim, keepdim=True)).detach()


# %% right: logsumexp
# The logarithm of the sum first, exp last.
def softmax(scores, dim=-1, temperature=1.0):
    if not temperature > 0:
        raise ValueError("temperature")
    scaled = scores / temperature
    return (scaled - torch.logsumexp(scaled, dim, keepdim=True)).exp()


# %% right: max-with-values
# max(dim).values in place of amax, exp from the torch module, div in place of /.
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0.0:
        raise ValueError("temperature")
    largest = scores.max(dim=dim, keepdim=True).values
    powers = torch.exp(torch.div(scores - largest, temperature))
    return torch.div(powers, torch.sum(powers, dim=dim, keepdim=True))


# %% right: row-by-row
# A loop over rows with the axis moved to the end and back.
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature")
    moved = scores.movedim(dim, -1)
    rows = [row - row.max() for row in (moved / temperature).reshape(-1, moved.shape[-1])]
    weights = torch.stack([row.exp() / row.exp().sum() for row in rows])
    return weights.reshape(moved.shape).movedim(-1, dim)


# %% right: float64-inside
# Computed in float64, given back in the dtype that came.
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature")
    wide = scores.double() / temperature
    powers = torch.exp(wide - wide.amax(dim, keepdim=True))
    return (powers / powers.sum(dim, keepdim=True)).to(scores.dtype)


# %% right: detached-maximum
# The maximum is a constant for the gradient.
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature")
    scaled = scores * (1 / temperature)
    powers = (scaled - scaled.detach().amax(dim, keepdim=True)).exp()
    return powers.mul(powers.sum(dim, keepdim=True).reciprocal())


# %% right: einsum
# The sum over the axis through einsum.
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature")
    moved = scores.movedim(dim, -1) / temperature
    powers = (moved - moved.amax(-1, keepdim=True)).exp()
    total = torch.einsum("...k->...", powers)
    return (powers / total.unsqueeze(-1)).movedim(-1, dim)
