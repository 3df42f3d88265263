# expect: failed; earned 0; says "cannot be used"
import torch


def softmax(scores, dim=-1, temperature=1.0):
    return torch.ones(()).expand(10**9, 10**3)
