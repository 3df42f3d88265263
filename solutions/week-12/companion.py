# The source of exercises/week-12/lesson.ipynb: cells begin with "# %%"; `make build` makes the notebook of them.

# %% [markdown]
# # Week 12 · The lesson, to predict, run and explain
#
# How can each position gather information straight from every other position?
#
# Run one cell at a time. Before each: **write your prediction down**, a number or a direction. Then run, and
# explain the *difference*. Nothing here needs your own answers to the tasks: PyTorch's functions stand in until you
# have yours.

# %%
import math

import matplotlib.pyplot as plt
import torch
from torch import nn


def heatmap(axes, weights, rows, columns, title):
    """A table of weights as a picture: rows look, columns are looked at, each cell with its number."""
    axes.imshow(weights.tolist(), vmin=0, vmax=1, cmap="Blues")
    axes.set(title=title, xlabel="looking at", ylabel="the token")
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks(range(len(rows)), rows)
    for i, row in enumerate(weights.tolist()):
        for j, weight in enumerate(row):
            axes.text(j, i, f"{weight:.2f}", ha="center", va="center", color="white" if weight > 0.5 else "black")


# %% [markdown]
# ## 1 · Three scores become weights
#
# One query scores three tokens 2, 1 and 0. **Predict:** is the first weight nearer to 0.5, to 0.7 or to 0.9?

# %%
scores = torch.tensor([2.0, 1.0, 0.0])
weights = torch.softmax(scores, dim=0)
print("weights", [round(weight, 3) for weight in weights.tolist()], "sum", round(weights.sum().item(), 3))

# %% [markdown]
# ## 2 · The weights mix the values
#
# Weights 0.6, 0.3, 0.1 on the values 10, 2, −1. **Predict:** is the result 10, or something between the values?

# %%
weights, values = torch.tensor([0.6, 0.3, 0.1]), torch.tensor([10.0, 2.0, -1.0])
print(" + ".join(f"{w:.1f} · {v:g}" for w, v in zip(weights.tolist(), values.tolist(), strict=True)), end=" = ")
print(round(torch.dot(weights, values).item(), 3))

# %% [markdown]
# ## 3 · Shapes first
#
# Five queries and seven keys, each of depth 4. **Predict:** the shape of the table of scores, and which axis the
# softmax has to run along.

# %%
queries, keys = torch.randn(5, 4), torch.randn(7, 4)
print(tuple(queries.shape), "against", tuple(keys.T.shape), "gives", tuple((queries @ keys.T).shape))

# %% [markdown]
# ## 4 · The explorer
#
# Three tokens with the values 10, 2 and −1. A query is similar to token 1 by 2, to token 2 by 1, to token 3 by 0;
# the scores are divided by a temperature. **Predict the direction first, then move one control at a time:** what
# does a higher temperature do to the largest weight? What does more similarity to token 2 do to the weight of token
# 1?


# %%
def evidence(first, second, temperature):
    """Weights and mixture for these similarities."""
    weights = (torch.tensor([first, second, 0.0]) / temperature).softmax(0)
    return weights, torch.dot(weights, torch.tensor([10.0, 2.0, -1.0])).item()


def interpretation(weights, mixture):
    """What the numbers say, in a sentence."""
    largest, place = weights.max().item(), weights.argmax().item() + 1
    if largest > 0.9:
        kind = f"nearly a dictionary: token {place} gives almost everything"
    elif largest < 0.4:
        kind = "nearly a plain mean: no token counts much more than another"
    else:
        kind = f"a soft look-up: token {place} leads, the others are heard"
    return f"weights {', '.join(f'{w:.2f}' for w in weights.tolist())}; mixture {mixture:.2f}; {kind}"


def picture(axes, first, second, temperature):
    """Bars of the weights, with similarities and temperature above."""
    weights, _ = evidence(first, second, temperature)
    bars = axes.bar(["token 1", "token 2", "token 3"], weights.tolist())
    axes.bar_label(bars, fmt="%.2f")
    axes.set(ylim=(0, 1.1), ylabel="weight", title=f"similar by {first:g} and {second:g}\ntemperature {temperature:g}")


def explore(first=2.0, second=1.0, temperature=1.0):
    """The picture and its sentence, which change together."""
    _, axes = plt.subplots(figsize=(4, 3), layout="constrained")
    picture(axes, first, second, temperature)
    plt.show()
    print(interpretation(*evidence(first, second, temperature)))


# %%
try:
    from ipywidgets import FloatSlider, interact
