# expect: forbidden; says "by hand"
import torch


def softmax(scores, dim=-1, temperature=1.0):
    try:
        return torch.softmax(scores / temperature, dim)
    except RuntimeError:
        pass
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
