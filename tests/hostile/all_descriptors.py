# expect: error; earned 0; says "[Errno 24]"
# way: Opens descriptors until there are none.
# section: resources
# stopped by: limits
kept = []
while True:
    kept.append(open("/dev/zero"))


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
