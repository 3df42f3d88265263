"""Right answers to week-12/attention that differ from the reference: full marks, always."""


# %% einsum-and-scaled-queries
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


# %% nan-to-num
# -inf through masked_fill, NaN rows made 0: the gradient that masked_fill sends back is 0 there.
def attention(queries, keys, values, mask=None):
    scores = torch.matmul(queries, keys.transpose(-2, -1)) / math.sqrt(keys.shape[-1])
    if mask is not None:
        if mask.dtype != torch.bool:
            raise ValueError
        scores = scores.masked_fill(mask.logical_not(), float("-inf"))
    weights = torch.nn.functional.softmax(scores, dim=-1).nan_to_num(nan=0.0)
    return torch.matmul(weights, values), weights


# %% rows-without-keys-opened
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


# %% own-softmax
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


# %% logsumexp
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


# %% query-by-query
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


# %% float64-inside
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


# %% flattened-to-three-axes
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
