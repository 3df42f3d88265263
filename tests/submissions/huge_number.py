# expect: failed; earned 0; says "cannot be used"
def softmax(scores, dim=-1, temperature=1.0):
    return 10**100_000
