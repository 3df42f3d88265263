# expect: forbidden; earned 0
# way: Calls softmax in another thread.
# section: dodging the exercise
# stopped by: by-hand rule
from concurrent.futures import ThreadPoolExecutor

import torch


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(torch.softmax, scores / temperature, dim).result()
