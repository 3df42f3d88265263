# expect: failed; earned 0
# way: Returns infinity, whose difference from anything is no number.
# section: values and protocol
# stopped by: comparison
import torch


def softmax(scores, dim=-1, temperature=1.0):
    return torch.full_like(scores, torch.inf)
