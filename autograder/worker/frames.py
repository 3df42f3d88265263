"""The outside of a message between the grading process and a worker: how long it is, and what it may be.

A frame is a prefix (magic, header length, body length), a header and a body. Reading one needs no torch.
"""

from __future__ import annotations

import struct

MAGIC = b"AWF1"
PREFIX = struct.Struct("<4sIQ")
MAX_HEADER = 256 << 10
MAX_BODY = 256 << 10
"""Twenty times what any task sends: a check may turn each byte into a Python number, which takes far more."""


class WireError(Exception):
    """Raised when a value cannot cross, or when bytes are not a frame of ours."""


class TooLarge(WireError):
    """Raised when a value is bigger than a frame may be."""


def join(header: bytes, buffers: list[bytes]) -> bytes:
    """One frame of a header and the buffers that make up its body."""
    if len(header) > MAX_HEADER:
        raise TooLarge("the value has too many parts to send")
    return b"".join((PREFIX.pack(MAGIC, len(header), sum(map(len, buffers))), header, *buffers))


def frame_sizes(prefix: bytes | bytearray) -> tuple[int, int]:
    """Header and body size that a frame's prefix states; raises WireError beyond the bounds."""
    if len(prefix) != PREFIX.size:
        raise WireError("the frame ends too early")
    magic, header, body = PREFIX.unpack(prefix)
    if magic != MAGIC:
        raise WireError("these bytes are no frame")
    if header > MAX_HEADER or body > MAX_BODY:
        raise WireError("the frame is too large")
    return header, body


def is_whole(frame: bytes | bytearray) -> bool:
    """Whether exactly one frame is there; raises WireError for more than one, or for no frame at all."""
    if len(frame) < PREFIX.size:
        return False
    whole = PREFIX.size + sum(frame_sizes(frame[: PREFIX.size]))
    if len(frame) > whole:
        raise WireError("more bytes came than one answer")
    return len(frame) == whole
