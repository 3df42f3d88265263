# expect: forbidden; earned 0; says "by hand"
# way: Calls torch.softmax and catches the refusal.
# section: dodging the exercise
# stopped by: by-hand rule
import torch


def softmax(scores, dim=-1, temperature=1.0):
    try:
        return torch.softmax(scores / temperature, dim)
    except RuntimeError:
        pass
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
