"""Values between the grading process and a worker: a JSON header and raw buffers, bounded, never pickled.

The header of a frame is the value as JSON, its body holds the tensors' bytes. Only plain values cross.
What is not plain (a module, an optimizer, a generator) stays where it is and crosses as a reference, a
path such as ``("object", "2.0")``. Long, since both directions stand in one file and cannot drift apart.

>>> head, value = decode(encode({"op": "call"}, [1.5, (True, None)]))
>>> value
[1.5, (True, None)]
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import torch

from autograder.worker.frames import MAX_BODY, PREFIX, TooLarge, WireError, frame_sizes, join

MAX_DEPTH = 32
MAX_NODES = 20_000
MAX_PAIRS = 2_000
MAX_INT_BITS = 4096

DTYPES = {
    str(dtype).removeprefix("torch."): dtype
    for dtype in (
        torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.complex64, torch.complex128,
        torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64,
    )
}  # fmt: skip
ARRAY_DTYPES = {np.dtype(code).str for code in "?bBhHiIlLqQefdFD"}
DTYPE_NAMES = {dtype: name for name, dtype in DTYPES.items()}

_TO_JSON = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode

Path = tuple[str, ...]
Refer = Callable[[Any], Path]
Resolve = Callable[[Path, str], Any]


# ---------------------------------------------------------------- value -> bytes


def encode(head: dict, value: Any, refer: Refer | None = None) -> bytes:
    """One frame for ``head`` and ``value``; ``refer`` gives a path for what is not plain."""
    buffers: list[bytes] = []
    node = _Encoder(buffers, refer or _nothing_to_refer_to).node(value, 0)
    sizes = [len(buffer) for buffer in buffers]
    header = _TO_JSON({**head, "value": node, "sizes": sizes})
    return join(header.encode("utf-8", "surrogatepass"), buffers)


def _nothing_to_refer_to(value: Any) -> Path:
    raise WireError(f"a {type_name(value)} is not a plain value")


def type_name(value: Any) -> str:
    """The name of the value's type, short and printable whatever the learner's class does."""
    kind = type(value)
    if kind is np.ndarray:
        return "NumPy array"
    name = type.__dict__["__name__"].__get__(kind)  # not kind.__name__: its metaclass may be the learner's
    return f"numpy.{name}" if isinstance(value, np.generic) else name[:60]


class _Encoder:
    """Turns values into JSON nodes and puts their bytes into ``buffers``."""

    def __init__(self, buffers: list[bytes], refer: Refer):
        self.buffers = buffers
        self.refer = refer
        self.size = 0

    def node(self, value: Any, depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise WireError("the value is nested too deeply")
        kind = type(value)
        if value is None or kind is bool or kind is str:
            return value
        if kind is int:
            return self._int(value)
        if kind is float:
            return value if math.isfinite(value) else {"float": repr(value)}
        if kind is torch.Tensor or kind is torch.nn.Parameter:
            return self._tensor(value)
        if kind is np.ndarray or isinstance(value, np.generic):
            return self._numpy(value)
        return self._container(value, depth)

    def _int(self, value: int) -> Any:
        if value.bit_length() > MAX_INT_BITS:
            raise TooLarge("the number has too many digits to send")
        return value if value.bit_length() < 53 else {"int": hex(value)}

    def _container(self, value: Any, depth: int) -> Any:
        if isinstance(value, list):
            return [self.node(item, depth + 1) for item in list.__iter__(value)]
        if isinstance(value, tuple):
            return {"tuple": [self.node(item, depth + 1) for item in tuple.__iter__(value)]}
        if isinstance(value, dict):
            pairs = dict.items(value)
            return {"dict": [[self.node(k, depth + 1), self.node(v, depth + 1)] for k, v in pairs]}
        return {"path": list(self.refer(value)), "type": type_name(value)}

    def _tensor(self, tensor: torch.Tensor) -> Any:
        if tensor.dtype not in DTYPE_NAMES or tensor.layout is not torch.strided:
            return {"path": list(self.refer(tensor)), "type": f"{tensor.dtype} tensor"}
        shape = list(tensor.shape)
        if tensor.device.type == "meta":
            return {"meta": [DTYPE_NAMES[tensor.dtype], shape]}
        self._grow(tensor.nbytes, "a tensor of shape", shape)
        numbers = tensor.detach().contiguous().flatten().view(torch.uint8) if tensor.dtype is torch.bfloat16 else tensor
        self.buffers.append(numbers.numpy(force=True).tobytes())
        return {"tensor": [len(self.buffers) - 1, DTYPE_NAMES[tensor.dtype], shape]}

    def _numpy(self, array: np.ndarray | np.generic) -> Any:
        if array.dtype.str not in ARRAY_DTYPES:
            return {"path": list(self.refer(array)), "type": type_name(array)}
        self._grow(array.nbytes, "an array of shape", array.shape)
        self.buffers.append(array.tobytes())
        key = "array" if isinstance(array, np.ndarray) else "scalar"
        return {key: [len(self.buffers) - 1, array.dtype.str, list(array.shape)]}

    def _grow(self, size: int, what: str, shape: Iterable[int]) -> None:
        self.size += size
        if self.size > MAX_BODY:
            raise TooLarge(f"{what} {tuple(shape)} holds {size >> 10} KiB, far more than was asked for")


# ---------------------------------------------------------------- bytes -> value


def decode(frame: bytes | bytearray, resolve: Resolve | None = None) -> tuple[dict, Any]:
    """The header and the value of a whole frame; raises WireError for anything malformed."""
    header_size, body_size = frame_sizes(frame[: PREFIX.size])
    body_start = PREFIX.size + header_size
    if len(frame) != body_start + body_size:
        raise WireError("the frame has the wrong length")
    head = _header(bytes(frame[PREFIX.size : body_start]))
    buffers = _split(memoryview(frame)[body_start:], head.pop("sizes", None))
    try:
        value = _Decoder(buffers, resolve or _nothing_to_resolve).value(head.pop("value", None), 0)
    except (ValueError, TypeError, RuntimeError, OverflowError, KeyError, MemoryError) as error:
        raise WireError(f"the frame holds a malformed value ({type(error).__name__})") from error
    return head, value


def _header(text: bytes) -> dict:
    try:
        head = json.loads(text.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError) as error:
        raise WireError("the header is not JSON") from error
    if type(head) is not dict:
        raise WireError("the header is not an object")
    return head


def _split(body: memoryview, lengths: Any) -> list[memoryview]:
    if type(lengths) is not list or any(type(n) is not int or n < 0 for n in lengths) or sum(lengths) != len(body):
        raise WireError("the buffers do not fill the body")
    buffers, start = [], 0
    for length in lengths:
        buffers.append(body[start : start + length])
        start += length
    return buffers


def _nothing_to_resolve(path: Path, type_name: str) -> Any:
    raise WireError("a reference where none is expected")


class _Decoder:
    """Rebuilds plain values from JSON nodes and buffers."""

    def __init__(self, buffers: list[memoryview], resolve: Resolve):
        self.buffers = buffers
        self.resolve = resolve
        self.nodes = 0

    def value(self, node: Any, depth: int) -> Any:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise WireError("the value has too many parts")
        if depth > MAX_DEPTH:
            raise WireError("the value is nested too deeply")
        if type(node) is list:
            return [self.value(item, depth + 1) for item in node]
        if type(node) is not dict:
            return node
        if set(node) == {"path", "type"}:
            return self._reference(node)
        if len(node) != 1:
            raise WireError("a node has no kind")
        [(kind, content)] = node.items()
        return self._of_kind(kind, content, depth)

    def _of_kind(self, kind: str, content: Any, depth: int) -> Any:
        match kind:
            case "tuple":
                return tuple(self.value(item, depth + 1) for item in content)
            case "dict" if len(content) <= MAX_PAIRS:
                return {self.value(k, depth + 1): self.value(v, depth + 1) for k, v in content}
            case "float" if content in ("nan", "inf", "-inf"):
                return float(content)
            case "int" if type(content) is str and len(content) <= MAX_INT_BITS // 4 + 4:
                return int(content, 16)
            case "tensor":
                return self._tensor(*content)
            case "meta":
                name, shape = content
                return torch.empty(_shape(shape), dtype=DTYPES[name], device="meta")
            case "array" | "scalar":
                array = self._array(*content)
                return array if kind == "array" else array[()]
        raise WireError(f"a node has the unknown kind {kind!r}")

    def _reference(self, node: dict) -> Any:
        path, name = node["path"], node["type"]
        if type(path) is not list or type(name) is not str or any(type(part) is not str for part in path):
            raise WireError("a reference is malformed")
        return self.resolve(tuple(path), name[:80])

    def _buffer(self, index: Any, size: int) -> bytearray:
        if type(index) is not int or not 0 <= index < len(self.buffers):
            raise WireError("a buffer is missing")
        buffer, self.buffers[index] = self.buffers[index], memoryview(b"")  # each buffer belongs to one value
        if len(buffer) != size:
            raise WireError("a buffer does not fit its shape")
        return bytearray(buffer)

    def _tensor(self, index: Any, name: str, shape: Any) -> torch.Tensor:
        dtype, shape = DTYPES[name], _shape(shape)
        raw = self._buffer(index, math.prod(shape) * dtype.itemsize)
        if not raw:
            return torch.empty(shape, dtype=dtype)
        flat = torch.frombuffer(raw, dtype=torch.uint8)
        return ((flat != 0) if dtype is torch.bool else flat.view(dtype)).reshape(shape)

    def _array(self, index: Any, name: str, shape: Any) -> np.ndarray:
        if name not in ARRAY_DTYPES:
            raise WireError("an array has a dtype that is no number")
        dtype, shape = np.dtype(name), _shape(shape)
        raw = self._buffer(index, math.prod(shape) * dtype.itemsize)
        if dtype.kind == "b":
            return (np.frombuffer(raw, dtype=np.uint8) != 0).reshape(shape)
        return np.frombuffer(raw, dtype=dtype).reshape(shape)


def _shape(shape: Any) -> tuple[int, ...]:
    if type(shape) is not list or len(shape) > 16 or any(type(n) is not int or not 0 <= n < 1 << 40 for n in shape):
        raise WireError("a shape is malformed")
    return tuple(shape)
