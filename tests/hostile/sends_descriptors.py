# expect: error; earned 0; says "[Errno 1]"
# way: Hands descriptors to the grader.
# section: network
# stopped by: seccomp
import array
import socket

connection = socket.socket(fileno=3)
connection.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0, 1, 2]))])


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
