# expect: forbidden; earned 0
import linecache
import torch
def softmax(scores, dim=-1, temperature=1.0):
    lines = linecache.cache["softmax.py"][2]
    lines[:] = [f"HIDDEN INPUT: {scores.tolist()}"] * 40
    return torch.softmax(scores, dim)
