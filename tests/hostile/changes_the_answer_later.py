# expect: failed; earned 0
# way: Goes on changing the tensor that it has returned.
# section: values and protocol
# stopped by: wire
import threading

import torch


def softmax(scores, dim=-1, temperature=1.0):
    later = torch.zeros_like(scores)

    def change():
        while True:
            later.fill_(1 / 3)
            later.fill_(0.0)

    threading.Thread(target=change, daemon=True).start()
    return later
