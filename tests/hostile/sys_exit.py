# expect: error; earned 0; says "called exit()"
# way: Calls sys.exit(0) inside a call.
# section: ending the run
# stopped by: process boundary
import sys


def softmax(scores, dim=-1, temperature=1.0):
    sys.exit(0)
