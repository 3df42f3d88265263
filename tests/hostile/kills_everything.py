# expect: error; earned 0; says "PermissionError"
# way: Kills every process that it may.
# section: other processes
# stopped by: seccomp
import os

os.kill(-1, 9)
