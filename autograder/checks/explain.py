"""Sentences for what happened to a call: what was called, and why no usable value came back."""

from __future__ import annotations

from typing import Any

import torch

from autograder.checks import advice
from autograder.outcomes import Crashed, Forbidden, LearnerError, Mismatch, Missing, NotStarted, OutOfMemory, Problem
from autograder.plain import ended

SHOWN_NUMBERS = 8
SHOWN_ITEMS = 4
MAX_LINE = 1_000_000
REPLY = {"status": str, "text": str, "kinds": list, "changed": list, "line": (int, type(None)), "number": int}
"""What the head of a reply may hold."""


def call(target: Any, args: tuple, kwargs: dict) -> str:
    """The call as a learner would write it, with long tensors cut to dtype and shape.

    >>> call("causal_mask", (3,), {})
    'causal_mask(3)'
    """
    shown = [value(arg) for arg in args] + [f"{name}={value(arg)}" for name, arg in kwargs.items()]
    return f"{target}({', '.join(shown)})"


def value(thing: Any) -> str:
    """A value in few words: small tensors as numbers, larger ones as dtype and shape."""
    if isinstance(thing, torch.Tensor):
        return _tensor(thing)
    if isinstance(thing, dict) or (isinstance(thing, (list, tuple)) and len(thing) > SHOWN_ITEMS):
        return f"<{type(thing).__name__} of {len(thing)}>"
    if isinstance(thing, (list, tuple)):
        inside = ", ".join(value(item) for item in thing)
        return f"[{inside}]" if isinstance(thing, list) else f"({inside})"
    text = repr(thing)
    return text if len(text) <= 60 else text[:57] + "..."


def _tensor(tensor: torch.Tensor) -> str:
    if tensor.numel() <= SHOWN_NUMBERS and tensor.device.type == "cpu":
        return f"tensor({numbers(tensor)})"
    return f"<{str(tensor.dtype).removeprefix('torch.')} tensor {tuple(tensor.shape)}>"


def numbers(tensor: torch.Tensor) -> str:
    """The numbers of a small tensor, four digits each.

    >>> numbers(torch.tensor([0.5, 2.0]))
    '[0.5, 2]'
    """
    if tensor.dim() == 0:
        return number(tensor.item())
    return f"[{', '.join(numbers(row) for row in tensor)}]"


def number(x: Any) -> str:
    """A number with four significant digits; whole numbers and truth values as they are."""
    return f"{x:.4g}" if isinstance(x, float) else str(x)


def checked(reply: dict) -> dict:
    """The reply's head, if it is one of ours; raises Crashed otherwise, since anything may come back."""
    line = reply.get("line")
    malformed = any(key in reply and not isinstance(reply[key], form) for key, form in REPLY.items())
    if malformed or isinstance(line, bool) or (line is not None and not 0 <= line < MAX_LINE):
        raise Crashed("The process that ran your code sent back what is no answer.")
    return reply


def problem(reply: dict, said: str) -> Problem:
    """The exception for a reply whose status is not ok."""
    text, line = reply.get("text", "")[:1000], reply.get("line")
    kinds = tuple(str(kind)[:60] for kind in reply.get("kinds", []))
    name = kinds[0] if kinds else "an error"
    match reply.get("status"):
        case "missing":
            return Missing(f"Your file does not define {text}.")
        case "not_started":
            return NotStarted(f"{f'`{text}`' if text else 'This part'} is not started.", line)
        case "kept_starter":
            return _kept_starter(text, line, kinds)
        case "memory":
            return OutOfMemory(f"{said} wanted more memory than this task allows.", line)
        case "forbidden":
            return Forbidden(f"Not by hand: {text}", line)
        case "unsendable":
            return Mismatch(f"the result cannot be used: {text}.", line)
        case "error":
            return _learner_error(name, text, said, line, kinds)
    return Crashed(f"{said} sent back what is no answer.")


def _kept_starter(name: str, line: int | None, kinds: tuple[str, ...]) -> LearnerError:
    """The learner has written an answer, and the starter's error stands above or below it."""
    kept = f"Your code is there, but `{name}` still raises the starter's NotImplementedError"
    error = LearnerError(f"{kept}: delete that line once your code is complete.", line, kinds)
    error.needs_no_hint = True
    return error


def _learner_error(name: str, text: str, said: str, line: int | None, kinds: tuple[str, ...]) -> LearnerError:
    instead = advice.sentence(name, text, said)
    happened = f"{said} raised {name}: {text}" if text else f"{said} raised {name}"
    tip = advice.tip(name, text, line)
    error = LearnerError(instead or (f"{ended(happened)} {tip}" if tip else happened), line, kinds)
    is_of_python = line is not None and not advice.OF_PYTHON.isdisjoint(kinds)
    error.needs_no_hint = bool(instead or tip) or is_of_python
    return error
