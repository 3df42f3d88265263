# expect: error; earned 0; says "Error"
# way: Opens the memory of the process that it was forked from.
# section: reading answers
# stopped by: landlock
import os

with open(f'/proc/{os.getppid()}/mem', 'rb') as memory:
    memory.read(1)
