# expect: timeout; earned 0
# way: Writes to the error output without end, past Python, and never answers.
# section: resources
# stopped by: process boundary
import os

block = b"x" * 65536
while True:
    os.write(2, block)
