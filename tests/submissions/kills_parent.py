# expect: error; earned 0; says "PermissionError"
import os

os.kill(os.getppid(), 9)
