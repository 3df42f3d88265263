# expect: timeout; earned 0
import os, sys, time, threading, torch
import signal
def softmax(*a, **k): os.kill(os.getpid(), signal.SIGSTOP)
