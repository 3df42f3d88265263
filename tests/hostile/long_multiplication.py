# expect: timeout; earned 0
# way: Holds Python's lock inside one long operation in C.
# section: ending the run
# stopped by: process boundary
number = 7 ** (7**12)
