# expect: error; earned 0; says "[Errno 13]"
# way: Fills the disk.
# section: resources
# stopped by: landlock
import tempfile

with tempfile.TemporaryFile(dir="/var/tmp", prefix="gained-by-an-attack") as file:
    while True:
        file.write(b"x" * (1 << 20))


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
