# expect: crashed; earned 0; says "SIGSEGV"
# way: Reads address 0.
# section: ending the run
# stopped by: process boundary
import ctypes


def softmax(scores, dim=-1, temperature=1.0):
    return ctypes.string_at(0)
