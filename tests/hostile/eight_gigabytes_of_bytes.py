# expect: memory; earned 0; says "memory"
# way: Makes a bytearray of 8 GiB.
# section: resources
# stopped by: limits
def softmax(scores, dim=-1, temperature=1.0):
    return bytearray(8 << 30)
