# expect: passed; earned 10
# way: Prints 200 MB.
# section: resources
# stopped by: process boundary
import torch


print('x' * (200 << 20))


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
