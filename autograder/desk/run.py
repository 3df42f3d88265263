"""Gradings in parallel: what is not graded yet goes out to the executor, what comes back is kept at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field

from autograder.desk import work
from autograder.desk.gradebook import Gradebook, now
from autograder.desk.plan import Ticket
from autograder.desk.records import Grading
from autograder.desk.work import NotGraded
from autograder.result import Result

TRIES = 2
"""A job whose process died is tried once more: the fault may have been another's."""


@dataclass
class Run:
    """What became of the tickets so far."""

    graded: int = 0
    skipped: int = 0
    not_handed_in: int = 0
    failed: dict[tuple[str, str], str] = field(default_factory=dict)
    """By student and week: why there is no grading."""
    refused: set[tuple[str, str]] = field(default_factory=set)
    """Those of them that wait for a person because of what was handed in."""
    lacks: dict[tuple[str, str], str] = field(default_factory=dict)
    """Of whom the attempt that counts lacks tasks that an earlier one has: how many, and which one."""

    @property
    def done(self) -> int:
        """Student's weeks that are dealt with."""
        return self.graded + self.skipped + self.not_handed_in + len(self.failed)


class Batch:
    """One pass over the tickets; at most ``window`` of them are out at a time."""

    def __init__(self, executor: Executor, book: Gradebook, window: int, regrade: bool, tell: Callable[[Run], None]):
        self.executor = executor
        self.book = book
        self.window = window
        self.regrade = regrade
        self.tell = tell
        self.run = Run()
        self._out: dict[Future, tuple[Ticket, int]] = {}

    def grade(self, tickets: Iterable[Ticket]) -> Run:
        """Grades what was not graded by this grader as it is."""
        for ticket in tickets:
            self._begin(ticket)
            while len(self._out) >= self.window:
                self._take()
        while self._out:
            self._take()
        return self.run

    def _begin(self, ticket: Ticket) -> None:
        """Sends the ticket out, unless it is graded already or cannot be."""
        if ticket.tries.lacks:
            self.run.lacks[ticket.student, ticket.week] = ticket.tries.lacks
        if ticket.refused:
            self.run.failed[ticket.student, ticket.week] = ticket.refused
            self.run.refused.add((ticket.student, ticket.week))
        elif not self.regrade and self._is_graded(ticket):
            self.run.skipped += 1
        else:
            self._send(ticket, 1)
        self.tell(self.run)

    def _is_graded(self, ticket: Ticket) -> bool:
        return self.book.graded_as(ticket.student, ticket.week) == (ticket.content, ticket.job.grader)

    def _send(self, ticket: Ticket, number: int) -> None:
        self._out[self.executor.submit(work.grade, ticket.job)] = ticket, number

    def _take(self) -> None:
        """Waits until some are done, and keeps them."""
        done, _ = wait(self._out, return_when=FIRST_COMPLETED)
        for future in sorted(done, key=lambda each: self._out[each][0].student):
            self._keep(future, *self._out.pop(future))
            self.tell(self.run)

    def _keep(self, future: Future, ticket: Ticket, number: int) -> None:
        try:
            result = future.result()
        except NotGraded as error:
            self.run.failed[ticket.student, ticket.week] = str(error)
        except Exception as error:
            if number < TRIES:
                self._send(ticket, number + 1)
            else:
                self.run.failed[ticket.student, ticket.week] = f"The grading broke twice: {error}"
        else:
            self.book.add(grading(ticket, result))
            self.run.graded += 1


def grading(ticket: Ticket, text: str) -> Grading:
    """What the gradebook keeps of a Result."""
    result = Result.from_json(text)
    submitted = ticket.attempt.submitted
    return Grading(
        student=ticket.student, week=ticket.week, submission=ticket.content, grader=ticket.job.grader,
        version=result.grader["version"], level=result.isolation["level"], graded_at=now(),
        submitted=submitted.isoformat() if submitted else None, attempt=ticket.attempt.label,
        score=result.score, max_score=result.max_score, complete=not result.internal,
        warnings=ticket.warnings, result_json=text, notes=ticket.notes, places=ticket.places,
    )  # fmt: skip
