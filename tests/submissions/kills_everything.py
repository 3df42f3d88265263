# expect: error; earned 0; says "PermissionError"
import os

os.kill(-1, 9)
