"""A small model that can be watched while it is trained, an optimizer for it, and a watch on global chance."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import torch


class Bag(torch.nn.Module):
    """One number an id; logit = the mean over a row of ids, in train mode ``louder`` times as large.

    ``louder`` stands in for dropout: train mode and eval mode can be told apart, without chance.
    """

    def __init__(self, table: torch.Tensor, louder: float):
        super().__init__()
        self.table = torch.nn.Parameter(table.clone())
        self.louder = louder
        self.forwards: list[tuple[str, str]] = []

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        logits = self.table[ids].mean(1)
        logits = logits * self.louder if self.training else logits
        self.forwards.append((self.mode(), "with gradients" if logits.requires_grad else "without gradients"))
        return logits

    def mode(self) -> str:
        return "train" if self.training else "eval"

    def modes(self) -> list[str]:
        """The modes at each forward so far, repeats in a row once: ``["train", "eval", "train"]``."""
        return _once([mode for mode, _ in self.forwards])

    def graphs(self) -> list[str]:
        """Whether gradients were followed at each forward so far, repeats in a row once."""
        return _once([graph for _, graph in self.forwards])

    def weights(self) -> torch.Tensor:
        return self.table.detach().clone()

    def gradients(self) -> torch.Tensor:
        """What the last backward has left, zeros where nothing is."""
        return torch.zeros_like(self.table) if self.table.grad is None else self.table.grad.clone()


def _once(items: list[str]) -> list[str]:
    return [item for index, item in enumerate(items) if index == 0 or item != items[index - 1]]


def bag(table: torch.Tensor, louder: float = 1.0) -> Bag:
    """A ``Bag`` with that table, in train mode."""
    torch.set_grad_enabled(True)  # an earlier check's evaluate may have left them off: that is its fault only
    return Bag(table, louder)


def sgd(model: torch.nn.Module, rate: float, momentum: float = 0.0) -> torch.optim.SGD:
    """Plain gradient descent on the model's weights; a rate of 0 leaves them where they are."""
    return torch.optim.SGD(model.parameters(), lr=rate, momentum=momentum)


def as_float(number: Any) -> Any:
    """The number itself, for checks that are about its value: a 0-d tensor or a NumPy number becomes a float."""
    single = isinstance(number, (torch.Tensor, np.ndarray, np.generic)) and np.prod(number.shape) == 1
    return float(number) if single else number


def keeps_chance(function: Callable, *args: Any, **kwargs: Any) -> dict[str, str]:
    """Whether a call left the global random states as they were: "kept" or "changed" for each of the three."""

    def states() -> dict[str, bytes]:
        numpy_state = np.random.get_state()
        return {
            "random": repr(random.getstate()).encode(),
            "numpy": numpy_state[1].tobytes() + str(numpy_state[2:]).encode(),
            "torch": torch.get_rng_state().numpy().tobytes(),
        }

    before = states()
    function(*args, **kwargs)
    after = states()
    return {name: "kept" if after[name] == before[name] else "changed" for name in before}
