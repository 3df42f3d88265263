# expect: timeout
# seconds: 1.5
# task: week-12/causal_mask
import time
import torch
time.sleep(0.7)  # stands for a heavy import, or a model that is trained when the file is loaded
def causal_mask(length):
    while length == 1:
        pass
    return torch.ones(length, length, dtype=torch.bool).tril()
def future_weight(weights):
    if weights.shape[-1] < 2: return 0.0
    return float(weights.triu(1).max())
