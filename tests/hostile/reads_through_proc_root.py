# expect: error; earned 0; says "[Errno 13]"
# way: Reaches the solutions through /proc/self/root and /proc/self/cwd.
# section: reading answers
# stopped by: landlock
import sys
from pathlib import Path

course = Path(sys.modules["autograder.worker.runtime"].__file__).parents[2]

for way in ("/proc/self/root", "/proc/self/cwd", "/proc/self/task/../root", "/proc/thread-self/root"):
    try:
        print(Path(f"{way}{course}/solutions/week-12/softmax.py").read_text())
        break
    except OSError as error:
        refusal = error
else:
    raise refusal


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
