# expect: error; earned 0
# way: Raises GeneratorExit, which `except Exception` does not catch.
# section: ending the run
# stopped by: process boundary
def softmax(scores, dim=-1, temperature=1.0):
    raise GeneratorExit
