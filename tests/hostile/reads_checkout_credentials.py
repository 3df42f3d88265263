# expect: error; earned 0; says "[Errno 13]"
# way: Reads the token that a checkout keeps in .git/config.
# section: the TA and the platform
# stopped by: landlock
import sys
from pathlib import Path

print((Path(sys.modules["autograder.worker.runtime"].__file__).parents[2] / ".git/config").read_text())


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
