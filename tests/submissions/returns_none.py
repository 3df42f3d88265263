# expect: failed; earned 0; says "returned None"
import torch


def softmax(scores, dim=-1, temperature=1.0):
    weights = scores.exp()
