# expect: error; earned 0; says "input()"
def softmax(scores, dim=-1, temperature=1.0):
    return input('weights? ')
