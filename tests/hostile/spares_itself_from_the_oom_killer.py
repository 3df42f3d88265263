# expect: error; earned 0; says "[Errno 13]"
# way: Asks the kernel to end others first when memory runs out.
# section: other processes
# stopped by: landlock
with open("/proc/self/oom_score_adj", "w") as score:
    score.write("-1000")


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
