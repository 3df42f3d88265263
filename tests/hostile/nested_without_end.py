# expect: failed; earned 0; says "cannot be used"
# way: Returns a list that holds itself.
# section: values and protocol
# stopped by: wire
def softmax(scores, dim=-1, temperature=1.0):
    values = []
    values.append(values)
    return values
