# expect: error; earned 0; line 8; says "cannot read the file"
import torch


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
	return scores
