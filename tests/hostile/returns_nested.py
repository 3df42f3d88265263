# expect: error; earned 0
# way: Returns a nested tensor, which has no one shape.
# section: values and protocol
# stopped by: wire
import torch


def softmax(scores, dim=-1, temperature=1.0):
    return torch.nested.nested_tensor([scores.flatten(), scores.flatten()[:1]])
