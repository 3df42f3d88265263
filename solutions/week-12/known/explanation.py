"""Known answers to week-12/explanation: wrong ones, which the graders must catch and name, and right ones."""


# %% effect-sign-flipped
# The effects have the wrong sign: prediction on all tokens minus prediction with one replaced.
def occlusion(predict, tokens, replacement):
    whole = predict(tokens)
    effects = []
    for position in range(len(tokens)):
        changed = tokens.clone()
        changed[position] = replacement
        effects.append(predict(changed) - whole)
    return torch.tensor(effects)


# %% tokens-left-replaced
# Tokens stay replaced after their turn, so more and more are away: make a fresh copy for each position.
def occlusion(predict, tokens, replacement):
    changed = tokens.clone()
    whole = predict(tokens)
    effects = []
    for position in range(len(tokens)):
        changed[position] = replacement
        effects.append(whole - predict(changed))
    return torch.tensor(effects)


# %% tokens-overwritten
# The caller's tokens were changed, and stay replaced after their turn: work on `tokens.clone()`, a fresh one for each
# position.
def occlusion(predict, tokens, replacement):
    whole = predict(tokens)
    effects = []
    for position in range(len(tokens)):
        changed = tokens
        changed[position] = replacement
        effects.append(whole - predict(changed))
    return torch.tensor(effects)


# %% effect-without-sign
# The sign of the effects is lost: a token that pulls the prediction down has a negative effect.
def occlusion(predict, tokens, replacement):
    whole = predict(tokens)
    effects = []
    for position in range(len(tokens)):
        changed = tokens.clone()
        changed[position] = replacement
        effects.append(abs(whole - predict(changed)))
    return torch.tensor(effects)


# %% predictions-for-effects
# The predictions with one token replaced came back: take each away from the prediction on all tokens.
def occlusion(predict, tokens, replacement):
    effects = []
    for position in range(len(tokens)):
        changed = tokens.clone()
        changed[position] = replacement
        effects.append(predict(changed))
    return torch.tensor(effects)


# %% all-but-one-replaced
# All tokens but one were replaced: replace one at a time and leave the others.
def occlusion(predict, tokens, replacement):
    whole = predict(tokens)
    effects = []
    for position in range(len(tokens)):
        changed = tokens.clone()
        changed[:] = replacement
        changed[position] = tokens[position]
        effects.append(whole - predict(changed))
    return torch.tensor(effects)


# %% one-token-kept
# The prediction of each token alone came back: replace one token at a time and take the difference.
def occlusion(predict, tokens, replacement):
    effects = []
    for position in range(len(tokens)):
        changed = tokens.clone()
        changed[:] = replacement
        changed[position] = tokens[position]
        effects.append(predict(changed))
    return torch.tensor(effects)


# %% replacement-ignored
# Tokens were replaced by 0: use the `replacement` that was given.
def occlusion(predict, tokens, replacement):
    whole = predict(tokens)
    effects = []
    for position in range(len(tokens)):
        changed = tokens.clone()
        changed[position] = 0
        effects.append(whole - predict(changed))
    return torch.tensor(effects)


# %% replaced-by-its-neighbour
# A token was replaced by its neighbour: use the `replacement` that was given.
def occlusion(predict, tokens, replacement):
    whole = predict(tokens)
    effects = []
    for position in range(len(tokens)):
        changed = tokens.clone()
        changed[position] = tokens[position - 1]
        effects.append(whole - predict(changed))
    return torch.tensor(effects)


# %% two-tokens-replaced
# The token after it was replaced as well: replace one at a time.
def occlusion(predict, tokens, replacement):
    whole = predict(tokens)
    effects = []
    for position in range(len(tokens)):
        changed = tokens.clone()
        changed[position : position + 2] = replacement
        effects.append(whole - predict(changed))
    return torch.tensor(effects)


# %% token-left-out
# The token was cut out, which makes the text shorter: put `replacement` in its place.
def occlusion(predict, tokens, replacement):
    whole = predict(tokens)
    effects = []
    for position in range(len(tokens)):
        changed = torch.cat([tokens[:position], tokens[position + 1 :]])
        effects.append(whole - predict(changed))
    return torch.tensor(effects)


