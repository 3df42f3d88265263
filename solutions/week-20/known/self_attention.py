"""Known answers to week-20/self_attention: wrong ones, which the graders must catch and name, and right ones."""


# %% missing-scale
# The scores are never divided by the root of d, so that long vectors give one weight near 1: divide when scaled is
# True.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    weights = torch.softmax((x @ w_q) @ (x @ w_k).T, -1)
    return weights @ (x @ w_v), weights


# %% always-scaled
# scaled=False changes nothing: divide only when it is True.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    weights = torch.softmax((x @ w_q) @ (x @ w_k).T / w_k.shape[1] ** 0.5, -1)
    return weights @ (x @ w_v), weights


# %% scaled-the-other-way-round
# The scores are divided when scaled is False, and not when it is True: turn the condition round.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    scores = (x @ w_q) @ (x @ w_k).T
    weights = torch.softmax(scores if scaled else scores / w_k.shape[1] ** 0.5, -1)
    return weights @ (x @ w_v), weights


# %% scale-by-d
# The scores are divided by d itself, which makes the weights too flat: divide by its square root.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    scores = (x @ w_q) @ (x @ w_k).T
    weights = torch.softmax(scores / w_k.shape[1] if scaled else scores, -1)
    return weights @ (x @ w_v), weights


# %% scale-by-root-of-the-input-width
# The root is taken of the width of x; take it of the width of queries and keys, w_q.shape[1].
def self_attention(x, w_q, w_k, w_v, scaled=True):
    scores = (x @ w_q) @ (x @ w_k).T
    weights = torch.softmax(scores / x.shape[1] ** 0.5 if scaled else scores, -1)
    return weights @ (x @ w_v), weights


# %% scale-by-root-of-the-length
# The root is taken of the number of tokens; take it of the width of queries and keys, w_q.shape[1].
def self_attention(x, w_q, w_k, w_v, scaled=True):
    scores = (x @ w_q) @ (x @ w_k).T
    weights = torch.softmax(scores / len(x) ** 0.5 if scaled else scores, -1)
    return weights @ (x @ w_v), weights


# %% multiplied-by-the-root
# The scores are multiplied by the root of d, which sharpens the weights: divide.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    scores = (x @ w_q) @ (x @ w_k).T
    weights = torch.softmax(scores * w_k.shape[1] ** 0.5 if scaled else scores, -1)
    return weights @ (x @ w_v), weights


# %% scaled-after-softmax
# The weights are divided after softmax, so that a row no longer adds up to 1: divide the scores before it.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    weights = torch.softmax((x @ w_q) @ (x @ w_k).T, -1)
    weights = weights / w_k.shape[1] ** 0.5 if scaled else weights
    return weights @ (x @ w_v), weights


# %% softmax-over-queries
# The columns add up to 1 and the rows do not: softmax along the last axis, over the tokens that are looked at.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    scores = (x @ w_q) @ (x @ w_k).T
    weights = torch.softmax(scores / w_k.shape[1] ** 0.5 if scaled else scores, 0)
    return weights @ (x @ w_v), weights


# %% softmax-over-everything
# All weights together add up to 1, not each row: softmax along the last axis.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    scores = (x @ w_q) @ (x @ w_k).T
    weights = torch.softmax((scores / w_k.shape[1] ** 0.5 if scaled else scores).flatten(), 0).view(len(x), len(x))
    return weights @ (x @ w_v), weights


# %% softmax-missing
# The raw scores were used as weights: softmax turns each row into weights that add up to 1.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    scores = (x @ w_q) @ (x @ w_k).T
    weights = scores / w_k.shape[1] ** 0.5 if scaled else scores
    return weights @ (x @ w_v), weights


# %% exp-without-the-maximum
# exp of a large score is infinite, and inf / inf is NaN: take each row's largest away first, or use torch.softmax.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    scores = (x @ w_q) @ (x @ w_k).T
    powers = (scores / w_k.shape[1] ** 0.5 if scaled else scores).exp()
    weights = powers / powers.sum(-1, keepdim=True)
    return weights @ (x @ w_v), weights


# %% queries-and-keys-swapped
# Keys times queries: row i of the scores belongs to the token that looks, so queries come first, keys transposed.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    scores = (x @ w_k) @ (x @ w_q).T
    weights = torch.softmax(scores / w_k.shape[1] ** 0.5 if scaled else scores, -1)
    return weights @ (x @ w_v), weights


