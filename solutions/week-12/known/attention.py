"""Known answers to week-12/attention: wrong ones, which the graders must catch and name, and right ones."""


# %% scale-missing
# The scores were not divided: long keys then give large products and a very sharp softmax. Divide by √d_k.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values, weights


# %% scale-by-d-k
# You divided by d_k, and the weights came out too flat: divide by its square root, √d_k.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / queries.shape[-1]
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values, weights


# %% scale-by-root-of-value-width
# You divided by √d_v, the width of the values: the products run over the key's depth, so divide by √d_k.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(values.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values, weights


# %% scale-by-root-of-length
# You divided by the root of the number of keys: divide by √d_k, the last axis of the keys.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(keys.shape[-2])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values, weights


# %% scale-by-root-of-model-width
# You divided by the root of heads times depth (the model's width): each head compares d_k numbers, so divide by √d_k.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1] * (queries.shape[-3] if queries.dim() > 2 else 1))
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values, weights


# %% scale-multiplied
# You multiplied by √d_k, which makes the softmax sharper still: divide by it.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT * math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values, weights


# %% scale-by-square-of-d-k
# You divided by d_k²: divide by √d_k, which is `d_k ** 0.5`.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / queries.shape[-1] ** 2
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values, weights


# %% scale-in-float32
# √d_k was rounded to float32 (torch.tensor makes float32), so float64 scores lost accuracy: use math.sqrt(d_k).
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / torch.sqrt(torch.tensor(queries.shape[-1]))
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values, weights


# %% float32-inside
# Everything was computed in float32, so a float64 input came back with float32 accuracy: keep the dtype that came.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    dtype = queries.dtype
    queries, keys, values = queries.float(), keys.float(), values.float()
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return (weights @ values).to(dtype), weights.to(dtype)


# %% softmax-over-queries
# Softmax ran over the queries: each query's weights must add up to 1 over the keys, the last axis (dim=-1).
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-2)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values, weights


# %% softmax-over-first-axis
# Softmax ran over the first axis: each query's weights must add up to 1 over the keys, the last axis (dim=-1).
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(0)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values, weights


# %% softmax-over-everything
# All weights of a table add up to 1 together: each query's own row must, so use softmax over the last axis.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.flatten(-2).softmax(-1).reshape(scores.shape)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values, weights


# %% softmax-missing
# The scores went into the mixture as they are: softmax must make weights of them first.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    weights = scores
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values, weights


# %% mask-inverted
# The mask is used the wrong way round: True means "may look" here, so hide where it is False (~mask).
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(mask, 0)
    return weights @ values, weights


# %% mask-ignored
# The mask changes nothing in your weights: fill the scores where it is False before softmax.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    weights = scores.softmax(-1)
    return weights @ values, weights


# %% mask-transposed
# The mask was transposed: its rows are queries and its columns keys already, use it as it comes.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    mask = None if mask is None else mask.mT
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values, weights


# %% mask-added-as-numbers
# The mask was added as 0 and 1, which only nudges the scores: hidden scores must become -inf before softmax.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores + mask.to(scores.dtype)
    weights = scores.softmax(-1)
    return weights @ values, weights


# %% mask-multiplied
# Hidden scores became 0, and exp(0) is 1, not 0: hidden scores must become -inf before softmax.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores * mask
    weights = scores.softmax(-1)
    return weights @ values, weights


# %% mask-after-softmax
# Weights were hidden after softmax, and the rest no longer adds up to 1: hide the scores before softmax.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values, weights


# %% mask-after-softmax-renormalised
# Weights were hidden after softmax and divided by their sum again: where a hidden key has by far the highest score,
# nothing is left to divide. Hide the scores before softmax.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights * mask
        weights = weights / weights.sum(-1, keepdim=True).clamp_min(torch.finfo(weights.dtype).tiny)
    return weights @ values, weights


# %% mask-fill-too-small
# Hidden scores were set to a number that real scores can reach: use -inf or torch.finfo(scores.dtype).min.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e4)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights * mask.any(-1, keepdim=True)
    return weights @ values, weights


# %% mask-fill-too-large-for-half
# A number like -1e9 does not fit into float16: use -inf or torch.finfo(scores.dtype).min.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values, weights


# %% mask-with-one-more-axis
# The mask got an axis more before it was used: it broadcasts as it comes, no unsqueeze is needed.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    mask = None if mask is None else mask.unsqueeze(1)
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values, weights


