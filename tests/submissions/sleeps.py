# expect: timeout; earned 0; says "never ends"
import time


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    time.sleep(10_000)
