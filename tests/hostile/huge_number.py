# expect: failed; earned 0; says "cannot be used"
# way: Returns a number of 100,000 digits.
# section: values and protocol
# stopped by: wire
def softmax(scores, dim=-1, temperature=1.0):
    return 10**100_000
