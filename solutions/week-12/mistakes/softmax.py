"""Wrong answers to week-12/softmax, which the graders must catch and name."""


# %% softmax-over-wrong-axis
# The weights add up to 1 along the first axis, whatever `dim` says: pass `dim` on to the sum and the maximum.
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


# %% gradient-cut
# The weights are right, but no gradient flows back to the scores: leave out detach, no_grad, numpy and tolist.
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return (powers / powers.sum(dim, keepdim=True)).detach()
