# expect: crashed; earned 0
# way: Answers with a line number of 4,000 digits.
# section: values and protocol
# stopped by: wire
import os, sys, time, threading, torch
wire = sys.modules["autograder.worker.wire"]; import struct
real = wire.encode
def encode(head, value, refer=None):
    if "number" in head:
        h = b'{"status":"error","text":"x","line":' + b"9" * 4290 + b',"kinds":["ValueError"],"sizes":[]}'
        return struct.pack("<4sIQ", b"AWF1", len(h), 0) + h
    return real(head, value, refer)
wire.encode = encode
def softmax(*a, **k): return 1
