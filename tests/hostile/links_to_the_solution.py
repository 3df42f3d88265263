# expect: error; earned 0; says "[Errno 1]"
# way: Makes a link to the solution in a place that may be read.
# section: reading answers
# stopped by: seccomp
import sys
from pathlib import Path

course = Path(sys.modules["autograder.worker.runtime"].__file__).parents[2]

import os

os.symlink(course / "solutions/week-12/softmax.py", "/tmp/gained-by-an-attack.py")


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
