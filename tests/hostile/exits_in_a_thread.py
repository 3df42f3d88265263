# expect: crashed; earned 0
# way: Ends its process from a second thread while a call is running.
# section: ending the run
# stopped by: process boundary
import os
import threading


def softmax(scores, dim=-1, temperature=1.0):
    thread = threading.Thread(target=os._exit, args=(0,))
    thread.start()
    thread.join()
