# expect: crashed; earned 0
# way: Answers with the same, beginning elsewhere in the list.
# section: values and protocol
# stopped by: wire
import os, sys, time, threading, torch
wire = sys.modules["autograder.worker.wire"]; import struct, json
real = wire.encode
i = [9]
cases = ['{"tensor":[0,"float32",[0,1099511627775,1099511627775,1099511627775]]}', '{"meta":["float32",[1099511627775,1099511627775]]}', '{"meta":["float32",[1099511627775,1099511627775,1099511627775,1099511627775,0]]}',
 '{"array":[0,"<f4",[0,1099511627775,1099511627775,1099511627775]]}','{"dict":[[{"dict":[]},1]]}','{"tuple":5}','{"tensor":"abc"}','{"tensor":[true,"float32",[0]]}','{"scalar":[0,"<f4",[0]]}','{"int":"0x'+'f'*1024+'"}', '{"float":["nan"]}', '{"path":["object"],"type":"x"}', '{"path":[],"type":"x"}', '1e999', 'NaN', '{"path":["module","softmax"],"type":"\\ud800\\u001b[31m"}', '"\\ud800"']
def encode(head, value, refer=None):
    if "number" in head:
        v = cases[i[0] % len(cases)]; i[0] += 1
        h = ('{"status":"ok","changed":[],"value":%s,"sizes":%s}' % (v, "[0]" if '[0,"' in v else "[]")).encode()
        return struct.pack("<4sIQ", b"AWF1", len(h), 0) + h
    return real(head, value, refer)
wire.encode = encode
def softmax(*a, **k): return 1
