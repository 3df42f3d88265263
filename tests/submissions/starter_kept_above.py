# expect: error; earned 0; line 7; says "Your code is there, but `softmax` still raises the starter's"
import torch


def softmax(scores, dim=-1, temperature=1.0):
    """Weights."""
    raise NotImplementedError("week-12/softmax: softmax is yours to write")
    powers = (scores / temperature).exp()
    return powers / powers.sum(dim, keepdim=True)