# %% weights-transposed
# The weights are applied the wrong way round: weights @ values, without a transpose.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    scores = (x @ w_q) @ (x @ w_k).T
    weights = torch.softmax(scores / w_k.shape[1] ** 0.5 if scaled else scores, -1)
    return weights.T @ (x @ w_v), weights


# %% keys-as-values
# The keys were mixed in place of the values: the values are x @ w_v.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    scores = (x @ w_q) @ (x @ w_k).T
    weights = torch.softmax(scores / w_k.shape[1] ** 0.5 if scaled else scores, -1)
    return weights @ (x @ w_k), weights


# %% inputs-as-values
# The rows of x were mixed as they are: the values are x @ w_v.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    scores = (x @ w_q) @ (x @ w_k).T
    weights = torch.softmax(scores / w_k.shape[1] ** 0.5 if scaled else scores, -1)
    return weights @ x, weights


# %% keys-from-the-query-matrix
# Queries and keys were made with the same matrix: the keys are x @ w_k.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    scores = (x @ w_q) @ (x @ w_q).T
    weights = torch.softmax(scores / w_k.shape[1] ** 0.5 if scaled else scores, -1)
    return weights @ (x @ w_v), weights


# %% keys-not-projected
# The queries were compared with x itself: the keys are x @ w_k.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    scores = (x @ w_q) @ x.T
    weights = torch.softmax(scores / w_k.shape[1] ** 0.5 if scaled else scores, -1)
    return weights @ (x @ w_v), weights


# %% matrices-transposed
# The matrices are (d_in, d) and stand on the right of x as they are: x @ w_q, without a transpose.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    scores = (x @ w_q.T) @ (x @ w_k.T).T
    weights = torch.softmax(scores / w_k.shape[1] ** 0.5 if scaled else scores, -1)
    return weights @ (x @ w_v.T), weights


# %% own-place-left-out
# Each token was kept from looking at itself: everything looks at everything, itself included.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    scores = (x @ w_q) @ (x @ w_k).T
    scores = scores / w_k.shape[1] ** 0.5 if scaled else scores
    weights = torch.softmax(scores.masked_fill(torch.eye(len(x), dtype=torch.bool), -1e4), -1)
    return weights @ (x @ w_v), weights


# %% weights-before-output
# The weights came back first; the order is (output, weights).
def self_attention(x, w_q, w_k, w_v, scaled=True):
    scores = (x @ w_q) @ (x @ w_k).T
    weights = torch.softmax(scores / w_k.shape[1] ** 0.5 if scaled else scores, -1)
    return weights, weights @ (x @ w_v)


# %% output-only
# Only the output came back: return output and weights.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    scores = (x @ w_q) @ (x @ w_k).T
    return torch.softmax(scores / w_k.shape[1] ** 0.5 if scaled else scores, -1) @ (x @ w_v)


# %% float32-inside
# A float64 input came back with float32 accuracy: do not convert to float32 on the way.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    q, k, v = (x.float() @ w.float() for w in (w_q, w_k, w_v))
    weights = torch.softmax(q @ k.T / k.shape[1] ** 0.5 if scaled else q @ k.T, -1)
    return (weights @ v).to(x.dtype), weights.to(x.dtype)


# %% float32-returned
# The result is float32 whatever came in: give back the dtype of x.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    q, k, v = (x.float() @ w.float() for w in (w_q, w_k, w_v))
    weights = torch.softmax(q @ k.T / k.shape[1] ** 0.5 if scaled else q @ k.T, -1)
    return weights @ v, weights


# %% gradient-cut
# The numbers are right, but no gradient flows back: leave out detach, no_grad, numpy and tolist.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    with torch.no_grad():
        scores = (x @ w_q) @ (x @ w_k).T
        weights = torch.softmax(scores / w_k.shape[1] ** 0.5 if scaled else scores, -1)
        return weights @ (x @ w_v), weights


# %% weights-detached
# The weights were detached on the way, so that no gradient reaches the query and key matrices: leave detach out.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    scores = (x @ w_q) @ (x @ w_k).T
    weights = torch.softmax(scores / w_k.shape[1] ** 0.5 if scaled else scores, -1).detach()
    return weights @ (x @ w_v), weights


# %% inputs-overwritten
# The caller's query matrix was changed (/= writes into it): make a new tensor with /.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    if scaled:
        with torch.no_grad():
            w_q /= w_q.shape[1] ** 0.5
    weights = torch.softmax((x @ w_q) @ (x @ w_k).T, -1)
    return weights @ (x @ w_v), weights


