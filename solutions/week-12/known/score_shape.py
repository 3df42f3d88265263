"""Known answers to week-12/score_shape: wrong ones, which the graders must catch and name, and right ones."""


# %% lengths-swapped
# Lq and Lk are swapped: a row for each query, a column for each key, so (..., Lq, Lk).
def score_shape(query_shape, key_shape):
    if query_shape[-1] != key_shape[-1] or query_shape[:-2] != key_shape[:-2]:
        raise ValueError
    return (*query_shape[:-2], key_shape[-2], query_shape[-2])


# %% depth-kept
# The depth is still in the shape: the products use it up, and (..., Lq, Lk) is left.
def score_shape(query_shape, key_shape):
    if query_shape[-1] != key_shape[-1] or query_shape[:-2] != key_shape[:-2]:
        raise ValueError
    return (*query_shape[:-1], key_shape[-2], query_shape[-1])


# %% query-shape-and-depth
# The shape ends on the depth: it ends on Lk, the number of keys.
def score_shape(query_shape, key_shape):
    if query_shape[-1] != key_shape[-1] or query_shape[:-2] != key_shape[:-2]:
        raise ValueError
    return (*query_shape[:-2], query_shape[-2], key_shape[-1])


# %% query-length-twice
# The table came out square: its columns are the keys, and there may be more or fewer of them than queries.
def score_shape(query_shape, key_shape):
    if query_shape[-1] != key_shape[-1] or query_shape[:-2] != key_shape[:-2]:
        raise ValueError
    return (*query_shape[:-1], query_shape[-2])


# %% leading-axes-dropped
# The leading axes are lost: each batch and head keeps its own table, (..., Lq, Lk).
def score_shape(query_shape, key_shape):
    if query_shape[-1] != key_shape[-1] or query_shape[:-2] != key_shape[:-2]:
        raise ValueError
    return (query_shape[-2], key_shape[-2])


# %% counted-from-the-front
# The axes were counted from the front, which is right for two axes only: count from the back, shape[-2].
def score_shape(query_shape, key_shape):
    if query_shape[-1] != key_shape[-1] or query_shape[:-2] != key_shape[:-2]:
        raise ValueError
    return (query_shape[0], key_shape[0])


# %% two-axes-only
# Only shapes of two axes were accepted: leading axes (batch, heads) may stand in front, any number of them.
def score_shape(query_shape, key_shape):
    if len(query_shape) != 2 or len(key_shape) != 2 or query_shape[-1] != key_shape[-1]:
        raise ValueError
    return (query_shape[0], key_shape[0])


# %% depth-not-compared
# Queries and keys of different depth were accepted: raise ValueError where the last axes differ.
def score_shape(query_shape, key_shape):
    if query_shape[:-2] != key_shape[:-2]:
        raise ValueError
    return (*query_shape[:-1], key_shape[-2])


# %% leading-axes-not-compared
# Different leading axes were accepted: raise ValueError where the shapes without the last two axes differ.
def score_shape(query_shape, key_shape):
    if query_shape[-1] != key_shape[-1]:
        raise ValueError
    return (*query_shape[:-1], key_shape[-2])


# %% number-of-axes-only
# Only the number of axes was compared: their sizes must be the same as well, shape[:-2] against shape[:-2].
def score_shape(query_shape, key_shape):
    if query_shape[-1] != key_shape[-1] or len(query_shape) != len(key_shape):
        raise ValueError
    return (*query_shape[:-1], key_shape[-2])


# %% first-axis-only
# Only the first of the leading axes was compared: all of them must be the same, shape[:-2] against shape[:-2].
def score_shape(query_shape, key_shape):
    if query_shape[-1] != key_shape[-1] or len(query_shape) != len(key_shape):
        raise ValueError
    if len(query_shape) > 2 and query_shape[0] != key_shape[0]:
        raise ValueError
    return (*query_shape[:-1], key_shape[-2])


# %% one-is-stretched
# A leading axis of 1 was stretched to fit, as torch does: here sizes that differ are refused, 1 or not.
def score_shape(query_shape, key_shape):
    if query_shape[-1] != key_shape[-1]:
        raise ValueError
    try:
        leading = torch.broadcast_shapes(query_shape[:-2], key_shape[:-2])
    except RuntimeError:
        raise ValueError from None
    return (*leading, query_shape[-2], key_shape[-2])


