"""Known answers to week-20/positions: wrong ones, which the graders must catch and name, and right ones."""


# %% table-concatenated
# The stamps stand beside the vectors, which makes them twice as wide: add them.
def stamp(vectors, table):
    if vectors.shape[1] > len(table):
        raise ValueError
    return torch.cat([vectors, table[: vectors.shape[1]].expand_as(vectors)], -1)


# %% table-in-place-of-vectors
# Only the stamps came back: add them to the vectors.
def stamp(vectors, table):
    if vectors.shape[1] > len(table):
        raise ValueError
    return table[: vectors.shape[1]].expand_as(vectors).clone()


# %% not-stamped
# The vectors came back without a stamp: add the first L rows of the table.
def stamp(vectors, table):
    if vectors.shape[1] > len(table):
        raise ValueError
    return vectors.clone()


# %% row-off-by-one
# The first place got row 1 of the table: places count from 0.
def stamp(vectors, table):
    if vectors.shape[1] > len(table):
        raise ValueError
    return vectors + table[(torch.arange(vectors.shape[1]) + 1) % len(table)]


# %% last-rows
# The last L rows of the table were added: take the first ones, table[:L].
def stamp(vectors, table):
    if vectors.shape[1] > len(table):
        raise ValueError
    return vectors + table[-vectors.shape[1] :]


# %% rows-reversed
# The stamps run backwards: row 0 belongs to the first place.
def stamp(vectors, table):
    if vectors.shape[1] > len(table):
        raise ValueError
    return vectors + table[: vectors.shape[1]].flip(0)


# %% first-row-everywhere
# Every place got row 0 of the table: each place has a row of its own.
def stamp(vectors, table):
    if vectors.shape[1] > len(table):
        raise ValueError
    return vectors + table[0]


# %% stamped-by-the-batch
# Each text got one row, by its number in the batch: the rows belong to the places along L.
def stamp(vectors, table):
    if vectors.shape[1] > len(table):
        raise ValueError
    return vectors + table[torch.arange(len(vectors)) % len(table)].unsqueeze(1)


# %% first-text-only
# Only the first text was stamped: every text of the batch gets the same stamps.
def stamp(vectors, table):
    if vectors.shape[1] > len(table):
        raise ValueError
    result = vectors.clone()
    result[0] = vectors[0] + table[: vectors.shape[1]]
    return result


# %% multiplied
# The vectors were multiplied by the stamps: add them.
def stamp(vectors, table):
    if vectors.shape[1] > len(table):
        raise ValueError
    return vectors * table[: vectors.shape[1]]


# %% width-factor
# The vectors were multiplied by the root of their width before the stamp was added: add it to them as they are.
def stamp(vectors, table):
    if vectors.shape[1] > len(table):
        raise ValueError
    return vectors * vectors.shape[-1] ** 0.5 + table[: vectors.shape[1]]


# %% vectors-overwritten
# The caller's vectors were changed (+= writes into them): make a new tensor with +.
def stamp(vectors, table):
    if vectors.shape[1] > len(table):
        raise ValueError
    with torch.no_grad():
        vectors += table[: vectors.shape[1]]
    return vectors


# %% table-detached
# The stamps are right, but no gradient reaches the table, which could never learn: leave out detach and .data.
def stamp(vectors, table):
    if vectors.shape[1] > len(table):
        raise ValueError
    return vectors + table[: vectors.shape[1]].detach()


# %% gradient-cut
# The sum is right, but no gradient flows back: leave out detach, no_grad, numpy and tolist.
def stamp(vectors, table):
    if vectors.shape[1] > len(table):
        raise ValueError
    return (vectors + table[: vectors.shape[1]]).detach()


# %% float32-returned
# The result is float32 whatever came in: keep the dtype of the vectors.
def stamp(vectors, table):
    if vectors.shape[1] > len(table):
        raise ValueError
    return vectors.float() + table[: vectors.shape[1]].float()


# %% too-long-left-to-torch
# A text that is too long raises RuntimeError from inside torch, or none at all: compare L with N, and raise
# ValueError.
def stamp(vectors, table):
    return vectors + table[: vectors.shape[1]]


