# expect: crashed; earned 0
# way: Sends two whole answers of its own before the real one.
# section: values and protocol
# stopped by: wire
import os, sys, time, threading, torch
import json
wire = sys.modules["autograder.worker.wire"]
def softmax(scores, dim=-1, temperature=1.0):
    f = wire.encode({"status": "ok", "changed": []}, torch.softmax(torch.zeros(3),0) if 0 else torch.ones(3)/3)
    os.write(3, f); os.write(3, f)
    return torch.ones(3) / 3
