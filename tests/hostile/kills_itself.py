# expect: crashed; earned 0
# way: Sends itself SIGKILL, as the grader does at the end.
# section: ending the run
# stopped by: process boundary
import os
import signal


def softmax(scores, dim=-1, temperature=1.0):
    os.kill(os.getpid(), signal.SIGKILL)
