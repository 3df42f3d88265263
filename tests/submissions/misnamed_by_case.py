# expect: missing; earned 0; says "does not define `softmax`"
import torch


def Softmax(scores):
    return scores
