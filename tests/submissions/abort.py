# expect: crashed; earned 0; says "SIGABRT"
import os


def softmax(scores, dim=-1, temperature=1.0):
    os.abort()
