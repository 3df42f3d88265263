"""What watch does, one thing after another: take what was heard, check what is waiting, show what changed.

Other threads only put events into the queue; everything else happens in the loop.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from queue import Empty, SimpleQueue

from autograder.course import CourseError
from autograder.intake.submission import SubmissionError
from autograder.watching.checks import Checks
from autograder.watching.commands import Commands
from autograder.watching.keys import QUIT, Key
from autograder.watching.saves import Broke, Remark, Saved, touched
from autograder.watching.stage import Stage
from autograder.watching.work import Seen, Work

LONGEST_WAIT = 1.0
"""Seconds between two looks at signals, on systems that hold them back while one waits."""


class WatchError(Exception):
    """Raised when watching cannot go on; its sentence says why."""


Event = Saved | Key | Remark | Broke
"""What other threads tell."""


class Loop:
    """One watch, from its first verdict until ``q``."""

    def __init__(self, work: Work, checks: Checks, commands: Commands, stage: Stage):
        self.work, self.checks, self.commands, self.stage = work, checks, commands, stage
        self._events: SimpleQueue[Event] = SimpleQueue()
        self._is_gone = False

    def tell(self, event: Event) -> None:
        """Takes an event; any thread and any signal handler may call this."""
        if event == Key(QUIT):
            self.checks.is_quitting = True
        self.checks.has_heard = True
        self._events.put(event)

    def run(self, remark: str = "") -> None:
        """Goes on until ``q``; raises WatchError if saves cannot be heard of any more."""
        self.stage.show("keys")
        if remark:
            self.stage.say(remark)
        try:
            self.checks.begin()
            while not self.checks.is_quitting:
                self.step()
        finally:
            self.checks.remember()

    def step(self) -> None:
        """Handles one event, or checks one task, or waits for either."""
        try:
            event = self._events.get(timeout=self.checks.seconds_until_due(LONGEST_WAIT))
        except Empty:
            event = None
        try:
            self._handle(event) if event else self.checks.step()
        except SubmissionError as error:
            self._gone(error)
        except CourseError as error:
            self.stage.say(str(error))

    def _handle(self, event: Event) -> None:
        match event:
            case Saved(paths):
                self._on_saved(set(paths))
            case Key(letter):
                self.commands.press(letter)
            case Remark(sentence):
                self.stage.say(sentence)
            case Broke(error):
                raise WatchError(f"Saves cannot be watched any more: {error}.") from error

    def _on_saved(self, paths: set[Path]) -> None:
        if any(map(self.work.decides, paths)):
            self._renew()
        looked = self.work.look(touched(paths, self.work.tasks))
        if self._is_gone:
            self._is_gone = False
            self.stage.say(f"{self.work.path} is back.")
        new = [seen for seen in looked if self.checks.is_new(seen)]
        for seen in new:
            self.checks.wait(seen)
        if not new:
            self._unchanged(seen for seen in looked if seen.path and Path(seen.path).absolute() in paths)

    def _renew(self) -> None:
        """The graders have changed: what they said before does not count any more."""
        try:
            self.work.renew()
        except CourseError as error:
            return self.stage.say(f"The checks have changed and cannot be used: {error}")
        self.stage.adopt(self.work.weeks, self.work.tasks)
        self.checks.wait_for_all(anew=False)
        self.stage.say("The checks have changed, so every task is checked again.")

    def _gone(self, error: SubmissionError) -> None:
        self.checks.drop()
        if not self._is_gone:
            self._is_gone = True
            self.stage.say(f"{error} Watching goes on until it is back.")

    def _unchanged(self, looked: Iterable[Seen]) -> None:
        """A save that changed nothing makes the task the current one."""
        for seen in looked:
            self.stage.choose(seen.task)
            self.stage.say(f"{self.checks.time_of_day()} {seen.source.file} was saved and has not changed.")