# %% first-token-skipped
# The first token has no effect in your result: start at position 0.
def occlusion(predict, tokens, replacement):
    whole = predict(tokens)
    effects = []
    for position in range(1, len(tokens)):
        changed = tokens.clone()
        changed[position] = replacement
        effects.append(whole - predict(changed))
    return torch.tensor([0.0, *effects])


# %% last-token-skipped
# The last token has no effect in your result: go through all L positions.
def occlusion(predict, tokens, replacement):
    whole = predict(tokens)
    effects = []
    for position in range(len(tokens) - 1):
        changed = tokens.clone()
        changed[position] = replacement
        effects.append(whole - predict(changed))
    return torch.tensor([*effects, 0.0])


# %% steps-from-the-one-before
# Each prediction was compared with the one before it: compare with the prediction on all tokens.
def occlusion(predict, tokens, replacement):
    whole = predict(tokens)
    effects = []
    for position in range(len(tokens)):
        changed = tokens.clone()
        changed[position] = replacement
        effects.append(whole - predict(changed))
    return -torch.tensor([0.0, *effects]).diff()


# %% relative-effect
# The effects were divided by the prediction: asked for is the plain difference.
def occlusion(predict, tokens, replacement):
    whole = predict(tokens)
    effects = []
    for position in range(len(tokens)):
        changed = tokens.clone()
        changed[position] = replacement
        effects.append((whole - predict(changed)) / whole)
    return torch.tensor(effects)


# %% effects-made-to-add-up-to-1
# The effects were divided by their sum: asked for is the plain difference.
def occlusion(predict, tokens, replacement):
    whole = predict(tokens)
    effects = []
    for position in range(len(tokens)):
        changed = tokens.clone()
        changed[position] = replacement
        effects.append(whole - predict(changed))
    effects = torch.tensor(effects)
    return effects / effects.abs().sum().clamp_min(1e-9)


# %% effects-in-whole-numbers
# The effects lost their decimals: torch.zeros_like(tokens) is made for whole numbers, use a floating tensor.
def occlusion(predict, tokens, replacement):
    whole = predict(tokens)
    effects = []
    for position in range(len(tokens)):
        changed = tokens.clone()
        changed[position] = replacement
        effects.append(whole - predict(changed))
    return torch.tensor(effects).to(tokens.dtype)


# %% effects-as-a-list
# A list came back where a tensor is asked for: wrap it in torch.tensor(...).
def occlusion(predict, tokens, replacement):
    whole = predict(tokens)
    effects = []
    for position in range(len(tokens)):
        changed = tokens.clone()
        changed[position] = replacement
        effects.append(whole - predict(changed))
    return effects


# %% effects-as-a-column
# The effects came back with an axis too many: asked for is (L,), one number for each token.
def occlusion(predict, tokens, replacement):
    whole = predict(tokens)
    effects = []
    for position in range(len(tokens)):
        changed = tokens.clone()
        changed[position] = replacement
        effects.append(whole - predict(changed))
    return torch.tensor(effects)[:, None]


# %% effects-rounded
# The effects were rounded: give them back as they are.
def occlusion(predict, tokens, replacement):
    whole = predict(tokens)
    effects = []
    for position in range(len(tokens)):
        changed = tokens.clone()
        changed[position] = replacement
        effects.append(round(whole - predict(changed), 1))
    return torch.tensor(effects)


# %% least-attended
# The position of the smallest weight came back: take the largest, argmax.
def most_attended(weights):
    return int(weights.argmin())


# %% last-of-equals
# Of equal weights the last one was taken: the first counts.
def most_attended(weights):
    return len(weights) - 1 - int(weights.flip(0).argmax())


# %% weight-for-position
# The weight itself came back: asked for is its position, argmax in place of max.
def most_attended(weights):
    return float(weights.max())


# %% counted-from-1
# Positions were counted from 1: the first position is 0.
def most_attended(weights):
    return int(weights.argmax()) + 1


# %% tensor-for-position
# A tensor came back where a Python int is asked for: wrap it in int(...), or add .item().
def most_attended(weights):
    return weights.argmax()