# %% too-long-as-index-error
# A text that is too long raises IndexError from inside torch: compare L with N first, and raise ValueError.
def stamp(vectors, table):
    return vectors + table[torch.arange(vectors.shape[1])]


# %% too-long-starts-again
# A text that is too long started again at row 0: raise ValueError.
def stamp(vectors, table):
    return vectors + table[torch.arange(vectors.shape[1]) % len(table)]


# %% too-long-cut
# A text that is too long was cut to the length of the table: raise ValueError.
def stamp(vectors, table):
    return vectors[:, : len(table)] + table[: vectors.shape[1]]


# %% just-enough-refused
# A table with just L rows was refused: only L > N is wrong.
def stamp(vectors, table):
    if vectors.shape[1] >= len(table):
        raise ValueError
    return vectors + table[: vectors.shape[1]]


# %% texts-reversed
# The order of the texts was reversed and not the order within each: flip(1).
def order_gap(encode, tokens):
    return (encode(tokens.flip(0)) - encode(tokens)).abs().max().item()


# %% both-axes-reversed
# Texts and places were reversed together: reverse each row, and leave the order of the texts.
def order_gap(encode, tokens):
    return (encode(tokens.flip(0, 1)) - encode(tokens)).abs().max().item()


# %% padding-left-in-place
# Only the tokens above 0 were reversed, and the padding stayed behind: reverse each row as a whole.
def order_gap(encode, tokens):
    turned = tokens.clone()
    for row in turned:
        row[row != 0] = row[row != 0].flip(0)
    return (encode(turned) - encode(tokens)).abs().max().item()


# %% moved-by-one
# The tokens were moved on by one place: reverse each row.
def order_gap(encode, tokens):
    return (encode(tokens.roll(1, 1)) - encode(tokens)).abs().max().item()


# %% sorted
# The tokens were sorted: reverse each row.
def order_gap(encode, tokens):
    return (encode(tokens.sort(1).values) - encode(tokens)).abs().max().item()


# %% result-reversed
# The result was reversed together with the tokens, and the two changes hide each other: compare it as it comes.
def order_gap(encode, tokens):
    back = encode(tokens.flip(1))
    return ((back.flip(1) if back.dim() == 3 else back) - encode(tokens)).abs().max().item()


# %% mean-change
# This is the mean of the changes: take the largest.
def order_gap(encode, tokens):
    return (encode(tokens.flip(1)) - encode(tokens)).abs().mean().item()


# %% sum-of-changes
# The changes were added up: take the largest.
def order_gap(encode, tokens):
    return (encode(tokens.flip(1)) - encode(tokens)).abs().sum().item()


# %% squared-change
# The changes were squared: take the absolute value.
def order_gap(encode, tokens):
    return (encode(tokens.flip(1)) - encode(tokens)).square().max().item()


# %% root-of-squares
# This is the length of the change, the root of the sum of its squares: take the largest absolute change.
def order_gap(encode, tokens):
    return (encode(tokens.flip(1)) - encode(tokens)).norm().item()


# %% without-absolute-value
# Changes downwards were not seen: take the absolute value before the largest.
def order_gap(encode, tokens):
    return (encode(tokens.flip(1)) - encode(tokens)).max().item()


# %% absolute-value-too-late
# The absolute value was taken of the largest change, so that larger ones downwards were missed: abs() before max().
def order_gap(encode, tokens):
    return (encode(tokens.flip(1)) - encode(tokens)).max().abs().item()


# %% difference-of-the-largest
# The largest numbers of the two results were compared: take the difference number by number first.
def order_gap(encode, tokens):
    return (encode(tokens.flip(1)).max() - encode(tokens).max()).abs().item()


# %% relative-change
# The change was divided by the size of the result: it is wanted as it is.
def order_gap(encode, tokens):
    before = encode(tokens)
    return ((encode(tokens.flip(1)) - before).abs().max() / before.abs().max()).item()


# %% first-text-alone
# Only the first text was encoded: encode all of them.
def order_gap(encode, tokens):
    return (encode(tokens[:1].flip(1)) - encode(tokens[:1])).abs().max().item()


