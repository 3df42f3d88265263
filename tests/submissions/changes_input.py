# expect: failed; says "the input was changed" or "changes its input"
import torch


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    with torch.no_grad():
        scores -= scores.amax(dim, keepdim=True)
    powers = (scores / temperature).exp()
    return powers / powers.sum(dim, keepdim=True)
