"""What watch remembers over a restart: verdicts by the content that they belong to, and untouched starters.

>>> memory, remark = Memory.open(course.root / ".watch-state.json")
>>> memory.recall("week-12/softmax", key)      # the TaskResult that was kept under that key, or None
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from dataclasses import asdict
from pathlib import Path

from autograder.result import TaskResult, task_from

SCHEMA = "watch-state/v1"
KEPT = 3
"""How many verdicts a task keeps, the newest first: a change that is taken back is known at once."""


class Memory:
    """Verdicts and starters, written to one file; a file that is damaged counts as empty."""

    def __init__(self, path: Path, verdicts: dict[str, list] | None = None, starters: dict[str, str] | None = None):
        self.path = path
        self._verdicts = verdicts or {}
        self._starters = starters or {}

    @classmethod
    def open(cls, path: Path) -> tuple[Memory, str]:
        """The memory, and a sentence if the file could not be used."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            if data["schema"] != SCHEMA or data["sha256"] != _digest(data["verdicts"], data["starters"]):
                raise ValueError("it was changed")
            return cls(path, data["verdicts"], data["starters"]), ""
        except FileNotFoundError:
            return cls(path), ""
        except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
            return cls(path), f"{path.name} cannot be used ({error}), so every task is checked again."

    def recall(self, task: str, key: str) -> TaskResult | None:
        """The verdict on exactly that content."""
        found = [verdict for known, verdict in self._verdicts.get(task, []) if known == key]
        return task_from(found[0]) if found else None

    def keep(self, task: str, key: str, result: TaskResult) -> None:
        """Takes down a verdict; what is our own fault is not kept, so that it is tried again."""
        others = [pair for pair in self._verdicts.get(task, []) if pair[0] != key]
        new = [] if result.status == "internal" else [[key, asdict(result)]]
        self._verdicts[task] = [*new, *others][:KEPT]

    def starter(self, task: str) -> str | None:
        """The task's file as it was when nobody had written in it yet."""
        return self._starters.get(task)

    def keep_starter(self, task: str, text: str) -> None:
        self._starters[task] = text

    def save(self) -> str:
        """Writes the file in one step; a sentence if that cannot be done, since watching goes on without."""
        facts = {"verdicts": self._verdicts, "starters": self._starters}
        text = json.dumps({"schema": SCHEMA, "sha256": _digest(*facts.values()), **facts})
        beside = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        try:
            beside.write_text(text, encoding="utf-8")
            os.replace(beside, self.path)
        except OSError as error:
            with contextlib.suppress(OSError):
                beside.unlink()
            return f"{self.path.name} cannot be written ({error.strerror}): verdicts are forgotten when you quit."
        return ""


def _digest(verdicts: object, starters: object) -> str:
    return hashlib.sha256(json.dumps([verdicts, starters]).encode()).hexdigest()
