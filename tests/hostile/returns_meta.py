# expect: failed; earned 0; says "holds no values"
# way: Returns a tensor of the right shape that holds no values.
# section: values and protocol
# stopped by: comparison
import torch


def softmax(scores, dim=-1, temperature=1.0):
    return torch.empty_like(scores, device="meta")
