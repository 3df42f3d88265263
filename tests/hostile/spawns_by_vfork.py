# expect: error; earned 0; says "[Errno 1]"
# way: Starts a program by posix_spawn, which forks in another way.
# section: other processes
# stopped by: seccomp
import os

os.posix_spawn("/bin/sleep", ["sleep", "1000"], {})


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
