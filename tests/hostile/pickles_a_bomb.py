# expect: failed; earned 0; says "expected a tensor, got a Bomb"
# way: Returns an object that runs a command when it is unpickled.
# section: values and protocol
# stopped by: wire
import os


class Bomb:
    def __reduce__(self):
        return os.system, ("touch /tmp/gained-by-an-attack",)


def softmax(scores, dim=-1, temperature=1.0):
    return Bomb()
