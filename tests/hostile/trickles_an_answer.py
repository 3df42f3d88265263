# expect: timeout; earned 0
# way: Sends an answer byte by byte, so that something always comes.
# section: resources
# stopped by: process boundary
import os
import time


def softmax(scores, dim=-1, temperature=1.0):
    os.write(3, b"AWF1" + (1000).to_bytes(4, "little") + bytes(8))
    while True:
        os.write(3, b" ")
        time.sleep(0.01)
