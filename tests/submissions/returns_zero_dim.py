# expect: failed; earned 0; says "the shape is ()"
import torch


def softmax(scores, dim=-1, temperature=1.0):
    return scores.sum()
