# expect: forbidden; earned 0
# way: Calls softmax on a sparse tensor, which has kernels of its own.
# section: dodging the exercise
# stopped by: by-hand rule
import torch


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    return torch.sparse.softmax((scores / temperature).to_sparse(), dim).to_dense()
