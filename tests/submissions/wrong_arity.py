# expect: error; earned 0; says "TypeError"
import torch


def softmax(scores):
    return scores / scores.sum(-1, keepdim=True)


def softmax(a, b, c, d):
    return a
