# expect: failed
# task: week-20/evidence
import numpy as np
import torch
def split(n, test_fraction=0.2, seed=0):
    return np.zeros(2**26 - 64, dtype=np.uint8), np.zeros(0, dtype=np.uint8)
def majority_accuracy(train_labels, test_labels):
    return 0.5
def evidence_record(*args, **kwargs):
    return {}
