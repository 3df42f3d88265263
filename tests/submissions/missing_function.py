# expect: missing; earned 0; says "does not define `softmax`"
import torch


def soft_max(scores):
    return scores
