# expect: error; earned 0; says "[Errno
# way: Makes its output a file of a terabyte.
# section: resources
# stopped by: process boundary
import os

os.ftruncate(1, 1 << 40)


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
