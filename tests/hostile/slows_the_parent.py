# expect: error; earned 0; says "[Errno 1]"
# way: Gives its parent the lowest priority.
# section: other processes
# stopped by: seccomp
import os

os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
