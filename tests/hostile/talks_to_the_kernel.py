# expect: error; earned 0; says "[Errno 1]"
# way: Opens a netlink socket, to see or change the machine's network.
# section: network
# stopped by: seccomp
import socket

socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
