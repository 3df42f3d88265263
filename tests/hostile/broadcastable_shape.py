# expect: failed; earned 0; says "the shape is"
# way: Returns a shape that broadcasting would make fit.
# section: values and protocol
# stopped by: comparison
import torch


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers[..., None] / powers.sum()
