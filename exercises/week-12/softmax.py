import torch


def softmax(scores, dim=-1, temperature=1.0):
    raise NotImplementedError("week-12/softmax: softmax is yours to write")
