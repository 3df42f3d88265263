# expect: error; earned 0; says "KeyboardInterrupt"
def softmax(scores, dim=-1, temperature=1.0):
    raise KeyboardInterrupt
