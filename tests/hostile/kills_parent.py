# expect: error; earned 0; says "PermissionError"
# way: Kills the process that it was forked from.
# section: other processes
# stopped by: seccomp
import os

os.kill(os.getppid(), 9)
