# expect: passed; earned 10
# way: Forks, to leave a process behind.
# section: other processes
# stopped by: seccomp
import os

try:
    os.fork()
except OSError:
    pass
else:
    os._exit(1)


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
