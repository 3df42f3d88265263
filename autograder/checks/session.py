"""One task of one submission: its worker, started when the first check asks, and anew after a fault."""

from __future__ import annotations

import time

from autograder.checks import explain
from autograder.checks.student import Answers, Ask
from autograder.course import Task
from autograder.intake.submission import Source
from autograder.launch import MAX_THREADS, Crowd, Launcher, LaunchError, NoAnswer, Worker, death
from autograder.outcomes import Crashed, OutOfMemory, Problem, TimedOut
from autograder.worker import wire

SIGXCPU_STATUS = 24
ALL_CALLS = 12
"""All calls of a task together may take this many times the limit of one."""
SHORTER = 4
"""Once a call has run out of time, later ones get a quarter of it: a second endless loop ends sooner."""
NO_MEMORY = ("MemoryError", "bad_alloc", "can't allocate memory")


class StandIn:
    """A session whose checks ask ``ask`` in place of a worker: trusted answers, or the audit's odd ones."""

    def __init__(self, task: Task, ask: Ask):
        self.task = task
        self.source = Source(task.filename)
        self.answers = Answers(ask)
        self.broken = None

    def take_output(self) -> str:
        """Nothing is printed."""
        return ""

    def close(self) -> None:
        """There is nothing to end."""


class Session:
    """Answers the checks of one task from the learner's file, in a worker of its own.

    A timeout, a crash or a memory fault ends the worker and costs the check that met it; the next check gets
    a fresh one. A file that cannot even be loaded costs every check the same sentence, and is tried once.
    """

    def __init__(self, task: Task, source: Source, launcher: Launcher):
        self.task = task
        self.source = source
        self.launcher = launcher
        self.answers = Answers(self._ask)
        self._seconds = task.seconds
        self._left = ALL_CALLS * task.seconds
        self._has_loaded = False
        self._printed = ""
        self._worker: Worker | None = None
        self.broken: Problem | None = source.problem
        """Why the file as a whole cannot answer, which every check will meet; None as long as it can."""
        if self.broken is not None:
            self.broken.of_file = True

    def _ask(self, frame: bytes) -> bytearray:
        if self.broken is not None:
            raise self.broken
        return self._exchange(self._loaded_worker(), frame, self._seconds)

    def _loaded_worker(self) -> Worker:
        if self._worker is None:
            self._worker = self.launcher.start(self.task.seconds, self.task.memory_mb)
            self._worker.first_frame()
            if self._has_loaded:
                self._load()
            else:
                self._load_first()
        return self._worker

    def _load_first(self) -> None:
        """What goes wrong here concerns the file as a whole; later on, only the check that met it."""
        try:
            self._load()
        except Problem as problem:
            self.broken = problem
            problem.of_file = True
            raise
        self._has_loaded = True

    def _load(self) -> None:
        order = {"source": self.source.text, "filename": self.task.filename, "rule": self.task.by_hand}
        reply = self._exchange(self._worker, wire.encode({"op": "load"}, order), self.task.seconds, loading=True)
        try:
            head = explain.checked(wire.decode(reply)[0])
        except wire.WireError as error:
            raise Crashed(f"Loading {self.task.filename} sent back what is no answer: {error}.") from error
        if head.get("status") != "ok":
            raise explain.problem(head, f"Loading {self.task.filename}")

    def _exchange(self, worker: Worker, frame: bytes, seconds: float, loading: bool = False) -> bytearray:
        if self._left <= 0:
            every = f"All calls of this task together took more than {ALL_CALLS * self.task.seconds:g} seconds"
            raise TimedOut(f"{every}: make the slowest of them faster.")
        started, limit = time.monotonic(), min(seconds, self._left)
        try:
            return worker.exchange(frame, limit)
        except NoAnswer as fault:
            raise self._lost(fault, limit, loading) from fault
        finally:
            self._left -= time.monotonic() - started

    def _lost(self, fault: NoAnswer, limit: float, loading: bool) -> Problem:
        """The worker is gone: why, as a problem for the check that met it; LaunchError if that is our fault."""
        doing = "loading the file" if loading else self.answers._asking
        subject = "Loading the file" if loading else doing
        status = self._end_worker(autopsy=True)
        if not self.launcher.alive:
            raise LaunchError(f"The warm grading process ended during {doing}.") from fault
        if fault.timed_out or (status or 0) & 0x7F == SIGXCPU_STATUS:
            self._seconds = min(self._seconds, max(1.0, self.task.seconds / SHORTER))
            stopped = f"{subject} took longer than {limit:g} seconds and was stopped"
            return TimedOut(f"{stopped}: look for a loop that never ends.")
        if isinstance(fault, Crowd):
            return Crashed(f"{subject} had started more than {MAX_THREADS} threads, and was ended.")
        if any(word in self._printed[-2000:] for word in NO_MEMORY):
            return OutOfMemory(f"{subject} wanted more memory than this task allows.")
        return Crashed(f"During {doing} the process that runs your code ended {death(status)}.")

    def take_output(self) -> str:
        """What the learner's code has printed since this was last asked."""
        if self._worker is not None:
            self._printed += self._worker.take_output()
        text, self._printed = self._printed, ""
        return text

    def _end_worker(self, autopsy: bool = False) -> int | None:
        worker, self._worker = self._worker, None
        if worker is None:
            return None
        status = worker.end(autopsy)
        self._printed += worker.take_output()
        return status

    def close(self) -> None:
        """Ends the worker."""
        self._end_worker()
