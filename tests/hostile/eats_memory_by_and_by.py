# expect: memory; earned 0; says "memory"
# way: Keeps memory call by call until there is none.
# section: resources
# stopped by: limits
import torch


kept = []


def softmax(scores, dim=-1, temperature=1.0):
    while True:
        kept.append(torch.ones(4 << 20))
