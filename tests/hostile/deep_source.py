# expect: error; earned 0
# way: Compiles 100,000 nested brackets.
# section: resources
# stopped by: process boundary
eval("[" * 100_000 + "]" * 100_000)


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
