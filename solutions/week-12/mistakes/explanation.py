"""Wrong answers to week-12/explanation, which the graders must catch and name."""


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
