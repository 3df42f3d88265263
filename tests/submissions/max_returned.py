# expect: failed; earned 0; says "torch.max gives two things and torch.amax one"
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise TypeError
    return scores.max(dim)
