# expect: error; earned 0; says "[Errno 1]"
# way: Connects to the socket of docker, whoever may use it is root.
# section: network
# stopped by: seccomp
import socket

socket.socket(socket.AF_UNIX).connect("/var/run/docker.sock")


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
