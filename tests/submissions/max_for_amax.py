# expect: error; earned 0; says "use `amax`, or take `.values`"
def softmax(scores, dim=-1, temperature=1.0):
    return (scores - scores.max(dim, keepdim=True)) / temperature
