# expect: crashed; earned 0
# way: Answers with 400,000 nested lists.
# section: values and protocol
# stopped by: wire
import os, sys, time, threading, torch
wire = sys.modules["autograder.worker.wire"]; import struct
real = wire.encode
def encode(head, value, refer=None):
    if "number" in head:
        n = 400000
        h = b'{"status":"ok","value":' + b"[" * n + b"]" * n + b',"sizes":[]}'
        return struct.pack("<4sIQ", b"AWF1", len(h), 0) + h
    return real(head, value, refer)
wire.encode = encode
def softmax(*a, **k): return 1
