# expect: crashed; earned 0
import os


def softmax(scores, dim=-1, temperature=1.0):
    os.close(3)
    while True:
        pass
