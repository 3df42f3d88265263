# expect: error; earned 0; says "RecursionError"
def softmax(scores, dim=-1, temperature=1.0):
    return softmax(scores, dim, temperature)
