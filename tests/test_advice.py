"""What is said of errors that have nothing to do with the task: a tip where one is sure, and no hint on values."""

from __future__ import annotations

import pytest

from autograder.checks import explain
from autograder.outcomes import LearnerError

SAID = "softmax(tensor([2, 1, 0]))"
TIPS = {
    "math": ("NameError", "name 'math' is not defined", 3, "`math` is not imported: add `import math` at the top."),
    "F": ("NameError", "name 'F' is not defined", 3, "add `import torch.nn.functional as F` at the top."),
    "signature": ("TypeError", "softmax() got an unexpected keyword argument 'dim'", None, "the starter's `def`"),
    "too many": ("TypeError", "softmax() takes 1 positional argument but 3 were given", None, "the starter's `def`"),
    "too few": ("TypeError", "softmax() missing 1 required positional argument: 'd'", None, "the starter's `def`"),
    "max": ("TypeError", "unsupported operand type(s) for -: 'Tensor' and 'torch.return_types.max'", 3, "`amax`, or"),
    "sort": ("AttributeError", "'torch.return_types.sort' object has no attribute 'exp'", 3, "use `.values`."),
}  # fmt: skip


def learner_error(name: str, text: str, line: int | None) -> LearnerError:
    reply = {"status": "error", "kinds": [name, "Exception"], "text": text, "line": line}
    return explain.problem(reply, SAID)


@pytest.mark.parametrize(("name", "text", "line", "tip"), TIPS.values(), ids=TIPS)
def test_a_tip_of_its_own_stands_in_place_of_the_hint(name: str, text: str, line: int | None, tip: str) -> None:
    error = learner_error(name, text, line)
    assert error.message.startswith(f"{SAID} raised {name}: {text}. ")
    assert tip in error.message and error.needs_no_hint


NO_TIPS = {
    "own name": ("NameError", "name 'scroes' is not defined", 3, True),
    "own call": ("TypeError", "helper() missing 1 required positional argument: 'x'", 3, True),
    "attribute": ("AttributeError", "'Tensor' object has no attribute 'summ'", 3, True),
    "in a probe": ("AttributeError", "'numpy.ndarray' object has no attribute 'backward'", None, False),
    "shapes": ("RuntimeError", "The size of tensor a (3) must match", 3, False),
}


@pytest.mark.parametrize(("name", "text", "line", "needs_none"), NO_TIPS.values(), ids=NO_TIPS)
def test_a_hint_on_values_goes_with_errors_of_values(name: str, text: str, line: int | None, needs_none: bool) -> None:
    error = learner_error(name, text, line)
    assert error.message == f"{SAID} raised {name}: {text}"
    assert error.needs_no_hint is needs_none


def test_a_sentence_that_ends_in_a_question_gets_no_full_stop() -> None:
    error = learner_error("SyntaxError", "invalid syntax. Perhaps you forgot a comma?", 2)
    assert error.message == "Python cannot read the file: invalid syntax. Perhaps you forgot a comma?"
