# expect: not_started; earned 0; says "`softmax` is not started."
import torch


def softmax(scores, dim=-1, temperature=1.0):
    """My own words: the weights, which add up to 1."""
    # here I will divide by the sum
    raise NotImplementedError("week-12/softmax: softmax is yours to write")
