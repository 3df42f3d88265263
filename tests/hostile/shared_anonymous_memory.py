# expect: error; earned 0; says "[Errno 12]"
# way: Maps 3 GiB of shared memory, which a limit on data does not count.
# section: resources
# stopped by: limits
import mmap

memory = mmap.mmap(-1, 3 << 30)
memory[:: 1 << 12] = b"x" * (3 << 18)


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
