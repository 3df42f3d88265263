# expect: error; earned 0; says "[Errno 1]"
# way: Stops the process that it was forked from, so that nothing goes on.
# section: other processes
# stopped by: seccomp
import os
import signal

os.kill(os.getppid(), signal.SIGSTOP)


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
