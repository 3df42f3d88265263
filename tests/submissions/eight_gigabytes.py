# expect: memory; earned 0; says "memory"
import torch


def softmax(scores, dim=-1, temperature=1.0):
    return torch.ones(8 << 28, dtype=torch.float32)
