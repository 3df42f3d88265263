# expect: crashed; earned 0
import os, sys, time, threading, torch
import ctypes
ctypes.CDLL(None).shutdown(3, 2)
def softmax(*a, **k): return None
