"""Known answers to week-12/causal_mask: wrong ones, which the graders must catch and name, and right ones."""


# %% mask-inverted
# The mask is inverted: True must mean "may look", and yours is True where the future is. Put ~ in front of it.
def causal_mask(length):
    return torch.ones(length, length, dtype=torch.bool).triu(1)


# %% mask-transposed
# The mask is transposed: query 0 may look at everything, the last query only at itself. Rows are queries: use tril.
def causal_mask(length):
    return torch.ones(length, length, dtype=torch.bool).triu()


# %% mask-hides-itself
# Each query is hidden from itself, and query 0 may look at nothing: the diagonal belongs to the past (key <= query).
def causal_mask(length):
    return torch.ones(length, length, dtype=torch.bool).tril(-1)


# %% mask-shows-one-ahead
# Each query sees one key too many, the next one: the last True of row i stands in column i.
def causal_mask(length):
    return torch.ones(length, length, dtype=torch.bool).tril(1)


# %% mask-of-numbers
# The mask holds numbers 0 and 1, and a mask is boolean: compare (`== 1`), or start with dtype=torch.bool.
def causal_mask(length):
    return torch.ones(length, length).tril()


# %% mask-of-integers
# The mask holds whole numbers 0 and 1, and a mask is boolean: add dtype=torch.bool or `.bool()`.
def causal_mask(length):
    return torch.ones(length, length, dtype=torch.long).tril()


# %% mask-to-be-added
# This is a mask to be added to scores (0 and -inf); asked for is a boolean one, True where a query may look.
def causal_mask(length):
    return torch.zeros(length, length).masked_fill(torch.ones(length, length).triu(1) == 1, -torch.inf)


# %% mask-shows-everything
# Every entry is True, so nothing is hidden: keep the lower triangle only.
def causal_mask(length):
    return torch.ones(length, length, dtype=torch.bool)


# %% mask-of-the-diagonal
# Each query sees itself only: it may look at everything before it as well.
def causal_mask(length):
    return torch.eye(length, dtype=torch.bool)


# %% mask-with-extra-axes
# The mask has extra axes in front: asked for is (length, length); whoever needs more axes can broadcast it.
def causal_mask(length):
    return torch.ones(length, length, dtype=torch.bool).tril()[None, None]


# %% diagonal-counted
# The weight that a query gives to itself was counted as future: start one above the diagonal (diagonal=1).
def future_weight(weights):
    return weights.triu().max().item()


# %% next-key-left-out
# The key right after the query was left out: it is future already, so start at diagonal=1.
def future_weight(weights):
    return weights.triu(2).max().item()


# %% next-key-only
# Only the key right after each query was looked at: every later key is future.
def future_weight(weights):
    later = weights.diagonal(1, -2, -1)
    return later.max().item() if later.numel() else 0.0


# %% past-for-future
# The largest weight to an EARLIER key came back: rows are queries, columns keys; the future is above the diagonal.
def future_weight(weights):
    return weights.tril(-1).max().item()


# %% largest-of-all
# The largest weight of the whole table came back: leave out the diagonal and everything below it.
def future_weight(weights):
    return weights.max().item()


# %% sum-of-the-future
# The weights to later keys were added up: asked for is the largest single one.
def future_weight(weights):
    return weights.triu(1).sum().item()


# %% mean-of-the-future
# The average came back, and an average hides a single leak: asked for is the largest weight.
def future_weight(weights):
    return weights.triu(1).mean().item()


# %% largest-row-total
# The weights of each row were added up before the largest was taken: take the largest single weight.
def future_weight(weights):
    return weights.triu(1).sum(-1).max().item()


# %% first-table-only
# Only the first table was looked at (the first text, the first head): take the largest over all leading axes.
def future_weight(weights):
    return weights.reshape(-1, *weights.shape[-2:])[0].triu(1).max().item()


# %% first-text-only
# Only the first entry of the first axis was looked at: take the largest over all leading axes.
def future_weight(weights):
    return (weights[0] if weights.dim() > 2 else weights).triu(1).max().item()


# %% mean-over-texts
# The tables were averaged before the largest was taken, which hides a leak in one of them: take the largest over all.
def future_weight(weights):
    return weights.triu(1).reshape(-1, *weights.shape[-2:]).mean(0).max().item()


# %% a-single-token-fails
# A single token has no later key, and there your function stops with an error: the answer is 0.0.
def future_weight(weights):
    later = torch.ones(weights.shape[-2:], dtype=torch.bool).triu(1)
    return weights[..., later].max().item()


# %% minus-infinity-for-none
# A single token has no later key, and there -inf came back: fill the other places with 0, the answer is 0.0.
def future_weight(weights):
    later = torch.ones(weights.shape[-2:], dtype=torch.bool).triu(1)
    return weights.masked_fill(~later, -torch.inf).max().item()


# %% tensor-for-float
# A tensor came back where a Python float is asked for: add `.item()`.
def future_weight(weights):
    return weights.triu(1).max()


# %% rounded
# The answer was rounded, and a small leak became 0: give it back as it is.
def future_weight(weights):
    return round(weights.triu(1).max().item(), 4)


# %% yes-or-no
# Asked for is how large the weight is, not whether there is one: give the largest weight back.
def future_weight(weights):
    return bool((weights.triu(1) > 0).any())


# %% input-overwritten
# The caller's weights were changed (a name that ends in _, or an assignment to weights[...]): work on a copy.
def future_weight(weights):
    return weights.triu_(1).max().item()


# %% right: compare-positions
# Positions compared by broadcasting, the largest through where.
def causal_mask(length):
    positions = torch.arange(length)
    return positions[None, :] <= positions[:, None]


def future_weight(weights):
    positions = torch.arange(weights.shape[-1])
    later = positions[None, :] > positions[:, None]
    return float(torch.where(later, weights, torch.zeros_like(weights)).max())


# %% right: loops
# Plain Python, entry by entry.
def causal_mask(length):
    return torch.tensor([[key <= query for key in range(length)] for query in range(length)])


def future_weight(weights):
    largest = 0.0
    for table in weights.reshape(-1, *weights.shape[-2:]).tolist():
        for query, row in enumerate(table):
            largest = max([largest, *row[query + 1 :]])
    return largest


# %% right: numpy-style
# NumPy inside, a tensor and a float outside.
def causal_mask(length):
    import numpy as np

    return torch.from_numpy(np.tril(np.ones((length, length), dtype=bool)))


def future_weight(weights):
    import numpy as np

    return float(np.triu(weights.double().numpy(), k=1).max(initial=0.0))


# %% right: not-the-upper-triangle
# The upper triangle turned round; the learner's own mask used for the check.
def causal_mask(length):
    return torch.logical_not(torch.triu(torch.ones((length, length)), diagonal=1))


def future_weight(weights):
    hidden = weights.masked_fill(causal_mask(weights.size(-1)), 0)
    return hidden.flatten().amax().item()


# %% right: indices
# Row and column numbers of the lower and the upper triangle.
def causal_mask(length):
    mask = torch.zeros(length, length, dtype=torch.bool)
    rows, columns = torch.tril_indices(length, length)
    mask[rows, columns] = True
    return mask


def future_weight(weights):
    length = weights.shape[-1]
    if length == 1:
        return 0.0
    rows, columns = torch.triu_indices(length, length, offset=1)
    return weights[..., rows, columns].max().item()


# %% right: times-a-mask
# The weights times 0 and 1; a mask from a running sum.
def causal_mask(length):
    return torch.eye(length).cumsum(1).T.bool()


def future_weight(weights):
    return (weights * ~causal_mask(weights.shape[-1])).max().item()
