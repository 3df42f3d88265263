# expect: forbidden; earned 0
# way: Takes the exponential of torch's log_softmax.
# section: dodging the exercise
# stopped by: by-hand rule
import torch


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    return torch.log_softmax(scores / temperature, dim).exp()
