# expect: passed; earned 10
from __future__ import annotations

from dataclasses import dataclass

import torch


@dataclass
class Setting:
    dim: int


@torch.jit.script
def halve(x: torch.Tensor) -> torch.Tensor:
    return x / 2


def softmax(scores, dim=-1, temperature=1.0):
    setting = Setting(dim)
    halve(scores)
    dim = setting.dim
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
