"""The ladder of comparisons: present -> type -> shape -> dtype -> finite -> values, one sentence a rung.

Public, so that visible and hidden checks use the same words. A comparison passes silently or raises
``Mismatch`` with what came back, what was expected, and the first place where they differ.

>>> expect_close(torch.tensor([0.5, 0.5]), torch.tensor([0.5, 0.4]), "the weights")
Traceback (most recent call last):
autograder.outcomes.Mismatch: the weights: at [1] got 0.5, expected 0.4. In full: got [0.5, 0.5], expected [0.5, 0.4].
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch

from autograder.checks.explain import number, numbers, value
from autograder.checks.student import Answers, Remote
from autograder.outcomes import LearnerError, Mismatch
from autograder.worker.wire import type_name

__tracebackhide__ = True  # in a plain pytest run, the trace ends in the check

BASE = {torch.float64: 1e-10, torch.float32: 2e-5, torch.float16: 5e-3, torch.bfloat16: 4e-2}
SMALL = 12
KIND_NAMES = {torch.Tensor: "tensor", np.ndarray: "NumPy array"}
IN_TORCH = {
    (np.ndarray, np.generic): " Stay in torch: its functions (torch.exp, torch.sum) give tensors, NumPy's do not.",
    (list,): " Put it into one tensor: torch.stack takes tensors, torch.tensor takes numbers.",
    (tuple,): " Return one tensor alone (of a maximum, torch.max gives two things and torch.amax one).",
    (bool, int, float): " Stay in torch: `.item()` and Python's own functions (float, math.exp) give plain numbers.",
}
"""What to do where a tensor is expected and this came back."""


def tolerance(dtype: torch.dtype, depth: int = 1, magnitude: float = 1.0) -> float:
    """How far an answer may be off, relative to the largest expected number.

    ``BASE`` of the dtype for each of ``depth`` layers of arithmetic, plus eight rounding errors of a number
    as large as ``magnitude``: a right softmax of float32 scores of 1e4 is off by 5e-4, and passes.

    >>> round(tolerance(torch.float32, magnitude=1e4), 4)
    0.0096
    """
    return BASE[dtype] * depth + 8 * torch.finfo(dtype).eps * magnitude


def expect_close(
    got: Any, expected: torch.Tensor, what: str, *, depth: int = 1, magnitude: float = 1.0, same_dtype: bool = True
) -> None:
    """A tensor equal to ``expected`` within ``tolerance``; shape and (where stated) dtype exactly."""
    is_real = expected.dtype.is_floating_point
    scale = _largest(expected) if is_real else 0.0
    _demand_finite_key(math.isfinite(scale) if is_real else bool(torch.isfinite(expected).all()), what)
    expect_tensor(got, what, shape=tuple(expected.shape), dtype=expected.dtype if same_dtype else None)
    _expect_plain(got, expected, what)
    if not is_real:
        _expect_same_elements(got, expected, what)
        return
    kind = expected.dtype if got.dtype not in BASE else max((got.dtype, expected.dtype), key=BASE.__getitem__)
    allowed = tolerance(kind, depth, magnitude) * max(scale, 1e-3)
    got, expected = got.double(), expected.double()
    if not _largest(got - expected) <= allowed:  # NaN is not either
        expect_finite(got, what)
        _expect_same_elements(got, expected, what, allowed)


def _largest(numbers: torch.Tensor) -> float:
    """The largest absolute value; NaN or infinity if one is there."""
    return float(numbers.abs().max()) if numbers.numel() else 0.0


def _demand_finite_key(finite: bool, what: str) -> None:
    """A key of NaN or infinity would let anything pass; that is a fault of the check."""
    if not finite:
        raise ValueError(f"the key of {what} is not finite")


def _expect_values(got: torch.Tensor, what: str) -> None:
    if got.device.type == "meta":
        raise Mismatch(f"{what}: the tensor is on the device meta and holds no values.")


def _expect_plain(got: torch.Tensor, expected: torch.Tensor, what: str) -> None:
    """Values that can be looked at, and real numbers where real ones are expected."""
    _expect_values(got, what)
    if got.is_complex() and not expected.is_complex():
        raise Mismatch(f"{what}: the numbers are complex, expected real ones.")


def expect_tensor(
    got: Any, what: str, *, shape: tuple[int, ...] | None = None, dtype: torch.dtype | None = None
) -> None:
    """A tensor, of that shape and dtype where they are given."""
    expect_type(got, torch.Tensor, what)
    if shape is not None and tuple(got.shape) != shape:
        raise Mismatch(f"{what}: the shape is {_shape(got.shape)}, expected {_shape(shape)}.")
    if dtype is not None and got.dtype is not dtype:
        raise Mismatch(f"{what}: the dtype is {_dtype(got.dtype)}, expected {_dtype(dtype)}.")


def expect_finite(got: torch.Tensor, what: str) -> None:
    """No NaN and no infinity anywhere."""
    _expect_values(got, what)
    bad = ~torch.isfinite(got)
    if bad.any():
        index = tuple(bad.nonzero()[0].tolist())
        raise Mismatch(f"{what}: {_at(index)}got {number(got[index].item())}, expected a finite number.")


def _expect_same_elements(got: torch.Tensor, expected: torch.Tensor, what: str, allowed: float = 0.0) -> None:
    off = (got - expected).abs() > allowed if allowed else got != expected
    if not off.any():
        return
    index = tuple(off.nonzero()[0].tolist())
    pair = f"got {number(got[index].item())}, expected {number(expected[index].item())}"
    raise Mismatch(f"{what}: {_at(index)}{pair}.{_in_full(got, expected)}")


def _in_full(got: torch.Tensor, expected: torch.Tensor) -> str:
    if not 1 < got.numel() <= SMALL:
        return ""
    return f" In full: got {numbers(got)}, expected {numbers(expected)}."


def expect_type(got: Any, kind: type | tuple[type, ...], what: str) -> None:
    """A value of exactly that type: a bool is no int, a NumPy number is no Python float."""
    kinds = kind if isinstance(kind, tuple) else (kind,)
    if got is None and type(None) not in kinds:
        raise _of_form(f"{what}: the function returned None; is a return missing?")
    if type(got) not in kinds:
        name = got._type_name if isinstance(got, Remote) else "tensor" if type(got) is torch.Tensor else type_name(got)
        tip = next((said for kind, said in IN_TORCH.items() if torch.Tensor in kinds and isinstance(got, kind)), "")
        raise _of_form(f"{what}: expected {_article(kinds)}, got {_a(name)}.{tip}")


def _of_form(sentence: str) -> Mismatch:
    """A mismatch of the kind of thing that came back, for which the check's hint would not fit."""
    mismatch = Mismatch(sentence)
    mismatch.needs_no_hint = True
    return mismatch


