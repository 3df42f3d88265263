# expect: failed; earned 0; says "expected a finite number"
# way: Returns NaN, which a careless comparison takes for equal.
# section: values and protocol
# stopped by: comparison
import torch


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    return scores * torch.nan
