# expect: error; earned 0; says "PermissionError"
# way: Starts a program.
# section: other processes
# stopped by: seccomp
import subprocess

subprocess.run(['true'], check=True)
