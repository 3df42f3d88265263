"""Which tasks are to be checked, and checking them: a verdict counts only for the text that is still there."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from autograder.course import Task
from autograder.intake.submission import SubmissionError
from autograder.report import words
from autograder.report.quote import of_source
from autograder.result import TaskResult
from autograder.stamp import is_pristine
from autograder.watching.stage import Stage
from autograder.watching.state import Memory
from autograder.watching.work import Seen, Work

GRACE = 0.2
"""Seconds that a file may be away before it counts as deleted: some editors save by putting another in its place."""
REVIVED = "The warm grading process had ended; a new one was started."


@dataclass(frozen=True)
class Waiting:
    """A task that is to be checked."""

    since: float
    """The moment from which on it may be."""
    together: bool = False
    """Whether it is one of several that nobody saved just now."""
    anew: bool = False
    """Whether a verdict that is remembered does not count."""


class Checks:
    """The tasks that wait for a verdict, and the verdicts that were given."""

    def __init__(self, work: Work, memory: Memory, stage: Stage, clock: Callable[[], float]):
        self.work, self.memory, self.stage, self.clock = work, memory, stage, clock
        self.is_quitting = False
        self.has_heard = False
        """Whether something was heard that may end a running check."""
        self._waiting: dict[str, Waiting] = {}
        self._keys: dict[str, str] = {}
        """Of each task the text that its verdict, or the check that is due, belongs to."""
        self._judged: dict[str, tuple[Seen, float]] = {}
        """Of each task what its verdict was given on, and when."""
        self._is_saved = True

    def begin(self) -> None:
        """What is remembered stands; the rest is to be checked."""
        for seen in self.work.look(self.work.tasks):
            verdict = self.memory.recall(seen.task.id, seen.key)
            if verdict is None:
                self.wait(seen, together=True)
            else:
                self._take(seen, verdict)
        if not self._waiting:
            self._together_done()

    def wait_for_all(self, anew: bool) -> None:
        """Every task is to be checked, ``anew`` even where a verdict is remembered."""
        for seen in self.work.look(self.work.tasks):
            self.wait(seen, together=True, anew=anew)

    def wait(self, seen: Seen, together: bool = False, anew: bool = False) -> None:
        """The task is to be checked, after a while if its file has just gone."""
        task = seen.task.id
        before = self._judged[task][0].path if task in self._judged else None
        delay = GRACE if before not in (None, seen.path) else 0.0
        self._keys[task] = seen.key
        self._waiting[task] = Waiting(self.clock() + delay, together, anew)

    def drop(self) -> None:
        """There is nothing to check; what waited is new when it is seen again."""
        for task in self._waiting:
            del self._keys[task]
        self._waiting.clear()

    def is_new(self, seen: Seen) -> bool:
        """Whether that text has neither a verdict nor a check that is due."""
        return seen.key != self._keys.get(seen.task.id)

    def seconds_until_due(self, longest: float) -> float:
        now = self.clock()
        first = min((waiting.since for waiting in self._waiting.values()), default=now + longest)
        return min(max(first - now, 0.0), longest)

    def step(self) -> None:
        """Checks the first task that is due: what was saved before the rest. Nothing is due: remembers."""
        now = self.clock()
        due = [name for name, waiting in self._waiting.items() if waiting.since <= now]
        if due:
            self._check(min(due, key=lambda name: self._waiting[name].together))
        elif not self._waiting:
            self.remember()

    def _check(self, name: str) -> None:
        self.has_heard = False
        waiting = self._waiting.pop(name)
        try:
            [seen] = self.work.look([task for task in self.work.tasks if task.id == name])
        except SubmissionError:
            self._waiting[name] = waiting
            raise
        verdict = None if waiting.anew else self.memory.recall(name, seen.key)
        verdict = verdict or self._grade(seen)
        if self.is_quitting or self._is_outdated(seen):
            self._waiting.setdefault(name, waiting)
            return
        remark = self._on_save(seen, verdict)
        self._take(seen, verdict)
        self._tell(seen, waiting, remark)

    def _grade(self, seen: Seen) -> TaskResult:
        """The verdict; where the warm process died during the check, that of a second try."""
        self.stage.view.doing = self._doing(seen.task)
        self.stage.show()
        was_alive = self.work.is_alive
        verdict = self.work.grade(seen, lambda: self._is_stale(seen))
        if was_alive and not self.work.is_alive:
            was_alive = False
            verdict = self.work.grade(seen, lambda: self._is_stale(seen))
        self.stage.view.doing = ""
        if not was_alive:
            self.stage.say(REVIVED)
        return verdict

    def _doing(self, task: Task) -> str:
        more = f", {len(self._waiting)} more to come" if self._waiting else ""
        return f"checking {task.name}{more} …"

    def _is_stale(self, seen: Seen) -> bool:
        """Asked at every call of a running check."""
        if not self.has_heard:
            return False
        self.has_heard = False
        return self.is_quitting or self._is_outdated(seen)

    def _is_outdated(self, seen: Seen) -> bool:
        """Whether another text is there by now; then it waits for a check."""
        [now] = self.work.look([seen.task])
        if now.key != seen.key:
            self.wait(now)
        return now.key != seen.key

    def _take(self, seen: Seen, verdict: TaskResult) -> None:
        """From now on that is the task's verdict."""
        task = seen.task.id
        self._keys[task] = seen.key
        self._judged[task] = seen, self.clock()
        self.stage.view.verdicts[task] = verdict
        self.stage.view.quotes[task] = of_source(seen.source, verdict)
        self.memory.keep(task, seen.key, verdict)
        if is_pristine(seen.source.text):
            self.memory.keep_starter(task, seen.source.text)
        self._is_saved = False

    def remember(self) -> None:
        """Writes down what is new; that is done when nothing else is to do."""
        if not self._is_saved:
            self._is_saved = True
            remark = self.memory.save()
            if remark:
                self.stage.say(remark)

    def _tell(self, seen: Seen, waiting: Waiting, remark: str) -> None:
        if not waiting.together:
            self.stage.choose(seen.task)
            self.stage.say(remark, "problem", "score")
        elif any(each.together for each in self._waiting.values()):
            self.stage.show()
        else:
            self._together_done()

    def _together_done(self) -> None:
        self.stage.pick()
        self.stage.show("table", "problem")

    def _on_save(self, seen: Seen, verdict: TaskResult) -> str:
        """What was saved, and how long it took until its verdict."""
        before, when = self._judged.get(seen.task.id, (seen, 0.0))
        if seen.is_missing:
            return f"{self.time_of_day()} {seen.task.filename} is not there any more."
        if before.path not in (None, seen.path):
            return f"{self.time_of_day()} {before.path} is not read any more; {seen.path} is."
        after = f", {self.clock() - seen.time:.2f} s after the save" if when < seen.time <= self.clock() else ""
        return f"{self.time_of_day()} {seen.source.file}: {words.of_task(verdict)}{after}."

    def time_of_day(self) -> str:
        return time.strftime("%H:%M:%S", time.localtime(self.clock()))
