# expect: timeout; earned 0
# way: Matches a pattern that takes exponential time.
# section: ending the run
# stopped by: process boundary
import re

re.match(r"(a+)+$", "a" * 60 + "b")
