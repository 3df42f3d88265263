# expect: forbidden; earned 0
# way: Lets torch's attention compute a softmax: the values are unit vectors.
# section: dodging the exercise
# stopped by: by-hand rule
import torch


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    x = (scores / temperature).movedim(dim, -1)
    n = x.shape[-1]
    unit = torch.eye(n, dtype=x.dtype).expand(x.numel() // n, n, n)
    out = torch.nn.functional.scaled_dot_product_attention(x.reshape(-1, 1, n), unit, unit, scale=1.0)
    return out.reshape(x.shape).movedim(-1, dim)
