"""Small models to hand to a learner's function that asks for one."""

from __future__ import annotations

from collections.abc import Callable

import torch


def reader(table: torch.Tensor, coupling: float = 0.0) -> Callable[[torch.Tensor], float]:
    """A model that adds up what each token says in its place, and reads neighbours together if coupled.

    Token ``t`` in place ``i`` says ``table[i, t]``; ``coupling`` times the product of each two neighbours is
    added. The model takes a long tensor (L,) and returns a float.

    >>> reader(torch.tensor([[0.0, 2.0], [0.0, 5.0]]))(torch.tensor([1, 1]))
    7.0
    """

    def predict(tokens: torch.Tensor) -> float:
        if not isinstance(tokens, torch.Tensor) or tokens.dtype is not torch.int64 or tokens.shape != table.shape[:1]:
            raise TypeError(f"predict takes a long tensor of shape ({len(table)},)")
        said = table[torch.arange(len(table)), tokens]
        return float(said.sum() + coupling * (said[1:] * said[:-1]).sum())

    return predict
