# expect: failed; earned 0; says "expected a tensor, got a softmax"
import torch


class softmax:
    def __init__(self, scores, dim=-1, temperature=1.0):
        self.scores = scores
