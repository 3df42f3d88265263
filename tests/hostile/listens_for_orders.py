# expect: error; earned 0; says "[Errno 1]"
# way: Listens on the grader's connection, or on a new one, for a remote shell.
# section: network
# stopped by: seccomp
import socket

connection = socket.socket(fileno=3)
connection.bind("\0gained-by-an-attack")
connection.listen()


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
