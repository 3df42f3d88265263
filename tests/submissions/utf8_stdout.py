# expect: passed; earned 10
import sys, io, os
import numpy as np
import torch
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    z = (scores - scores.amax(dim, keepdim=True)) / temperature
    return torch.exp(z) / torch.exp(z).sum(dim, keepdim=True)
sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8")
