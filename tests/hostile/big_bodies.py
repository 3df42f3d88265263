# expect: failed; earned 0
# way: Returns 64 MiB of numbers where three were asked for.
# section: values and protocol
# stopped by: wire
import torch
def softmax(scores, dim=-1, temperature=1.0):
    return torch.ones(16 * 2**20 - 100)
