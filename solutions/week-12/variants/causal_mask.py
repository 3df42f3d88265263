"""Right answers to week-12/causal_mask that differ from the reference: full marks, always."""


# %% compare-positions
# Positions compared by broadcasting, the largest through where.
def causal_mask(length):
    positions = torch.arange(length)
    return positions[None, :] <= positions[:, None]


def future_weight(weights):
    positions = torch.arange(weights.shape[-1])
    later = positions[None, :] > positions[:, None]
    return float(torch.where(later, weights, torch.zeros_like(weights)).max())


# %% loops
# Plain Python, entry by entry.
def causal_mask(length):
    return torch.tensor([[key <= query for key in range(length)] for query in range(length)])


def future_weight(weights):
    largest = 0.0
    for table in weights.reshape(-1, *weights.shape[-2:]).tolist():
        for query, row in enumerate(table):
            largest = max([largest, *row[query + 1 :]])
    return largest


# %% numpy-style
# NumPy inside, a tensor and a float outside.
def causal_mask(length):
    import numpy as np

    return torch.from_numpy(np.tril(np.ones((length, length), dtype=bool)))


def future_weight(weights):
    import numpy as np

    return float(np.triu(weights.double().numpy(), k=1).max(initial=0.0))


# %% not-the-upper-triangle
# The upper triangle turned round; the learner's own mask used for the check.
def causal_mask(length):
    return torch.logical_not(torch.triu(torch.ones((length, length)), diagonal=1))


def future_weight(weights):
    hidden = weights.masked_fill(causal_mask(weights.size(-1)), 0)
    return hidden.flatten().amax().item()


# %% indices
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


# %% times-a-mask
# The weights times 0 and 1; a mask from a running sum.
def causal_mask(length):
    return torch.eye(length).cumsum(1).T.bool()


def future_weight(weights):
    return (weights * ~causal_mask(weights.shape[-1])).max().item()
