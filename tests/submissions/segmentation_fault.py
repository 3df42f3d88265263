# expect: crashed; earned 0; says "SIGSEGV"
import ctypes


def softmax(scores, dim=-1, temperature=1.0):
    return ctypes.string_at(0)
