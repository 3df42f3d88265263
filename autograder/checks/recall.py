"""Trusted answers remembered: the reference is asked the same things for every submission of a class.

An answer may depend on the calls before it in the same check (objects, weights), so what is remembered is the
answer to a whole chain of frames. When a chain leaves what is known, it is played again from its beginning.
"""

from __future__ import annotations

import hashlib

from autograder.worker.frames import PREFIX
from autograder.worker.runtime import Runtime

MAX_ANSWERS = 5000
FACTS = 80


class Recall:
    """Answers frames like the runtime it stands before, and computes each chain of calls once."""

    def __init__(self, runtime: Runtime):
        self.runtime = runtime
        self._known: dict[bytes, bytes] = {}
        self._chain: list[bytes] = []
        self._key = b""
        self._played = 0

    def answer(self, frame: bytes) -> bytes:
        """The reply frame to a request frame; a frame marked ``fresh`` begins a new chain."""
        if _begins(frame):
            self._chain, self._key, self._played = [], b"", 0
        self._chain.append(frame)
        self._key = hashlib.blake2b(self._key + frame, digest_size=16).digest()
        if self._key not in self._known:
            self._remember(self._play())
        return self._known[self._key]

    def _play(self) -> bytes:
        for frame in self._chain[self._played :]:
            reply = self.runtime.answer(frame)
        self._played = len(self._chain)
        return reply

    def _remember(self, reply: bytes) -> None:
        if len(self._known) >= MAX_ANSWERS:
            self._known.clear()
        self._known[self._key] = reply


def _begins(frame: bytes) -> bool:
    """Whether the frame's header, which starts with the call's own facts, marks it as the first of a check."""
    return b'"fresh":true' in frame[PREFIX.size : PREFIX.size + FACTS]