# %% missing-axes-are-stretched
# Queries and keys with different numbers of leading axes were accepted: compare shape[:-2] as a whole.
def score_shape(query_shape, key_shape):
    if query_shape[-1] != key_shape[-1]:
        raise ValueError
    for mine, theirs in zip(query_shape[-3::-1], key_shape[-3::-1], strict=False):
        if mine != theirs:
            raise ValueError
    longer = max(query_shape, key_shape, key=len)
    return (*longer[:-2], query_shape[-2], key_shape[-2])


# %% lengths-must-agree
# Different numbers of queries and keys were refused: only depth and leading axes must be the same.
def score_shape(query_shape, key_shape):
    if query_shape != key_shape:
        raise ValueError
    return (*query_shape[:-1], key_shape[-2])


# %% assertion-for-value-error
# An AssertionError came where a ValueError is asked for: write `raise ValueError(...)` in place of assert.
def score_shape(query_shape, key_shape):
    if query_shape[-1] != key_shape[-1] or query_shape[:-2] != key_shape[:-2]:
        raise AssertionError
    return (*query_shape[:-1], key_shape[-2])


# %% none-for-value-error
# Shapes that do not fit gave None: raise ValueError there.
def score_shape(query_shape, key_shape):
    if query_shape[-1] != key_shape[-1] or query_shape[:-2] != key_shape[:-2]:
        return None
    return (*query_shape[:-1], key_shape[-2])


# %% list-for-tuple
# A list came back where a tuple is asked for: wrap it in tuple(...).
def score_shape(query_shape, key_shape):
    if query_shape[-1] != key_shape[-1] or query_shape[:-2] != key_shape[:-2]:
        raise ValueError
    return [*query_shape[:-1], key_shape[-2]]


# %% scores-already-scaled
# The scores were divided by √d: these are the raw ones, the scale comes later.
def raw_scores(queries, keys):
    score_shape(tuple(queries.shape), tuple(keys.shape))
    return queries @ keys.mT / queries.shape[-1] ** 0.5


# %% weights-for-scores
# Weights came back, what softmax makes of the scores: these are the raw scores, not normalised.
def raw_scores(queries, keys):
    score_shape(tuple(queries.shape), tuple(keys.shape))
    return (queries @ keys.mT).softmax(-1)


# %% keys-times-queries
# Rows and columns are swapped: a row for each query, so queries · keysᵀ.
def raw_scores(queries, keys):
    score_shape(tuple(queries.shape), tuple(keys.shape))
    return keys @ queries.mT


# %% keys-reshaped
# The keys were reshaped to (d, Lk), which shuffles their numbers: swap the last two axes with transpose(-2, -1).
def raw_scores(queries, keys):
    score_shape(tuple(queries.shape), tuple(keys.shape))
    return queries @ keys.reshape(*keys.shape[:-2], keys.shape[-1], keys.shape[-2])


# %% all-axes-turned
# `.T` turns every axis round, batch and heads too: swap the last two only, with transpose(-2, -1).
def raw_scores(queries, keys):
    score_shape(tuple(queries.shape), tuple(keys.shape))
    return queries @ keys.permute(*range(keys.dim() - 1, -1, -1))


# %% keys-not-transposed
# The keys do not fit as they stand: the scores are a matrix product, queries @ keys.transpose(-2, -1).
def raw_scores(queries, keys):
    score_shape(tuple(queries.shape), tuple(keys.shape))
    return queries @ keys


# %% cosine-for-product
# Lengths were divided out (cosine similarity): asked for are the plain products.
def raw_scores(queries, keys):
    score_shape(tuple(queries.shape), tuple(keys.shape))
    products = queries @ keys.mT
    return products / queries.norm(dim=-1, keepdim=True) / keys.norm(dim=-1, keepdim=True).mT


# %% scores-not-checked
# raw_scores let shapes that do not fit go to torch: raise ValueError first, your score_shape knows when.
def raw_scores(queries, keys):
    return queries @ keys.mT


# %% torch-error-translated
# Torch's own error was turned into a ValueError, but torch stretches a 1 without an error: compare the shapes first.
def raw_scores(queries, keys):
    try:
        return queries @ keys.mT
    except RuntimeError:
        raise ValueError from None