# %% gap-rounded
# The gap was rounded: give it back as it is.
def order_gap(encode, tokens):
    return round((encode(tokens.flip(1)) - encode(tokens)).abs().max().item(), 4)


# %% gap-as-a-tensor
# The gap came back as a tensor: .item() makes a Python float.
def order_gap(encode, tokens):
    return (encode(tokens.flip(1)) - encode(tokens)).abs().max()


# %% tokens-overwritten
# The caller's tokens were reversed in place, and encode saw the same row twice: make a new tensor with flip(1).
def order_gap(encode, tokens):
    before = encode(tokens)
    tokens.copy_(tokens.flip(1))
    return (encode(tokens) - before).abs().max().item()


# %% negative-step
# A tensor cannot be sliced with a negative step, as lists can: tokens.flip(1) reverses each row.
def order_gap(encode, tokens):
    return (encode(tokens[:, ::-1]) - encode(tokens)).abs().max().item()


# %% numpy-with-a-graph
# numpy() refuses a result that carries a graph for gradients: stay with tensors and .item(), or detach first.
def order_gap(encode, tokens):
    return float(abs(encode(tokens.flip(1)).numpy() - encode(tokens).numpy()).max())


# %% truth-for-gap
# Whether the result changed came back; the task asks how far it moved.
def order_gap(encode, tokens):
    return bool((encode(tokens.flip(1)) != encode(tokens)).any())


# %% right: indexed-rows
# The rows by index, with a batch axis; the tokens by a reversed index.
def stamp(vectors, table):
    B, L, D = vectors.shape
    if table.shape[0] < L:
        raise ValueError("too long")
    return table[torch.arange(L)][None].expand(B, L, D) + vectors


def order_gap(encode, tokens):
    backwards = tokens[:, torch.arange(tokens.shape[1] - 1, -1, -1)]
    with torch.no_grad():
        return float((encode(tokens) - encode(backwards)).abs().max())


# %% right: embedding
# The table as an embedding; fliplr; the largest by norm.
def stamp(vectors, table):
    if table.size(0) < vectors.size(-2):
        raise ValueError
    places = torch.arange(vectors.size(1)).repeat(len(vectors), 1)
    return torch.add(vectors, torch.nn.functional.embedding(places, table))


def order_gap(encode, tokens):
    one, two = encode(tokens), encode(torch.fliplr(tokens))
    return torch.linalg.vector_norm(one - two, ord=float("inf")).item()


# %% right: place-by-place
# Loops, and Python numbers at the end.
def stamp(vectors, table):
    if not vectors.shape[1] <= len(table):
        raise ValueError
    return torch.stack([vectors[:, place] + table[place] for place in range(vectors.shape[1])], dim=1)


def order_gap(encode, tokens):
    backwards = torch.tensor([row[::-1] for row in tokens.tolist()])
    pairs = zip(encode(tokens).flatten().tolist(), encode(backwards).flatten().tolist(), strict=True)
    return max(abs(a - b) for a, b in pairs)


# %% right: clone-and-add
# += on a copy of its own; numpy for the rest.
def stamp(vectors, table):
    import numpy as np

    assert np.ndim(vectors.shape) == 1
    if len(table) < vectors.shape[1]:
        raise ValueError
    result = vectors.clone()
    result += table.narrow(0, 0, vectors.shape[1])
    return result


def order_gap(encode, tokens):
    import numpy as np

    backwards = torch.from_numpy(tokens.numpy()[:, ::-1].copy())
    return float(np.abs(encode(tokens).detach().numpy() - encode(backwards).detach().numpy()).max())


# %% right: strict-subclass-of-value-error
# An error of its own, which is a ValueError; two extremes in place of abs.
class TooLong(ValueError):
    pass


def stamp(vectors, table):
    L = vectors.shape[1]
    if len(table) < L:
        raise TooLong(L)
    return vectors + torch.einsum("lp,pd->ld", torch.eye(L, len(table), dtype=table.dtype), table)


def order_gap(encode, tokens):
    change = encode(torch.flip(tokens, dims=[-1])).detach() - encode(tokens).detach()
    return max(change.max().item(), -change.min().item())
