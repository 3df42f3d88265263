# expect: forbidden; earned 0
# way: Finds softmax by a name that is put together.
# section: dodging the exercise
# stopped by: by-hand rule
import torch


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    return getattr(torch, "soft" + "max")(scores / temperature, dim)
