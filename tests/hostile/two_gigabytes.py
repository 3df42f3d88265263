# expect: failed; earned 0; says "cannot be used"
# way: Returns a tensor of 2 GiB that takes one byte.
# section: values and protocol
# stopped by: wire
import torch


def softmax(scores, dim=-1, temperature=1.0):
    return torch.empty(1, dtype=torch.uint8).expand(2 << 30)
