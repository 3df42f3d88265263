"""Right answers to week-12/explanation that differ from the reference: full marks, always."""


# %% comprehension-and-where
# No copy by hand: where makes each changed text; float64 in the end.
def occlusion(predict, tokens, replacement):
    places = torch.arange(len(tokens))
    after = [predict(torch.where(places == place, replacement, tokens)) for place in places]
    return predict(tokens) - torch.tensor(after, dtype=torch.float64)


def most_attended(weights):
    return max(range(len(weights)), key=lambda place: float(weights[place]))


def weight_explains(weights, effects):
    return bool(weights.argmax() == effects.abs().argmax())


# %% restored-in-place
# The caller's tokens are changed for a moment and put back each time.
def occlusion(predict, tokens, replacement):
    base, effects = predict(tokens), torch.zeros(tokens.shape[0])
    for i in range(tokens.shape[0]):
        kept = tokens[i].item()
        tokens[i] = replacement
        effects[i] = base - predict(tokens)
        tokens[i] = kept
    return effects


def most_attended(weights):
    return weights.tolist().index(max(weights.tolist()))


def weight_explains(weights, effects):
    sizes = [abs(effect) for effect in effects.tolist()]
    return most_attended(weights) == sizes.index(max(sizes))


# %% rows-of-a-table
# All changed texts as the rows of one table.
def occlusion(predict, tokens, replacement):
    table = tokens.repeat(len(tokens), 1)
    table.fill_diagonal_(replacement)
    return torch.stack([torch.tensor(predict(tokens) - predict(row)) for row in table])


def most_attended(weights):
    return torch.nonzero(weights == weights.max())[0].item()


def weight_explains(weights, effects):
    return most_attended(weights) == most_attended(effects**2)


# %% numpy-style
# NumPy inside.
def occlusion(predict, tokens, replacement):
    import numpy as np

    effects = np.empty(len(tokens))
    for i in range(len(tokens)):
        changed = tokens.numpy().copy()
        changed[i] = replacement
        effects[i] = predict(tokens) - predict(torch.from_numpy(changed))
    return torch.from_numpy(effects)


def most_attended(weights):
    return int(weights.numpy().argmax())


def weight_explains(weights, effects):
    import numpy as np

    return int(np.argmax(weights.numpy())) == int(np.argmax(np.abs(effects.numpy())))


# %% scatter
# index_fill and lists of tensors; max with its index.
def occlusion(predict, tokens, replacement):
    whole = torch.tensor(predict(tokens))
    parts = [tokens.index_fill(0, torch.tensor([i]), replacement) for i in range(tokens.numel())]
    return torch.stack([whole - torch.tensor(predict(part)) for part in parts])


def most_attended(weights):
    return weights.max(dim=0).indices.item()


def weight_explains(weights, effects):
    return weights.max(0)[1].item() == torch.maximum(effects, -effects).max(0)[1].item()


# %% float32-result
# The effects in float32 although the predictions came as Python floats.
def occlusion(predict, tokens, replacement):
    effects = torch.empty(len(tokens), dtype=torch.float32)
    for i, _ in enumerate(tokens):
        without = torch.cat((tokens[:i], torch.tensor([replacement]), tokens[i + 1 :]))
        effects[i] = float(predict(tokens)) - float(predict(without))
    return effects