def expect_number(got: Any, expected: float, what: str, *, rel: float = 1e-5, abs_: float = 1e-7) -> None:
    """A finite Python float close to ``expected``."""
    _demand_finite_key(math.isfinite(expected), what)
    expect_type(got, float, what)
    if not math.isfinite(got):
        raise Mismatch(f"{what}: got {got}, expected {number(float(expected))}.")
    if abs(got - expected) > max(rel * abs(expected), abs_):
        raise Mismatch(f"{what}: got {number(got)}, expected {number(float(expected))}.")


def expect_equal(got: Any, expected: Any, what: str) -> None:
    """The same plain value of the same type: ints, booleans, strings, and lists, tuples and dicts of them."""
    expect_type(got, type(expected), what)
    if isinstance(expected, (list, tuple)):
        _expect_length(got, expected, what)
        for index, (mine, theirs) in enumerate(zip(got, expected, strict=True)):
            expect_equal(mine, theirs, f"{what}, item {index}")
    elif isinstance(expected, dict):
        _expect_keys(got, expected, what)
        for key in expected:
            expect_equal(got[key], expected[key], f"{what}, key {key!r}")
    elif got != expected:
        raise Mismatch(f"{what}: got {value(got)}, expected {value(expected)}.")


def _expect_length(got: list | tuple, expected: list | tuple, what: str) -> None:
    if len(got) != len(expected):
        raise Mismatch(f"{what}: {len(got)} items came back, expected {len(expected)}.")


def _expect_keys(got: dict, expected: dict, what: str) -> None:
    if {(type(key), key) for key in got} != {(type(key), key) for key in expected}:
        raise Mismatch(f"{what}: the keys are {_keys(got)}, expected {_keys(expected)}.")


def expect(condition: bool, sentence: str) -> None:
    """Raises ``Mismatch`` with the sentence unless the condition holds; for properties of an answer."""
    if not condition:
        raise Mismatch(sentence)


@contextmanager
def expect_raises(what: str, kind: str = "ValueError") -> Iterator[None]:
    """The one call inside must raise that error: ``with expect_raises("a temperature of 0"): ...``."""
    try:
        yield
    except LearnerError as error:
        if kind not in error.kinds:
            found = error.kinds[0] if error.kinds else "another error"
            raise Mismatch(f"{what} raised {found}, expected {kind}.", error.line) from error
    else:
        raise Mismatch(f"{what} was accepted, expected a {kind}.")


def expect_unchanged(answers: Answers) -> None:
    """No call of this check has changed its inputs."""
    for call in answers._calls:
        changed = call.reply.get("changed")
        if changed:
            raise Mismatch("the input was changed: work on a copy, and write `x = x - 1` instead of `x -= 1`.")


# ---------------------------------------------------------------- words


def _at(index: tuple[int, ...]) -> str:
    return f"at [{', '.join(map(str, index))}] " if index else ""


def _shape(shape: Any) -> str:
    return str(tuple(shape))


def _dtype(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")


def _keys(mapping: dict) -> str:
    return ", ".join(sorted(map(value, mapping))[:SMALL]) or "none"


def _article(kinds: tuple[type, ...]) -> str:
    return " or ".join(_a(KIND_NAMES.get(kind, f"Python {kind.__name__}")) for kind in kinds)


def _a(name: str) -> str:
    return f"{'an' if name[:1] in 'aeiouAEIOU' else 'a'} {name}"
