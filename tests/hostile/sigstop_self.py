# expect: timeout; earned 0
# way: Stops its own process.
# section: ending the run
# stopped by: process boundary
import os, sys, time, threading, torch
import signal
def softmax(*a, **k): os.kill(os.getpid(), signal.SIGSTOP)
