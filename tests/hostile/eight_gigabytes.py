# expect: memory; earned 0; says "memory"
# way: Makes a tensor of 8 GiB.
# section: resources
# stopped by: limits
import torch


def softmax(scores, dim=-1, temperature=1.0):
    return torch.ones(8 << 28, dtype=torch.float32)
