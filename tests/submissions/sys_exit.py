# expect: error; earned 0; says "called exit()"
import sys


def softmax(scores, dim=-1, temperature=1.0):
    sys.exit(0)
