# expect: error; earned 0; says "could not be read"
# way: Raises an exception whose text raises SystemExit.
# section: ending the run
# stopped by: process boundary
class Odd(Exception):
    def __str__(self):
        raise SystemExit


def softmax(scores, dim=-1, temperature=1.0):
    raise Odd
