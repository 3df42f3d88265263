"""Optimizers without the compiler: torch loads ``torch._dynamo`` (about as long as torch itself) for two no-ops.

Every ``torch.optim`` class asks ``torch._dynamo`` to leave its methods uncompiled. Where nothing is
compiled, leaving them alone is the same; so a stand-in answers these two calls, and gives way to the real
module as soon as anything else is asked of it (``torch.compile``, ``torch.func.jacrev``).
"""

from __future__ import annotations

import importlib
import sys
import types
from typing import Any

import torch

NAME = "torch._dynamo"


class _StandIn(types.ModuleType):
    """Answers ``disable`` and ``graph_break``; every other attribute loads the real module."""

    def disable(self, fn: Any = None, *args: Any, **kwargs: Any) -> Any:
        return fn

    def graph_break(self, *args: Any, **kwargs: Any) -> None:
        return None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name != "__path__":  # asked for by imports of its parts
            raise AttributeError(name)
        if sys.modules.get(NAME) is self:
            del sys.modules[NAME]
            del torch._dynamo
        return getattr(importlib.import_module(NAME), name)


def skip_compiler() -> None:
    """Puts the stand-in in place, unless the real module is loaded already."""
    if NAME not in sys.modules:
        stand_in = _StandIn(NAME)
        sys.modules[NAME] = stand_in
        torch._dynamo = stand_in
