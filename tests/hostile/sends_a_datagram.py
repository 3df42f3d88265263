# expect: error; earned 0; says "[Errno 1]"
# way: Sends a datagram.
# section: network
# stopped by: seccomp
import socket

socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"HIDDEN INPUT", ("127.0.0.1", 9))


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
