"""Derivatives of the learner's functions, taken where they run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch


def gradients(
    function: Callable, *args: Any, upstream: torch.Tensor | None = None, output: int = 0, **kwargs: Any
) -> list:
    """The gradient of ``(function(...) * upstream).sum()`` by each floating tensor among ``args``.

    ``upstream`` is 1 everywhere where it is not given; of several results that with number ``output`` is used. A result
    without a graph gives ``None`` for every gradient, an input that it does not depend on likewise.
    """
    inputs = [arg for arg in args if isinstance(arg, torch.Tensor) and arg.is_floating_point()]
    for tensor in inputs:
        tensor.requires_grad_()
    result = function(*args, **kwargs)
    result = result[output] if isinstance(result, (tuple, list)) else result
    if not isinstance(result, torch.Tensor) or not result.requires_grad:
        return [None] * len(inputs)
    weighted = result if upstream is None else result * upstream
    found = torch.autograd.grad(weighted.sum(), inputs, allow_unused=True)
    return [None if gradient is None else gradient.detach() for gradient in found]