# %% saturation-over-everything
# This is the largest weight of all; take the largest of each row, and then their mean.
def saturation(weights):
    return weights.max().item()


# %% saturation-over-queries
# The largest was taken down each column: take it along the last axis, in each row.
def saturation(weights):
    return weights.amax(-2).mean().item()


# %% saturation-mean-of-all
# This is the mean of all weights, which is always 1/Lk: take the largest of each row before the mean.
def saturation(weights):
    return weights.mean().item()


# %% saturation-sum
# The largest weights were added up: divide by the number of rows.
def saturation(weights):
    return weights.amax(-1).sum().item()


# %% saturation-of-the-first
# Only the first table of weights was looked at: take the mean over all leading axes.
def saturation(weights):
    while weights.dim() > 2:
        weights = weights[0]
    return weights.amax(-1).mean().item()


# %% saturation-as-a-tensor
# The saturation came back as a tensor: .item() makes a Python float.
def saturation(weights):
    return weights.amax(-1).mean()


# %% saturation-smallest
# The smallest weight of each row was taken: take the largest.
def saturation(weights):
    return weights.amin(-1).mean().item()


# %% right: einsum
# Everything through einsum.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    q, k, v = (torch.einsum("li,id->ld", x, w) for w in (w_q, w_k, w_v))
    scores = torch.einsum("qd,kd->qk", q, k)
    weights = (scores / q.size(-1) ** 0.5 if scaled else scores).softmax(dim=1)
    return torch.einsum("qk,kd->qd", weights, v), weights


def saturation(weights):
    return float(torch.max(weights, dim=-1).values.mean())


# %% right: queries-scaled-first
# The scale sits on the queries; softmax by hand.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    import math

    q = torch.matmul(x, w_q)
    if scaled:
        q = q * (1 / math.sqrt(w_q.shape[-1]))
    scores = torch.mm(q, torch.mm(x, w_k).t())
    powers = torch.exp(scores - scores.max(dim=-1, keepdim=True)[0])
    weights = powers / powers.sum(dim=-1, keepdim=True)
    return torch.mm(weights, torch.mm(x, w_v)), weights


def saturation(weights):
    rows = weights.reshape(-1, weights.shape[-1]).tolist()
    return sum(max(row) for row in rows) / len(rows)


# %% right: row-by-row
# One query after the other, one key after the other.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    q, k, v = x @ w_q, x @ w_k, x @ w_v
    rows = []
    for query in q:
        scores = torch.stack([(query * key).sum() for key in k])
        if scaled:
            scores = scores / torch.sqrt(torch.tensor(float(len(query)))).to(x.dtype)
        rows.append(torch.softmax(scores, 0))
    weights = torch.stack(rows)
    return torch.stack([(row[:, None] * v).sum(0) for row in weights]), weights


def saturation(weights):
    return weights.topk(1).values.double().mean().item()


# %% right: torchs-attention
# The output from torch's own attention, the weights beside it.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    F = torch.nn.functional
    q, k, v = F.linear(x, w_q.T), F.linear(x, w_k.T), F.linear(x, w_v.T)
    scale = q.shape[1] ** -0.5 if scaled else 1.0
    output = F.scaled_dot_product_attention(q.unsqueeze(0), k.unsqueeze(0), v.unsqueeze(0), scale=scale).squeeze(0)
    return output, F.softmax(scale * q @ k.mT, dim=-1)


# %% right: float64-inside
# Computed in float64, given back in the dtype that came.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    q, k, v = (x.double() @ w.double() for w in (w_q, w_k, w_v))
    scores = q @ k.transpose(0, 1)
    if scaled:
        scores /= k.shape[1] ** 0.5
    weights = (scores - scores.logsumexp(-1, keepdim=True)).exp()
    return (weights @ v).to(x.dtype), weights.to(x.dtype)


# %% right: one-projection-for-all
# The three matrices side by side, one product, cut in three.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    q, k, v = (x @ torch.cat([w_q, w_k, w_v], dim=1)).chunk(3, dim=1)
    temperature = k.shape[1] ** 0.5 if scaled else 1
    weights = torch.softmax(torch.div(q @ k.permute(1, 0), temperature), dim=-1)
    return weights.matmul(v), weights


def saturation(weights):
    import numpy as np

    return float(np.mean(np.max(weights.detach().numpy(), axis=-1)))
