# expect: error; earned 0; says "raised gaierror"
# way: Carries data out by looking up a name.
# section: network
# stopped by: seccomp
import socket

socket.getaddrinfo("hidden-input.invalid", 80)


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
