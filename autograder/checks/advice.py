"""What to do about an error that comes from Python or from where the code runs, and not from the task.

>>> tip("NameError", "name 'math' is not defined", line=3)
'`math` is not imported: add `import math` at the top.'
"""

from __future__ import annotations

import re

from autograder.plain import ended

OF_PYTHON = {"NameError", "AttributeError", "ImportError", "TypeError"}
"""Errors of which a check's hint, which is on values, knows nothing where the learner's own line raised them."""
IMPORTS = {
    "F": "import torch.nn.functional as F",
    "nn": "from torch import nn",
    "np": "import numpy as np",
    "plt": "import matplotlib.pyplot as plt",
} | {name: f"import {name}" for name in ("functools", "itertools", "math", "numpy", "random", "torch")}
"""Names that everybody expects to be there, and the line that brings them."""
SIGNATURE = re.compile(
    r"unexpected keyword argument|missing \d+ required|takes (no|from|\d+) .*argument|takes no arg|got multiple values"
)
NO_NAME = re.compile(r"name '(\w+)' is not defined")
NO_MODULE = re.compile(r"No module named '([\w.]+)'")
PAIR = re.compile(r"torch\.return_types\.(\w+)")
"""What torch calls the values and indices that some functions give together."""
VALUES_ALONE = {"max": "amax", "min": "amin"}


def tip(name: str, text: str, line: int | None) -> str:
    """What to add to what happened; nothing where there is nothing sure to say.

    ``line`` is None where no line of the learner's was reached: then the call itself did not fit the function.
    """
    if pair := PAIR.search(text):
        return _on_pairs(pair[1])
    if name == "NameError" and (found := NO_NAME.search(text)) and found[1] in IMPORTS:
        return f"`{found[1]}` is not imported: add `{IMPORTS[found[1]]}` at the top."
    if name == "TypeError" and line is None and SIGNATURE.search(text):
        return "Keep the starter's `def` line: the checks call the function by it."
    return ""


def _on_pairs(name: str) -> str:
    alone = f"`{VALUES_ALONE[name]}`, or take" if name in VALUES_ALONE else ""
    return f"`{name}` along a `dim` gives values and indices together: use {alone} `.values`.".replace("  ", " ")


def sentence(name: str, text: str, said: str) -> str | None:
    """A sentence that takes the place of "softmax(...) raised ...", for errors that come from where the code runs."""
    match name:
        case "EOFError":
            return f"{said} waits for input(), and there is no one to type: remove the call of input()."
        case "BdbQuit":
            return f"{said} has a breakpoint(), and there is no one to type: remove it."
        case "ModuleNotFoundError":
            found = NO_MODULE.search(text)
            return (
                f"Python finds no module {found[1] if found else f'here ({text})'}: is it spelt right? Torch and what "
                "the starter imports can be used, no other package and no other file of yours."
            )
        case "SystemExit":
            return f"{said} called exit(). Let your function return its result instead."
        case "KeyboardInterrupt":
            return f"{said} raised KeyboardInterrupt. Let your function return its result instead."
        case "RecursionError":
            return f"{said} calls itself without end (RecursionError): check where the recursion stops."
        case "PermissionError" | "FileNotFoundError":
            return (
                f"{said} raised {name}: {text}. Your code can use no files and no other programs here; it needs none."
            )
        case "SyntaxError" | "IndentationError" | "TabError":
            return ended(f"Python cannot read the file: {text}")
    return None
