# The source of exercises/week-20/lesson.ipynb: cells begin with "# %%"; `make build` makes the notebook of them.

# %% [markdown]
# # Week 20 · The lesson, to predict, run and explain
#
# You know joins, search indexes and `dict.get`. Here they become soft.
#
# Run one cell at a time. Before each: **write your prediction down**. Then run, and explain the *difference*.
# Nothing here needs your own answers to the tasks; training with your own functions is `make lesson`.

# %%
import math

import matplotlib.pyplot as plt
import torch
from lesson_data import find_data_dir, read_feedback
from torch import nn

tokens = ["login", "failed", "again"]


def heatmap(axes, numbers, rows, columns, title, top=1.0):
    """A table as a picture, each cell with its number."""
    axes.imshow(numbers.tolist(), vmin=0, vmax=top, cmap="Blues")
    axes.set(title=title)
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks(range(len(rows)), rows)
    for i, row in enumerate(numbers.tolist()):
        for j, number in enumerate(row):
            axes.text(j, i, f"{number:.2f}", ha="center", va="center", color="white" if number > top / 2 else "black")


# %% [markdown]
# ## 1 · A hard join and a soft one
#
# "failed" asks with the query [2, 0]. An ordinary join returns the value of the key that matches. **Predict:** what
# does the soft join return: 10, or less?

# %%
query = torch.tensor([[2.0, 0.0]])
keys = torch.tensor([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]])
values = torch.tensor([[10.0], [2.0], [-1.0]])
weights = (query @ keys.T / math.sqrt(2)).softmax(-1)
print("hard join: 10")
print("soft join:", round(nn.functional.scaled_dot_product_attention(query, keys, values).item(), 2))
print("weights  :", {token: round(weight, 3) for token, weight in zip(tokens, weights[0].tolist(), strict=True)})

# %% [markdown]
# ## 2 · login, failed, again
#
# Random vectors of depth 4 and three random matrices. **Predict:** does each row add up to 1? Does "failed" look
# mostly at itself? What changes in the left picture, where nothing is divided by √4?

# %%
torch.manual_seed(34)
x, w_q, w_k = 0.7 * torch.randn(3, 4), torch.randn(4, 4), torch.randn(4, 4)
asking, offering = x @ w_q, x @ w_k
table = asking @ offering.T
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
heatmap(left, table.softmax(-1), tokens, tokens, "unscaled: QKᵀ")
heatmap(right, (table / math.sqrt(4)).softmax(-1), tokens, tokens, "scaled: QKᵀ / √4")
for axes in (left, right):
    axes.set(xlabel="looking at", ylabel="the token")
plt.show()

# %% [markdown]
# ## 3 · No stamp, no order
#
# "the movie was not good" and "the movie was good not": the same words. Each word is a vector of four numbers,
# attention mixes them, the mean is taken. **Predict:** which of the two rows below differ?

# %%
torch.manual_seed(0)
attend = nn.MultiheadAttention(embed_dim=4, num_heads=1, batch_first=True)
words = {word: torch.randn(4) for word in ("the", "movie", "was", "not", "good")}
places = torch.randn(5, 4)


def pooled(text, stamped):
    """The mean of what attention gives for the words of a text."""
    x = torch.stack([words[word] for word in text.split()])
    x = (x + places if stamped else x)[None]
    with torch.no_grad():
        return attend(x, x, x)[0].mean(1)[0]


texts = ["the movie was not good", "the movie was good not"]
for stamped in (False, True):
    print("with stamps of the place" if stamped else "without stamps")
    for text in texts:
        print(f"  {text}:", [round(number, 3) for number in pooled(text, stamped).tolist()])

# %% [markdown]
# ## 4 · What CloudWave's customers write
#
# Label 1 is praise. **Predict:** how often is a model right that never reads a text and always says "no praise"?

# %%
rows = read_feedback(find_data_dir() / "feedback.json")
praise = [row["category"].lower() == "praise" for row in rows]
for row in rows[:5]:
    print(f"{row['category']:16} {row['feedback_text']}")
print(f"{len(rows)} texts; always saying no is right for {1 - sum(praise) / len(praise):.3f} of them")

# %% [markdown]
# ## 5 · Why 96 layers still train
#
# A signal passes 96 random layers f; then its gradient is sent back. **Predict:** with f alone, and with x + f(x),
# at which layer is the gradient too small to learn from?


# %%
def gradient_by_layer(residual, depth=96, width=32):
    """How large the gradient is at the input of each layer, from the first to the last."""
    torch.manual_seed(0)
    states = [torch.randn(8, width, requires_grad=True)]
    for _ in range(depth):
        step = torch.tanh(states[-1] @ (torch.randn(width, width) / math.sqrt(width) * 0.5))
        states.append(states[-1] + 0.2 * step if residual else step)
        states[-1].retain_grad()
    states[-1].sum().backward()
    return [state.grad.norm().item() for state in states]


figure, axes = plt.subplots(figsize=(7, 3.5), layout="constrained")
axes.semilogy(gradient_by_layer(residual=True), label="x + f(x)")
axes.semilogy(gradient_by_layer(residual=False), "--", label="f(x)")
axes.set(xlabel="layer", ylabel="size of the gradient", title="what comes back to each layer")
axes.legend()
plt.show()

# %% [markdown]
# ## 6 · Your own functions
#
# Once the files in this folder are written, `make lesson` trains with them and writes pictures and a record of
# evidence. This cell looks at the first of them. **Predict:** which ids does "Hi" get?

# %%
try:
    from encode_text import encode

    print("Hi ->", encode("Hi", length=4))
except (ImportError, NotImplementedError) as error:
    print(f"Not yet: {error}. `make check TASK=encode_text` says what to do.")

# %% [markdown]
# ## To think about
#
# 1. Attention is a join: which two tables, and which columns of them are learned?
# 2. Why does a Transformer use a GPU better than an RNN? Count what has to wait for what.
# 3. What is left after attention? Think of tokenisation, alignment, evaluation, and the product around it.
