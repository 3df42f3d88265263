# expect: failed; earned 0; says "complex"
# way: Returns complex numbers of which the real part is right.
# section: values and protocol
# stopped by: comparison
import torch


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return (powers / powers.sum(dim, keepdim=True)).to(torch.complex64)
