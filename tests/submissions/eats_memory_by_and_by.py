# expect: memory; earned 0; says "memory"
import torch


kept = []


def softmax(scores, dim=-1, temperature=1.0):
    while True:
        kept.append(torch.ones(4 << 20))
