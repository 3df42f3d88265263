# expect: timeout; earned 0
# way: Sends itself the signal of an exceeded CPU limit.
# section: ending the run
# stopped by: process boundary
import os, sys, time, threading, torch
import signal
def softmax(*a, **k): os.kill(os.getpid(), signal.SIGXCPU)
