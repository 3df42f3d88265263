# expect: crashed; earned 0
# way: Answers with a dict whose keys all fall into one slot.
# section: values and protocol
# stopped by: wire
import sys, json, struct
wire = sys.modules["autograder.worker.wire"]
real = wire.encode
P = 2**61 - 1
pairs, size = [], 200
k = 0
while size < 1_048_000:
    k += 1
    size += len(str(k * P)) + 5
    pairs.append(f"[{k * P},0]")
blob = '{"dict":[' + ",".join(pairs) + "]}"
def encode(head, value, refer=None):
    if "status" in head and "number" in head:
        header = ('{"status":"ok","changed":[],"number":%d,"value":%s,"sizes":[]}' % (head["number"], blob)).encode()
        return struct.pack("<4sIQ", b"AWF1", len(header), 0) + header
    return real(head, value, refer)
wire.encode = encode
def softmax(scores, dim=-1, temperature=1.0): return 0
