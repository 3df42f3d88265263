"""What can go wrong with a worker, and how its end is said in words."""

from __future__ import annotations

import signal


class LaunchError(Exception):
    """Raised when no worker can be had: the machine's fault or ours, never the learner's."""


class NoAnswer(Exception):
    """Raised when a worker gave no (valid) answer; ``timed_out`` tells whether time ran out."""

    def __init__(self, timed_out: bool):
        super().__init__("time ran out" if timed_out else "the process ended")
        self.timed_out = timed_out


class Crowd(NoAnswer):
    """Raised when a worker has started more than ``MAX_THREADS`` threads."""


def death(status: int | None) -> str:
    """How a process ended, in words: an exit code or a signal's name."""
    if status is None:
        return "for an unknown reason"
    signal_number = status & 0x7F
    if signal_number == 0:
        return f"by itself, with exit code {status >> 8}"
    try:
        return f"through signal {signal.Signals(signal_number).name}"
    except ValueError:
        return f"through signal {signal_number}"