# %% sign-of-the-effect-kept
# A large negative effect was overlooked: compare effects.abs().
def weight_explains(weights, effects):
    return int(weights.argmax()) == int(effects.argmax())


# %% last-of-equal-effects
# Of equal effects the last one was taken: the first counts.
def weight_explains(weights, effects):
    return int(weights.argmax()) == len(effects) - 1 - int(effects.abs().flip(0).argmax())


# %% any-of-equals
# Any of several equal effects was accepted: of equal ones only the first counts.
def weight_explains(weights, effects):
    return bool(effects.abs()[weights.argmax()] == effects.abs().max())


# %% weakest-effect
# The position with the SMALLEST effect was compared: take the largest.
def weight_explains(weights, effects):
    return int(weights.argmax()) == int(effects.abs().argmin())


# %% numbers-compared
# Weights and effects were compared as numbers: compare positions, where the largest of each stands.
def weight_explains(weights, effects):
    return bool(torch.allclose(weights.max(), effects.abs().max()))


# %% correlation-for-position
# A correlation was taken: asked is only whether the two largest stand in the same position.
def weight_explains(weights, effects):
    centred = weights - weights.mean(), effects.abs() - effects.abs().mean()
    return bool((centred[0] * centred[1]).sum() > 0)


# %% whole-order-compared
# The whole order of weights and effects was compared: only the position of the largest of each counts.
def weight_explains(weights, effects):
    return weights.argsort(descending=True, stable=True).equal(effects.abs().argsort(descending=True, stable=True))


# %% any-effect-explains
# It was asked whether the most attended token has any effect: it must have the largest one.
def weight_explains(weights, effects):
    return bool(effects[weights.argmax()] != 0)


# %% tensor-for-truth
# A tensor came back where a Python bool is asked for: wrap it in bool(...).
def weight_explains(weights, effects):
    return weights.argmax() == effects.abs().argmax()


# %% position-for-truth
# A position came back where a bool is asked for: compare the two positions.
def weight_explains(weights, effects):
    return int(effects.abs().argmax())


# %% right: comprehension-and-where
# No copy by hand: where makes each changed text; float64 in the end.
def occlusion(predict, tokens, replacement):
    places = torch.arange(len(tokens))
    after = [predict(torch.where(places == place, replacement, tokens)) for place in places]
    return predict(tokens) - torch.tensor(after, dtype=torch.float64)


def most_attended(weights):
    return max(range(len(weights)), key=lambda place: float(weights[place]))


def weight_explains(weights, effects):
    return bool(weights.argmax() == effects.abs().argmax())


# %% right: restored-in-place
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


# %% right: rows-of-a-table
# All changed texts as the rows of one table.
def occlusion(predict, tokens, replacement):
    table = tokens.repeat(len(tokens), 1)
    table.fill_diagonal_(replacement)
    return torch.stack([torch.tensor(predict(tokens) - predict(row)) for row in table])


def most_attended(weights):
    return torch.nonzero(weights == weights.max())[0].item()


def weight_explains(weights, effects):
    return most_attended(weights) == most_attended(effects**2)


# %% right: numpy-style
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


# %% right: scatter
# index_fill and lists of tensors; max with its index.
def occlusion(predict, tokens, replacement):
    whole = torch.tensor(predict(tokens))
    parts = [tokens.index_fill(0, torch.tensor([i]), replacement) for i in range(tokens.numel())]
    return torch.stack([whole - torch.tensor(predict(part)) for part in parts])


def most_attended(weights):
    return weights.max(dim=0).indices.item()


def weight_explains(weights, effects):
    return weights.max(0)[1].item() == torch.maximum(effects, -effects).max(0)[1].item()


# %% right: float32-result
# The effects in float32 although the predictions came as Python floats.
def occlusion(predict, tokens, replacement):
    effects = torch.empty(len(tokens), dtype=torch.float32)
    for i, _ in enumerate(tokens):
        without = torch.cat((tokens[:i], torch.tensor([replacement]), tokens[i + 1 :]))
        effects[i] = float(predict(tokens)) - float(predict(without))
    return effects
