# expect: timeout; earned 0
# way: Stops every clock, so that a time limit would never be reached.
# section: tampering
# stopped by: process boundary
import time

time.monotonic = time.time = time.perf_counter = lambda: 0.0
while True:
    pass
