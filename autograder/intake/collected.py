"""What was read of a submission: plain data that can travel to another process or machine, and be graded there."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from autograder.course import Task
from autograder.intake.source import Source
from autograder.plain import listed

NAMED = 3


@dataclass(frozen=True)
class Collected:
    """A submission's texts, read beforehand."""

    name: str
    sources: Mapping[str, Source]
    """By the task's name."""
    paths: Mapping[str, str | None]
    unread: tuple[str, ...] = ()
    """The sentence on code in it that no task was read from, if there is such code."""

    def source(self, task: Task) -> Source:
        return self.sources[task.name]

    def path(self, task: Task) -> str | None:
        return self.paths[task.name]

    @property
    def unreadable(self) -> tuple[str, ...]:
        """For staff: which tasks earn nothing because their file cannot be read, and what their learner reads."""
        tasks: dict[str, list[str]] = {}
        for name, source in self.sources.items():
            if source.is_unreadable:
                tasks.setdefault(str(source.problem), []).append(name)
        return tuple(f"{_gets_0(names)}. The student reads: {problem}" for problem, names in tasks.items())

    def content_hash(self) -> str:
        """sha256 over all that a grade can depend on: every task's text, or why there is none."""
        read = [
            (name, each.file, each.text, str(each.problem or ""), each.notes) for name, each in self.sources.items()
        ]
        return hashlib.sha256(json.dumps([*read, self.unread]).encode()).hexdigest()


def _gets_0(tasks: list[str]) -> str:
    verb, its = ("gets", "its") if len(tasks) == 1 else ("get", "their")
    return f"{listed(tasks, NAMED)} {verb} 0, since {its} file cannot be read: ask for it again, or decide"
