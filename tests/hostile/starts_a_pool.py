# expect: error; earned 0; says "[Errno"
# way: Starts a pool of processes.
# section: other processes
# stopped by: seccomp
import multiprocessing

multiprocessing.get_context("fork").Process(target=print).start()


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
