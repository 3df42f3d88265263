# expect: crashed; earned 0; says "exit code 0"
# way: Ends its process with status 0 while it is loaded.
# section: ending the run
# stopped by: process boundary
import os

os._exit(0)
