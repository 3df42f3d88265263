# expect: crashed; earned 0
# way: Answers with 340,000 empty lists.
# section: values and protocol
# stopped by: wire
import sys, json, struct
wire = sys.modules["autograder.worker.wire"]
real = wire.encode
blob = "[" + ",".join(["[]"] * 340000) + "]"
def encode(head, value, refer=None):
    if "status" in head and "number" in head:
        header = ('{"status":"ok","changed":[],"number":%d,"value":%s,"sizes":[]}' % (head["number"], blob)).encode()
        return struct.pack("<4sIQ", b"AWF1", len(header), 0) + header
    return real(head, value, refer)
wire.encode = encode
def softmax(scores, dim=-1, temperature=1.0): return 0
