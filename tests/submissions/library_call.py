# expect: forbidden; earned 0; line 8; says "by hand"
import torch


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    return torch.softmax(scores / temperature, dim)
