# expect: error; earned 0
# way: Meets other workers over torch.distributed.
# section: network
# stopped by: seccomp
import torch.distributed as dist

dist.TCPStore("127.0.0.1", 29471, 1, True)


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
