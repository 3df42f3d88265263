# expect: memory; earned 0; says "memory"
def softmax(scores, dim=-1, temperature=1.0):
    return bytearray(8 << 30)
