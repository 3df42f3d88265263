# expect: timeout; earned 0
# way: Reads the questions of the grader away and never answers.
# section: resources
# stopped by: process boundary
import os

while True:
    os.read(3, 1 << 16)
