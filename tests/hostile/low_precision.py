# expect: failed; earned 0
# way: Computes in half precision, where a wide tolerance might hold.
# section: values and protocol
# stopped by: comparison
import torch


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature).to(torch.bfloat16).exp()
    return (powers / powers.sum(dim, keepdim=True)).to(scores.dtype)
