# expect: crashed; earned 0; says "exit code 0"
import os

os._exit(0)
