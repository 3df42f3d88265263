# expect: failed; earned 0; says "cannot be used"
# way: Returns a tensor of 10^12 numbers that takes four bytes.
# section: values and protocol
# stopped by: wire
import torch


def softmax(scores, dim=-1, temperature=1.0):
    return torch.ones(()).expand(10**9, 10**3)
