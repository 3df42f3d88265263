# expect: passed; earned 10
# way: Starts as many threads as it can.
# section: resources
# stopped by: limits
import os, sys, time, threading, torch

def right(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    x = scores / temperature
    e = (x - x.amax(dim, keepdim=True)).exp()
    return e / e.sum(dim, keepdim=True)
softmax = right

def spin():
    while True: time.sleep(0.01)
ts = []
try:
    for _ in range(5000):
        t = threading.Thread(target=spin, daemon=True); t.start(); ts.append(t)
except BaseException as e: print(len(ts), type(e))
