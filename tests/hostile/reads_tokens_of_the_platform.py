# expect: error; earned 0; says "KeyError"
# way: Takes the platform's token out of the environment.
# section: the TA and the platform
# stopped by: process boundary
import os

token = os.environ["GITHUB_TOKEN"]


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
