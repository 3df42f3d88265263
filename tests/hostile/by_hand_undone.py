# expect: forbidden; earned 0

import torch, sys
b = sys.modules["autograder.by_hand"]
for l in b._libraries: l._destroy()
b._libraries.clear()
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0: raise ValueError
    return torch.softmax(scores/temperature, dim)
