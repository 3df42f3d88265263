# expect: timeout; earned 0
import os, sys, time, threading, torch
def softmax(*a, **k):
    b = b"x" * 65536
    while True: os.write(1, b)
