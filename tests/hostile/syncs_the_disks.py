# expect: error; earned 0; says "[Errno 1]"
# way: Makes the whole machine wait for its disks.
# section: resources
# stopped by: seccomp
import ctypes
import os
import platform

libc = ctypes.CDLL(None, use_errno=True)
if libc.syscall(ctypes.c_long(162 if platform.machine() == "x86_64" else 81)) < 0:  # os.sync() tells of no refusal
    raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
