# expect: error; earned 0; says "KeyboardInterrupt"
# way: Raises KeyboardInterrupt, as if staff had stopped the run.
# section: ending the run
# stopped by: process boundary
def softmax(scores, dim=-1, temperature=1.0):
    raise KeyboardInterrupt
