"""Right answers to week-20/positions that differ from the reference: full marks, always."""


# %% indexed-rows
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


# %% embedding
# The table as an embedding; fliplr; the largest by norm.
def stamp(vectors, table):
    if table.size(0) < vectors.size(-2):
        raise ValueError
    places = torch.arange(vectors.size(1)).repeat(len(vectors), 1)
    return torch.add(vectors, torch.nn.functional.embedding(places, table))


def order_gap(encode, tokens):
    one, two = encode(tokens), encode(torch.fliplr(tokens))
    return torch.linalg.vector_norm(one - two, ord=float("inf")).item()


# %% place-by-place
# Loops, and Python numbers at the end.
def stamp(vectors, table):
    if not vectors.shape[1] <= len(table):
        raise ValueError
    return torch.stack([vectors[:, place] + table[place] for place in range(vectors.shape[1])], dim=1)


def order_gap(encode, tokens):
    backwards = torch.tensor([row[::-1] for row in tokens.tolist()])
    pairs = zip(encode(tokens).flatten().tolist(), encode(backwards).flatten().tolist(), strict=True)
    return max(abs(a - b) for a, b in pairs)


# %% clone-and-add
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


# %% strict-subclass-of-value-error
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
