# expect: failed; earned 0; says "expected a tensor"
# way: Returns a sparse tensor.
# section: values and protocol
# stopped by: wire
import torch


def softmax(scores, dim=-1, temperature=1.0):
    return scores.to_sparse()
