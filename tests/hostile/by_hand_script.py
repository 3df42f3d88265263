# expect: forbidden; earned 0
# way: Calls softmax from compiled code.
# section: dodging the exercise
# stopped by: by-hand rule
import torch


@torch.jit.script
def library(x: torch.Tensor, dim: int) -> torch.Tensor:
    return torch.softmax(x, dim)


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    return library(scores / temperature, dim)
