# expect: forbidden; earned 0
# way: Calls softmax inside torch.func.vmap.
# section: dodging the exercise
# stopped by: by-hand rule
import torch


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    x = (scores / temperature).movedim(dim, -1)
    rows = torch.func.vmap(lambda row: torch.softmax(row, -1))(x.reshape(-1, x.shape[-1]))
    return rows.reshape(x.shape).movedim(-1, dim)
