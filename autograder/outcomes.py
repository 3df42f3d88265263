"""The closed set of outcomes of a check, and the exceptions that carry them from the student to the report.

Only ``passed`` earns. A check ends by returning (passed) or by one of the exceptions below; every other
exception is ``internal``: our fault, never the learner's.
"""

from __future__ import annotations

PASSED = "passed"
INTERNAL = "internal"
NOT_STARTED = "not_started"


class Problem(Exception):
    """Raised when a check ends in anything but ``passed``; its text is the sentence for the learner."""

    outcome = "failed"

    def __init__(self, message: str, line: int | None = None):
        super().__init__(message)
        self.message = message
        self.line = line
        """The line of the learner's file that the problem points at, where one is known."""
        self.of_file = False
        """Whether the file as a whole is concerned, so that every check meets the same problem."""
        self.needs_no_hint = False
        """Whether the check's own hint, which is on values, would not fit: it says what to do, or is about Python."""
        self.unreadable = ""
        """The cell that Python cannot read, where that is the problem."""


class Mismatch(Problem):
    """Raised when an answer came back and differs from what was expected."""


class LearnerError(Problem):
    """Raised when the learner's code raised; ``kinds`` are the names of its class and bases."""

    outcome = "error"

    def __init__(self, message: str, line: int | None = None, kinds: tuple[str, ...] = ()):
        super().__init__(message, line)
        self.kinds = kinds


class TimedOut(Problem):
    """Raised when a call did not come back within the limit."""

    outcome = "timeout"


class OutOfMemory(Problem):
    """Raised when the learner's code wanted more memory than the task allows."""

    outcome = "memory"


class Crashed(Problem):
    """Raised when the learner's process ended, or sent what is no answer."""

    outcome = "crashed"


class Forbidden(Problem):
    """Raised when a task that is to be done by hand was done by a library call."""

    outcome = "forbidden"


class NotStarted(Problem):
    """Raised when the starter's NotImplementedError is still in its place."""

    outcome = NOT_STARTED


class Missing(Problem):
    """Raised when the file, or the name asked for in it, is not there."""

    outcome = "missing"


OUTCOMES = (
    PASSED,
    *(kind.outcome for kind in (Mismatch, LearnerError, TimedOut, OutOfMemory, Crashed, Forbidden)),
    *(kind.outcome for kind in (NotStarted, Missing)),
    INTERNAL,
)
