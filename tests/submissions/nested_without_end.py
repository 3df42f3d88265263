# expect: failed; earned 0; says "cannot be used"
def softmax(scores, dim=-1, temperature=1.0):
    values = []
    values.append(values)
    return values
