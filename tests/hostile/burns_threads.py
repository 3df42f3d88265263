# expect: passed; earned 10
# way: Burns the processor in other threads while it answers.
# section: resources
# stopped by: process boundary
import sys
import threading

sys.setswitchinterval(1e-5)


def burn():
    while True:
        pass


for number in range(2):
    threading.Thread(target=burn, daemon=True).start()


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
