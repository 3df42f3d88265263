# expect: timeout; earned 0; says "never ends"
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    while True:
        print('again ' * 1000)
