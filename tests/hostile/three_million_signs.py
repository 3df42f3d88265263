# expect: memory; earned 0
# way: Keeps the parser busy with three million signs.
# section: resources
# stopped by: limits
eval("-" * 3_000_000 + "1")


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
