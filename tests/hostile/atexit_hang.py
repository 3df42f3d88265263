# expect: passed; earned 10
# way: Hangs in atexit and in __del__, so that the worker never ends by itself.
# section: ending the run
# stopped by: process boundary
import os, sys, time, threading, torch

def right(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    x = scores / temperature
    e = (x - x.amax(dim, keepdim=True)).exp()
    return e / e.sum(dim, keepdim=True)
softmax = right

import atexit
atexit.register(time.sleep, 1000)
class D:
    def __del__(self): time.sleep(1000)
d = D()
