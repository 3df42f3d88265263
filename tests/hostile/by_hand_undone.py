# expect: forbidden; earned 0
# way: Takes the replaced kernels away before softmax is called.
# section: dodging the exercise
# stopped by: by-hand rule

import torch, sys
b = sys.modules["autograder.worker.by_hand"]
for l in b._libraries: l._destroy()
b._libraries.clear()
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0: raise ValueError
    return torch.softmax(scores/temperature, dim)
