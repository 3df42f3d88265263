# expect: error; earned 0; says "Keep the starter's `def` line"
import torch


def softmax(scores):
    return scores / scores.sum(-1, keepdim=True)


def softmax(a, b, c, d):
    return a
