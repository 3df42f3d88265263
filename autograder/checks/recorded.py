"""Mistakes where their code is not at hand: what they answer to the visible checks, recorded for learners.

A learner's copy has no ``solutions/``, so nothing can be replayed there. Its ``self_checks/<week>/mistakes.json``
holds, for each mistake that a visible check sees, its sentence and its answers to the questions of the visible checks.

An answer is found by its question's header: the check, the number of the call, the function, plain arguments and
the tensors' shapes. The numbers in the tensors may be left out. A learner who has been answered like the mistake so
far is asked the same next, though another processor may compute an input's last digit differently.

Publishing this is harmless. The questions are public, the answers are values and no code, and the audit proves that
whoever knows the right answers to them by heart passes no hidden check. A learner reads the sentences anyway; a
mistake that only hidden checks see is not in the file.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from autograder.checks.mistakes import NAME, Mistake, mistakes_of
from autograder.checks.student import Answers, Call
from autograder.course import Task
from autograder.worker.frames import PREFIX, WireError, frame_sizes

DAMAGES = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)
"""What reading a file may raise that is missing, or not as it was made."""


def known_mistakes(task: Task) -> Iterable[Mistake]:
    """The task's mistakes to replay; where their code is not at hand, what was recorded of them."""
    return mistakes_of(task) if task.known_answers.is_file() else RecordedMistakes(task)


def question(frame: bytes) -> str:
    """The short name of what a request frame asks, the numbers in its tensors aside."""
    header_size, _ = frame_sizes(frame[: PREFIX.size])
    header = frame[PREFIX.size : PREFIX.size + header_size]
    return hashlib.blake2b(header, digest_size=8).hexdigest()


@dataclass(frozen=True)
class RecordedMistake:
    """One mistake's sentence, and its reply frame to each question that the visible checks ask it."""

    name: str
    says: str
    known: dict[str, bytes]

    def replies(self, calls: list[Call]) -> list[Call]:
        """What it answered to the same questions; raises Crashed for one that it was never asked."""
        answers = Answers(self._ask)
        return [answers._answer(call.frame, call.asked) for call in calls]

    def _ask(self, frame: bytes) -> bytes:
        reply = self.known.get(question(frame))
        if reply is None:
            raise WireError("this question was not recorded")
        return reply


class RecordedMistakes:
    """A task's recorded mistakes, read when the first check has failed; none where the file is damaged.

    A learner may do with the file as they like: without it, checks run as before and no mistake is named.
    """

    def __init__(self, task: Task):
        self.task = task

    def __iter__(self) -> Iterator[RecordedMistake]:
        return iter(self._all)

    @cached_property
    def _all(self) -> list[RecordedMistake]:
        try:
            return _read(self.task.recorded_mistakes.read_text(encoding="utf-8-sig"), self.task.name)
        except DAMAGES:
            return []


def _read(text: str, task: str) -> list[RecordedMistake]:
    tasks = json.loads(text)["tasks"]
    frames = [base64.b64decode(reply, validate=True) for reply in tasks[task]["replies"]]
    return [_mistake(entry, frames) for entry in tasks[task]["mistakes"]]


def _mistake(entry: dict, frames: list[bytes]) -> RecordedMistake:
    name, says = entry["name"], entry["says"]
    if not NAME.fullmatch(name) or type(says) is not str:
        raise ValueError("a mistake has a name and a sentence")
    return RecordedMistake(name, says, {asked: frames[index] for asked, index in entry["answers"].items()})
