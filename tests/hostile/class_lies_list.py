# expect: error; earned 0
# way: Returns an object whose __class__ says list.
# section: values and protocol
# stopped by: wire
import os, sys, time, threading, torch
class T:
    @property
    def __class__(self): return list
def softmax(*a, **k): return T()