except ImportError:
    moves = [(2.0, 1.0, 1.0), (4.0, 1.0, 1.0), (2.0, 2.0, 1.0), (2.0, 1.0, 0.3), (2.0, 1.0, 4.0)]
    figure, row = plt.subplots(1, len(moves), figsize=(15, 3), layout="constrained")
    for axes, move in zip(row, moves, strict=True):
        picture(axes, *move)
    plt.show()
    for move in moves:
        print(move, interpretation(*evidence(*move)))
else:
    interact(
        explore,
        first=FloatSlider(2, min=-5, max=5, step=0.5, description="token 1"),
        second=FloatSlider(1, min=-5, max=5, step=0.5, description="token 2"),
        temperature=FloatSlider(1, min=0.1, max=5, step=0.1, description="temperature"),
    )

# %% [markdown]
# ## 5 · What can look correct while being wrong: the missing scale
#
# Random queries and keys of depth 64. Both tables below have rows that add up to 1. **Predict:** what is the
# largest number in the left one, where nothing was divided by √64?

# %%
torch.manual_seed(0)
tokens = ["the", "film", "was", "good"]
queries, keys = torch.randn(4, 64), torch.randn(4, 64)
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
heatmap(left, (queries @ keys.T).softmax(-1), tokens, tokens, "unscaled: QKᵀ")
heatmap(right, (queries @ keys.T / math.sqrt(64)).softmax(-1), tokens, tokens, "scaled: QKᵀ / √64")
plt.show()

# %% [markdown]
# ## 6 · What can look correct while being wrong: the direction of a mask
#
# A model that writes from left to right must not look ahead. PyTorch hides by adding −∞ to a score. **Predict:** in
# which corner are the zeros, and what is the first row?

# %%
hidden = nn.Transformer.generate_square_subsequent_mask(4)
figure, axes = plt.subplots(figsize=(4.5, 4), layout="constrained")
heatmap(axes, (queries @ keys.T / math.sqrt(64) + hidden).softmax(-1), tokens, tokens, "no look ahead")
plt.show()

# %% [markdown]
# ## 7 · Several look-ups side by side
#
# PyTorch's attention module, width 8, two heads, untrained. **Predict:** will both heads look at the same tokens?

# %%
torch.manual_seed(1)
x = torch.randn(1, 4, 8)
attend = nn.MultiheadAttention(embed_dim=8, num_heads=2, batch_first=True)
with torch.no_grad():
    mixed, per_head = attend(x * 3, x * 3, x, average_attn_weights=False)
print("x", tuple(x.shape), "weights of all heads", tuple(per_head.shape), "result", tuple(mixed.shape))
figure, row = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
for head, axes in enumerate(row):
    heatmap(axes, per_head[0, head], tokens, tokens, f"head {head}")
plt.show()

# %% [markdown]
# ## 8 · No order without a stamp
#
# "the film was good" in another order: the same four vectors, reversed. **Predict:** what happens to the rows of
# the result, and what to their mean?

# %%
with torch.no_grad():
    backwards = attend(x.flip(1), x.flip(1), x.flip(1))[0]
    forwards = attend(x, x, x)[0]
print("rows, reversed again, are the same:", torch.allclose(forwards, backwards.flip(1), atol=1e-6))
print("mean forwards ", [round(number, 3) for number in forwards.mean(1)[0].tolist()])
print("mean backwards", [round(number, 3) for number in backwards.mean(1)[0].tolist()])

# %% [markdown]
# ## 9 · A weight is no reason
#
# A model looks at "film" with weight 0.7 and at "good" with 0.3, and adds up what they say: 0.1 and 2. **Predict:**
# which word moves the result more when it is taken away?

# %%
weights, says = {"film": 0.7, "good": 0.3}, {"film": 0.1, "good": 2.0}
whole = weights["film"] * says["film"] + weights["good"] * says["good"]
print(f"whole {whole:.2f}, without film {0.3 * 2.0:.2f}, without good {0.7 * 0.1:.2f}")

# %% [markdown]
# ## 10 · Your own functions
#
# Once `softmax.py` in this folder is written, this cell runs *yours* beside PyTorch's. **Predict:** equal, or
# nearly?

# %%
try:
    from softmax import softmax

    print("yours  ", softmax(scores).tolist())
    print("PyTorch", scores.softmax(0).tolist())
except (ImportError, NotImplementedError) as error:
    print(f"Not yet: {error}. `make check TASK=softmax` says what to do.")

# %% [markdown]
# ## What to write down
#
# For each part: what you predicted, what came, and one sentence on the difference. Then say which number above
# would have told you that the scale was missing, and which that the mask pointed the wrong way.
