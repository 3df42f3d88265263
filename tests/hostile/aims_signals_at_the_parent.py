# expect: error; earned 0; says "[Errno 1]"
# way: Makes its parent the receiver of a descriptor's signals.
# section: other processes
# stopped by: seccomp
import fcntl
import os

fcntl.fcntl(3, fcntl.F_SETOWN, os.getppid())


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
