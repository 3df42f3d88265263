"""Random inputs for checks: seeded by the check's name, the same in every run."""

from __future__ import annotations

import zlib

import torch


class Rng:
    """Seeded random inputs for one check, the same in every run.

    >>> Rng("a check").normal(2, 3).shape
    torch.Size([2, 3])
    """

    def __init__(self, check: str):
        self.generator = torch.Generator().manual_seed(zlib.crc32(check.encode()))

    def normal(self, *shape: int, dtype: torch.dtype = torch.float32, scale: float = 1.0) -> torch.Tensor:
        """Normal numbers of that shape, times ``scale``."""
        return (torch.randn(shape, generator=self.generator, dtype=torch.float64) * scale).to(dtype)

    def weights(self, *shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
        """Positive numbers of that shape whose last axis adds up to 1."""
        numbers = torch.rand(shape, generator=self.generator, dtype=torch.float64) + 0.05
        return (numbers / numbers.sum(-1, keepdim=True)).to(dtype)

    def integers(self, low: int, high: int, *shape: int) -> torch.Tensor:
        """Long numbers from ``low`` up to but not including ``high``."""
        return torch.randint(low, high, shape, generator=self.generator)

    def booleans(self, *shape: int, share: float = 0.5) -> torch.Tensor:
        """Truth values, True with that share."""
        return torch.rand(shape, generator=self.generator) < share

    def order(self, n: int) -> torch.Tensor:
        """A permutation of ``range(n)``."""
        return torch.randperm(n, generator=self.generator)
