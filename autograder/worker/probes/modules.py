"""Weights into a learner's module, and derivatives out of it, where the module runs."""

from __future__ import annotations

import torch
from torch import nn


def load(module: nn.Module, weights: dict[str, torch.Tensor]) -> list[str]:
    """Copies the weights into the module by name; returns the names that the module does not have."""
    return list(module.load_state_dict(weights, strict=False).unexpected_keys)


def module_gradients(module: nn.Module, x: torch.Tensor, *args: object, upstream: torch.Tensor) -> dict:
    """The gradient of ``(module(x, ...) * upstream).sum()`` by each parameter, by name, and by ``x`` ("x").

    A result without a graph, or a parameter that takes no part, gives ``None``.
    """
    leaves = {"x": x.requires_grad_(), **dict(module.named_parameters())}
    result = module(x, *args)
    if not isinstance(result, torch.Tensor) or not result.requires_grad:
        return dict.fromkeys(leaves)
    found = torch.autograd.grad((result * upstream).sum(), list(leaves.values()), allow_unused=True)
    return dict(zip(leaves, found, strict=True))
