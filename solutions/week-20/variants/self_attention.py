"""Right answers to week-20/self_attention that differ from the reference: full marks, always."""


# %% einsum
# Everything through einsum.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    q, k, v = (torch.einsum("li,id->ld", x, w) for w in (w_q, w_k, w_v))
    scores = torch.einsum("qd,kd->qk", q, k)
    weights = (scores / q.size(-1) ** 0.5 if scaled else scores).softmax(dim=1)
    return torch.einsum("qk,kd->qd", weights, v), weights


def saturation(weights):
    return float(torch.max(weights, dim=-1).values.mean())


# %% queries-scaled-first
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


# %% row-by-row
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


# %% torchs-attention
# The output from torch's own attention, the weights beside it.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    F = torch.nn.functional
    q, k, v = F.linear(x, w_q.T), F.linear(x, w_k.T), F.linear(x, w_v.T)
    scale = q.shape[1] ** -0.5 if scaled else 1.0
    output = F.scaled_dot_product_attention(q.unsqueeze(0), k.unsqueeze(0), v.unsqueeze(0), scale=scale).squeeze(0)
    return output, F.softmax(scale * q @ k.mT, dim=-1)


# %% float64-inside
# Computed in float64, given back in the dtype that came.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    q, k, v = (x.double() @ w.double() for w in (w_q, w_k, w_v))
    scores = q @ k.transpose(0, 1)
    if scaled:
        scores /= k.shape[1] ** 0.5
    weights = (scores - scores.logsumexp(-1, keepdim=True)).exp()
    return (weights @ v).to(x.dtype), weights.to(x.dtype)


# %% one-projection-for-all
# The three matrices side by side, one product, cut in three.
def self_attention(x, w_q, w_k, w_v, scaled=True):
    q, k, v = (x @ torch.cat([w_q, w_k, w_v], dim=1)).chunk(3, dim=1)
    temperature = k.shape[1] ** 0.5 if scaled else 1
    weights = torch.softmax(torch.div(q @ k.permute(1, 0), temperature), dim=-1)
    return weights.matmul(v), weights


def saturation(weights):
    import numpy as np

    return float(np.mean(np.max(weights.detach().numpy(), axis=-1)))
