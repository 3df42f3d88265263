# expect: crashed; earned 0
# way: Writes two empty frames on the grader's connection before it is asked.
# section: values and protocol
# stopped by: wire
import os

os.write(3, b'AWF1' + bytes(12))
os.write(3, b'AWF1' + bytes(12))


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