# %% mask-not-refused
# A mask of numbers was accepted: raise ValueError unless mask.dtype is torch.bool.
def attention(queries, keys, values, mask=None):
    mask = None if mask is None else mask.bool()
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values, weights


# %% integer-mask-not-refused
# A mask of whole numbers was accepted: only torch.bool is a mask, raise ValueError for every other dtype.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.is_floating_point():
        raise ValueError
    mask = None if mask is None else mask.bool()
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values, weights


# %% empty-row-nan
# A query that may look at nothing came back as NaN (0 / 0): its weights and its output are 0 here.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -torch.inf)
    weights = scores.softmax(-1)
    return weights @ values, weights


# %% empty-row-uniform
# A query that may look at nothing came back with equal weights: they must be 0, and so must its output.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    return weights @ values, weights


# %% empty-row-weights-kept
# The output of a query that may look at nothing is 0, but its weights are not: make them 0 as well.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    output = weights @ values
    if mask is not None:
        output = output * mask.any(-1, keepdim=True)
    return output, weights


# %% empty-row-nan-gradient
# The values are right, but a row of only -inf gives NaN gradients, which nan_to_num cannot undo: fill with
# torch.finfo(scores.dtype).min and set the row to 0 afterwards.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores + torch.zeros_like(scores).masked_fill(~mask, -torch.inf)
    weights = scores.softmax(-1)
    weights = weights.nan_to_num(0.0)
    return weights @ values, weights


# %% weights-overwritten
# The weights were changed in place after softmax (*= or a name that ends in _), and the gradient needs them as they
# were: make a new tensor.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights *= mask.any(-1, keepdim=True)
    return weights @ values, weights


# %% keys-reshaped
# The keys were reshaped to (d_k, Lk), which shuffles their numbers: swap the last two axes with transpose(-2, -1).
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.reshape(*keys.shape[:-2], keys.shape[-1], keys.shape[-2]) / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values, weights


# %% all-axes-turned
# `.T` turns every axis round, batch and heads too: swap the last two only, with transpose(-2, -1).
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.permute(*range(keys.dim() - 1, -1, -1)) / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values, weights


# %% keys-mixed-in-place-of-values
# The keys were mixed: queries and keys only decide the weights, and what is mixed is the values.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ keys, weights


# %% keys-compared-with-queries
# Rows and columns are swapped: the scores are queries · keysᵀ, with a row for each query.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = keys @ queries.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values, weights


# %% weights-then-output
# The two results came back in the wrong order: first the output, then the weights.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights, weights @ values


# %% output-only
# Only the output came back: return a tuple, the output and the weights.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values


# %% scores-for-weights
# The second result is the scores: give back the weights, what softmax made of them.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values, scores


# %% weights-before-the-mask
# The output is right, but the weights that came back are those without the mask.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values, (queries @ keys.mT / math.sqrt(queries.shape[-1])).softmax(-1)


# %% input-overwritten
# The caller's queries were changed (/= or *= writes into them): write `queries = queries / ...`.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    with torch.no_grad():
        queries /= math.sqrt(queries.shape[-1])
    scores = queries @ keys.mT
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return weights @ values, weights


# %% gradient-cut
# The values are right, but no gradient flows back: leave out detach, no_grad, numpy and tolist.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return (weights @ values).detach(), weights


# %% weights-cut-from-gradient
# No gradient flows back to queries and keys: leave out detach and no_grad on the way to the weights.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    weights = weights.detach()
    return weights @ values, weights


# %% exp-without-maximum
# exp of a large score is infinite, and inf / inf is NaN: use softmax from torch, or take each row's largest score
# away first.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -torch.inf)
    weights = scores.exp() / scores.exp().sum(-1, keepdim=True).clamp_min(torch.finfo(scores.dtype).tiny)
    return weights @ values, weights


# %% right: einsum-and-scaled-queries
# The scale on the queries first, products by einsum, -inf and where.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype != torch.bool:
        raise ValueError("mask")
    scaled = queries * queries.size(-1) ** -0.5
    scores = torch.einsum("...qd,...kd->...qk", scaled, keys)
    if mask is not None:
        scores = torch.where(mask, scores, -torch.inf)
    weights = torch.softmax(scores, dim=-1)
    if mask is not None:
        weights = torch.where(mask.any(-1, keepdim=True), weights, 0.0)
    return torch.einsum("...qk,...kv->...qv", weights, values), weights


