# expect: error; earned 0; says "[Errno 1]"
# way: Keeps memory in a file without a name, which no mapping shows.
# section: resources
# stopped by: seccomp
import os

os.memfd_create("gained-by-an-attack")


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
