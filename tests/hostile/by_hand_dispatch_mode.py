# expect: forbidden; earned 0
# way: Routes softmax to its decomposition by a dispatch mode.
# section: dodging the exercise
# stopped by: by-hand rule

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch._decomp import get_decompositions
d = get_decompositions([torch.ops.aten._softmax.default, torch.ops.aten._softmax_backward_data.default])
class M(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func in d: return d[func](*args, **(kwargs or {}))
        return func(*args, **(kwargs or {}))
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0: raise ValueError
    with M(): return torch.softmax(scores/temperature, dim)
