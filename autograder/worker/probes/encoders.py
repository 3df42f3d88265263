"""Runs and derivatives of a learner's model, and small encoders to hand to a learner's function."""

from __future__ import annotations

import torch


def without_gradients(model: torch.nn.Module, ids: torch.Tensor) -> torch.Tensor:
    """``model(ids)`` with gradients off: in eval mode torch then takes its fast path through an encoder layer."""
    with torch.no_grad():
        return model(ids)


def weight_gradients(model: torch.nn.Module, ids: torch.Tensor, upstream: torch.Tensor) -> dict:
    """The gradient of ``(model(ids) * upstream).sum()`` by each parameter, None where there is none."""
    torch.set_grad_enabled(True)
    names, parameters = zip(*model.named_parameters(), strict=True)
    found = torch.autograd.grad((model(ids) * upstream).sum(), parameters, allow_unused=True)
    return dict(zip(names, found, strict=True))


class Lookups:
    """A text encoder without chance: the look-ups of a row, each times the weight of its place.

    Equal weights make a bag of look-ups, which does not feel the order. ``shape`` is that of the result: "each"
    (B, L, D), "text" (B, D), "sum" (B,), or "all" for one number.
    """

    def __init__(self, table: torch.Tensor, places: torch.Tensor, shape: str, graph: bool):
        self.table = table.requires_grad_(graph)
        self.places = places
        self.shape = shape

    def __call__(self, tokens: torch.Tensor) -> torch.Tensor:
        looked_up = self.table[tokens] * self.places[:, None]
        axes = {"each": (), "text": (1,), "sum": (1, 2), "all": (0, 1, 2)}[self.shape]
        return looked_up.sum(axes) if axes else looked_up


def lookups(table: torch.Tensor, places: torch.Tensor, shape: str = "text", graph: bool = False) -> Lookups:
    """An encoder of tokens (B, L) with a weight for each of the L places; ``graph`` lets gradients follow it."""
    return Lookups(table, places, shape, graph)
