# expect: crashed; earned 0
# way: Answers with two tensors that share one buffer.
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
    tensor = {"tensor": [0, "float32", [1]]}
    return frame({"status": "ok", "number": head["number"], "value": [tensor, tensor], "sizes": [4]}, b"1234")


def softmax(scores, dim=-1, temperature=1.0):
    return scores * 0
