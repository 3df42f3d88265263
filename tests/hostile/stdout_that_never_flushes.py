# expect: timeout; earned 0
# way: Hangs when its output is flushed, after the answer and before it is sent.
# section: ending the run
# stopped by: process boundary
import sys
import time


class Stuck:
    def write(self, text):
        pass

    def flush(self):
        time.sleep(1000)


sys.stdout = Stuck()


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
