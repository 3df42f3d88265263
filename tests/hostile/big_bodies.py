# expect: failed; earned 0
import torch
def softmax(scores, dim=-1, temperature=1.0):
    return torch.ones(16 * 2**20 - 100)
