# expect: crashed; earned 0
# way: Sends urgent bytes on the grader's connection.
# section: values and protocol
# stopped by: wire
import os, sys, time, threading, torch
import socket
s = socket.socket(fileno=3)
def softmax(*a, **k):
    for _ in range(50): s.send(b"x", socket.MSG_OOB)
    return 1
