# expect: error; earned 0; says "Error"
import os

with open(f'/proc/{os.getppid()}/mem', 'rb') as memory:
    memory.read(1)
