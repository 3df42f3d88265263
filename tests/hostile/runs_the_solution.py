# expect: error; earned 0; says "[Errno 13]"
# way: Loads the solution as a module and answers with its function.
# section: reading answers
# stopped by: landlock
import sys
from pathlib import Path

course = Path(sys.modules["autograder.worker.runtime"].__file__).parents[2]

import importlib.util

spec = importlib.util.spec_from_file_location("answer", course / "solutions/week-12/softmax.py")
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
softmax = module.softmax
