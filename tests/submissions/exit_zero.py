# expect: crashed; earned 0; says "exit code 0"
import os


def softmax(scores, dim=-1, temperature=1.0):
    os._exit(0)
