# expect: passed; earned 10
# task: week-12/softmax

import torch
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0: raise ValueError
    z = (scores - scores.amax(dim, keepdim=True)) / temperature
    return torch.exp(z) / torch.exp(z).sum(dim, keepdim=True)
x = torch.randn(3, 4)
assert torch.allclose(softmax(x), torch.softmax(x, -1))