# %% float32-inside
# float64 queries came back with float32 accuracy: keep the dtype that came.
def raw_scores(queries, keys):
    score_shape(tuple(queries.shape), tuple(keys.shape))
    return (queries.float() @ keys.float().mT).to(queries.dtype)


# %% gradient-cut
# The scores are right, but no gradient flows back: leave out detach, no_grad, numpy and tolist.
def raw_scores(queries, keys):
    score_shape(tuple(queries.shape), tuple(keys.shape))
    return (queries @ keys.mT).detach()


# %% right: slices
# Slices of the shapes; a torch.Size is a tuple too.
def score_shape(query_shape, key_shape):
    if query_shape[-1] != key_shape[-1]:
        raise ValueError("depth")
    if tuple(query_shape[:-2]) != tuple(key_shape[:-2]):
        raise ValueError("leading")
    return torch.Size(query_shape[:-1] + key_shape[-2:-1])


def raw_scores(queries, keys):
    score_shape(queries.shape, keys.shape)
    return torch.einsum("...qd,...kd->...qk", queries, keys)


# %% right: meta-tensors
# Torch finds the shape on the device that holds no numbers.
def score_shape(query_shape, key_shape):
    if len(query_shape) != len(key_shape) or query_shape[:-2] != key_shape[:-2]:
        raise ValueError
    queries, keys = torch.empty(query_shape, device="meta"), torch.empty(key_shape, device="meta")
    try:
        return tuple(torch.matmul(queries, keys.transpose(-1, -2)).shape)
    except RuntimeError as error:
        raise ValueError(str(error)) from error


def raw_scores(queries, keys):
    shape = score_shape(tuple(queries.shape), tuple(keys.shape))
    return torch.matmul(queries, keys.transpose(-1, -2)).reshape(shape)


# %% right: multiply-and-sum
# Products by broadcasting, summed over the depth; an own kind of ValueError.
class ShapeError(ValueError):
    pass


def score_shape(query_shape, key_shape):
    query, key = list(query_shape), list(key_shape)
    if query.pop() != key.pop():
        raise ShapeError
    length = key.pop()
    if query[:-1] != key:
        raise ShapeError
    return tuple(query) + (length,)  # noqa: RUF005


def raw_scores(queries, keys):
    if queries.shape[:-2] != keys.shape[:-2] or queries.shape[-1] != keys.shape[-1]:
        raise ShapeError
    return (queries.unsqueeze(-2) * keys.unsqueeze(-3)).sum(-1)


# %% right: loops
# Axis by axis, query by query.
def score_shape(query_shape, key_shape):
    if len(query_shape) != len(key_shape):
        raise ValueError
    shape = ()
    for axis, (mine, theirs) in enumerate(zip(query_shape, key_shape, strict=True)):
        if axis != len(query_shape) - 2 and mine != theirs:
            raise ValueError
        if axis < len(query_shape) - 1:
            shape = (*shape, mine)
    return (*shape, key_shape[-2])


def raw_scores(queries, keys):
    score_shape(tuple(queries.shape), tuple(keys.shape))
    columns = [(queries * keys[..., k : k + 1, :]).sum(dim=-1) for k in range(keys.shape[-2])]
    return torch.stack(columns, dim=-1)


# %% right: bmm
# Leading axes folded into one and unfolded again.
def raw_scores(queries, keys):
    shape = score_shape(tuple(queries.shape), tuple(keys.shape))
    folded = queries.reshape(-1, *queries.shape[-2:]), keys.reshape(-1, *keys.shape[-2:]).permute(0, 2, 1)
    return torch.bmm(*folded).view(shape)


# %% right: match
# Structural pattern matching; float64 inside.
def score_shape(query_shape, key_shape):
    match (query_shape, key_shape):
        case ((*leading, lq, d), (*other, lk, depth)) if d == depth and leading == other:
            return (*leading, lq, lk)
    raise ValueError(f"{query_shape} does not fit {key_shape}")


def raw_scores(queries, keys):
    score_shape(tuple(queries.shape), tuple(keys.shape))
    return torch.matmul(queries.double(), keys.double().mT).to(queries.dtype)
