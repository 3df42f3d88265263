# expect: failed; earned 0; says "the shape is"
# way: Returns an empty tensor, all of whose numbers are right.
# section: values and protocol
# stopped by: comparison
import torch


def softmax(scores, dim=-1, temperature=1.0):
    return torch.empty(0, *scores.shape, dtype=scores.dtype)
