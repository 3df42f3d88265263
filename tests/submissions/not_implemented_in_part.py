# expect: not_started; earned 0
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    raise NotImplementedError
