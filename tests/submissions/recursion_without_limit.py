# expect: crashed; earned 0
import sys

sys.setrecursionlimit(10**9)


def softmax(scores, dim=-1, temperature=1.0):
    return [*map(softmax, [scores])]
