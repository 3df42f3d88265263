# expect: crashed; earned 0
# way: Hides deep nesting in the parts of a reply that hold no value.
# section: values and protocol
# stopped by: wire
import os, sys, time, threading, torch
wire = sys.modules["autograder.worker.wire"]; import struct
real = wire.encode
n = [900]
def encode(head, value, refer=None):
    if "number" in head:
        n[0] += 7
        d = n[0]
        h = b'{"status":"error","text":"x","line":1,"kinds":[' + b"[" * d + b"]" * d + b'],"changed":' + b"[" * d + b"]" * d + b',"sizes":[]}'
        return struct.pack("<4sIQ", b"AWF1", len(h), 0) + h
    return real(head, value, refer)
wire.encode = encode
def softmax(*a, **k): return 1