# %% right: nan-to-num
# -inf through masked_fill, NaN rows made 0: the gradient that masked_fill sends back is 0 there.
def attention(queries, keys, values, mask=None):
    scores = torch.matmul(queries, keys.transpose(-2, -1)) / math.sqrt(keys.shape[-1])
    if mask is not None:
        if mask.dtype != torch.bool:
            raise ValueError
        scores = scores.masked_fill(mask.logical_not(), float("-inf"))
    weights = torch.nn.functional.softmax(scores, dim=-1).nan_to_num(nan=0.0)
    return torch.matmul(weights, values), weights


# %% right: rows-without-keys-opened
# Rows without a key are opened first and set to 0 at the end.
def attention(queries, keys, values, mask=None):
    scores = queries @ keys.swapaxes(-1, -2) / keys.shape[-1] ** 0.5
    if mask is None:
        mask = torch.ones_like(scores, dtype=torch.bool)
    elif mask.dtype is not torch.bool:
        raise ValueError("boolean, please")
    some = mask.any(dim=-1, keepdim=True)
    weights = scores.masked_fill(~mask & some, -torch.inf).softmax(-1) * some
    return weights @ values, weights


# %% right: own-softmax
# exp and sum by hand, over the keys that may be seen.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype != torch.bool:
        raise ValueError
    scores = (queries @ keys.mT).div(math.sqrt(keys.shape[-1]))
    visible = torch.ones_like(scores).bool() if mask is None else mask.expand(scores.shape)
    lowest = torch.finfo(scores.dtype).min
    peak = scores.masked_fill(~visible, lowest).amax(-1, keepdim=True).detach()
    powers = (scores - peak).masked_fill(~visible, lowest).exp() * visible
    total = powers.sum(-1, keepdim=True)
    weights = powers / torch.where(total == 0, torch.ones_like(total), total)
    return weights @ values, weights


# %% right: logsumexp
# Weights as exp(score - logsumexp), a large negative number of the dtype for what is hidden.
def attention(queries, keys, values, mask=None):
    scores = queries @ keys.mT * (1 / math.sqrt(queries.shape[-1]))
    if mask is not None:
        if mask.dtype not in (torch.bool,):
            raise ValueError(mask.dtype)
        scores = torch.where(mask, scores, torch.full_like(scores, torch.finfo(scores.dtype).min))
    weights = torch.exp(scores - torch.logsumexp(scores, -1, keepdim=True))
    if mask is not None:
        weights = weights * mask
    return (weights.unsqueeze(-1) * values.unsqueeze(-3)).sum(-2), weights


# %% right: query-by-query
# A loop over the queries, one row of weights at a time.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    length = queries.shape[-2]
    shape = (*queries.shape[:-1], keys.shape[-2])
    seen = torch.ones(shape, dtype=torch.bool) if mask is None else mask.broadcast_to(shape)
    rows = []
    for i in range(length):
        scores = (keys * queries[..., i : i + 1, :]).sum(-1) / math.sqrt(keys.shape[-1])
        row = seen[..., i, :]
        scores = scores.masked_fill(~row, -torch.inf)
        rows.append(torch.where(row, scores.softmax(-1), torch.zeros_like(scores)))
    weights = torch.stack(rows, -2)
    return weights @ values, weights


# %% right: float64-inside
# Computed in float64, given back in the dtype that came.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    scores = queries.double() @ keys.double().mT / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e300)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights * mask.any(-1, keepdim=True)
    return (weights @ values.double()).to(values.dtype), weights.to(queries.dtype)


# %% right: flattened-to-three-axes
# All leading axes folded into one, bmm, and folded back.
def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    shape = (*queries.shape[:-1], keys.shape[-2])
    q, k, v = (t.reshape(-1, *t.shape[-2:]) for t in (queries, keys, values))
    scores = torch.bmm(q, k.transpose(1, 2)) / math.sqrt(q.shape[-1])
    if mask is not None:
        bias = torch.zeros(shape, dtype=scores.dtype).masked_fill(~mask, torch.finfo(scores.dtype).min / 2)
        scores = scores + bias.reshape(scores.shape)
    weights = scores.softmax(-1).reshape(shape)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)
    output = torch.bmm(weights.reshape(-1, *shape[-2:]), v)
    return output.reshape(*shape[:-1], values.shape[-1]), weights
