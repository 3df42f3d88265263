# expect: error; earned 0; line 5; says "cannot read the file"
import torch


def softmax(scores
    return scores
