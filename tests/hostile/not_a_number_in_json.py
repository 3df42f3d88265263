# expect: crashed; earned 0
# way: Answers with a shape and a line that are NaN.
# section: values and protocol
# stopped by: wire
import json
import struct
import sys

wire = sys.modules["autograder.worker.wire"]
real = wire.encode


def frame(header, body=b"", sizes=None):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<4sIQ", b"AWF1", len(text), len(body) if sizes is None else sizes) + body.join([text, b""])


def encode(head, value, refer=None):
    return forged(head) if "number" in head else real(head, value, refer)


wire.encode = encode


def forged(head):
    header = '{"status":"error","kinds":[],"text":"","line":NaN,"number":%d,"value":null,"sizes":[]}'
    return frame((header % head["number"]).encode())


def softmax(scores, dim=-1, temperature=1.0):
    return scores * 0
