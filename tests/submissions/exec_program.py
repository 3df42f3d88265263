# expect: error; earned 0; says "PermissionError"
import subprocess

subprocess.run(['true'], check=True)
