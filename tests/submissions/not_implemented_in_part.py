# expect: error; earned 0; line 5; says "Your code is there, but `softmax` still raises"
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    raise NotImplementedError
