"""The by-hand rule: in a worker, the library calls that *are* the answer raise, and the call is remembered.

The rule is a check, not a boundary: the kernels behind the library calls are replaced, so that every
spelling of a call is met, and nothing that the learner wrote themselves is.

>>> CALLS["softmax"][:2]
('_softmax', '_log_softmax')
"""

from __future__ import annotations

import functools
import linecache
import sys
import types
import warnings
from collections.abc import Callable
from typing import Any

import torch
import torch._decomp.decompositions
import torch._refs
import torch.ao.nn.quantizable
import torch.distributions

SOFTMAX = ("_softmax", "_log_softmax", "_safe_softmax", "_masked_softmax", "_sparse_softmax", "_sparse_log_softmax")
ATTENTION = (
    "scaled_dot_product_attention",
    "_scaled_dot_product_attention_math",
    "_scaled_dot_product_flash_attention_for_cpu",
    "_scaled_dot_product_fused_attention_overrideable",
    "_native_multi_head_attention",
    "_transformer_encoder_layer_fwd",
)
CALLS = {"softmax": SOFTMAX + ATTENTION, "attention": ATTENTION}
"""The torch operators that a rule refuses."""

FUNCTIONS = {
    "softmax": [
        (torch.distributions.Categorical, "__init__"),
        (torch._refs, "softmax"),
        (torch._refs, "log_softmax"),
        (torch._decomp.decompositions, "_softmax"),
        (torch._decomp.decompositions, "_log_softmax"),
        (torch.library, "get_kernel"),
    ],
    "attention": [
        (torch.nn.functional, "multi_head_attention_forward"),
        (torch.nn.MultiheadAttention, "forward"),
        (torch.ao.nn.quantizable.MultiheadAttention, "forward"),
        (torch.library, "get_kernel"),
    ],
}
"""The Python functions that a rule refuses, since they are made of operators that it allows, or give one away."""

MODULES = {"attention": ("torch.nn.attention.flex_attention", "torch.onnx.ops")}
"""Modules that nothing else needs, whose every function a rule refuses."""

KEYS = ("CPU", "CompositeImplicitAutograd", "Meta", "MkldnnCPU", "SparseCPU", "NestedTensorCPU")

SENTENCES = {
    "softmax": "this task builds softmax itself, from exp, max and sum; a library call that returns a softmax, "
    "or its logarithm, is the answer and not the way to it",
    "attention": "this task builds attention itself, from matrix products and softmax; a library call that "
    "returns attention is the answer and not the way to it",
}

_libraries: list[torch.library.Library] = []


class ForbiddenCall(RuntimeError):
    """Raised in the learner's code by a library call that the by-hand rule refuses."""


class ByHand:
    """One rule in one worker; ``refused`` fills with the calls that it has met, as heads of replies."""

    def __init__(self, rule: str | None, filename: str):
        self.refused: list[dict] = []
        self._rule = rule
        self._refusal = _refusal(rule, filename, self.refused)

    def refuse_functions(self) -> None:
        """Before the file is loaded, since it may take a function away under another name."""
        for owner, name in FUNCTIONS.get(self._rule, ()):
            setattr(owner, name, self._refusal)
        for name in MODULES.get(self._rule, ()):
            sys.modules[name] = _refusing_module(name, self._refusal)
        for overload in _overloads(self._rule):
            if overload in torch._decomp.decomposition_table:
                torch._decomp.decomposition_table[overload] = self._refusal

    def refuse_kernels(self) -> None:
        """After the file is loaded: they are looked up at each call, and comparing with torch is no answer yet."""
        if self._rule is None:
            return
        library = torch.library.Library("aten", "IMPL")
        _libraries.append(library)
        with warnings.catch_warnings(action="ignore"):  # torch warns that a kernel is replaced: that is meant
            for name, key in _kernels(self._rule):
                library.impl(name, self._refusal, key, allow_override=True)


def look_up() -> None:
    """Finds every rule's operators and kernels beforehand: torch makes much of it when it is first asked for."""
    for rule in CALLS:
        _kernels(rule)


@functools.cache
def _overloads(rule: str | None) -> list[torch._ops.OpOverload]:
    """Every overload of the rule's operators that this torch has."""
    packets = [getattr(torch.ops.aten, name, None) for name in CALLS.get(rule, ())]
    return [getattr(packet, name) for packet in packets if packet for name in packet.overloads()]


@functools.cache
def _kernels(rule: str) -> list[tuple[str, str]]:
    """Every operator of the rule by its name, with each dispatch key that it has a kernel for."""
    names = [overload.name() for overload in _overloads(rule)]
    has_kernel = torch._C._dispatch_has_kernel_for_dispatch_key
    return [(name.removeprefix("aten::"), key) for name in names for key in KEYS if has_kernel(name, key)]


def _refusal(rule: str | None, filename: str, refused: list[dict]) -> Callable:
    def refuse(*args: Any, **kwargs: Any) -> None:
        line = _learners_line(filename)
        call = linecache.getline(filename, line or 0).strip()
        text = f"`{call}`: {SENTENCES[rule]}."
        refused.append({"status": "forbidden", "kinds": ["ForbiddenCall"], "text": text, "line": line})
        raise ForbiddenCall(text)

    return refuse


def _refusing_module(name: str, refusal: Callable) -> types.ModuleType:
    """A module whose every function is the refusal, so that the learner's line is the one that calls it."""

    def function(wanted: str) -> Callable:
        if wanted.startswith("__"):
            raise AttributeError(wanted)
        return refusal

    module = types.ModuleType(name)
    module.__getattr__ = function
    return module


def _learners_line(filename: str) -> int | None:
    frame = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_filename == filename:
            return frame.f_lineno
        frame = frame.f_back
    return None
