"""What the keys do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from autograder.course import Course, CourseError, Task
from autograder.hints import open_next
from autograder.watching.checks import Checks
from autograder.watching.keys import AGAIN, QUIT
from autograder.watching.reset import ResetError, reset, starter_text
from autograder.watching.stage import Stage

OpenHint = Callable[[str, str, Course], str]


class Commands:
    """Acts on a letter; a question that is open takes the next one."""

    def __init__(self, checks: Checks, stage: Stage, open_hint: OpenHint = open_next):
        self.checks, self.stage, self.open_hint = checks, stage, open_hint

    def press(self, letter: str) -> None:
        """``q`` is not for here: it ends the loop."""
        if letter == AGAIN:
            self.stage.show()
        elif self.stage.view.question:
            self._answer(letter)
        elif letter in self._known:
            self._known[letter]()
        elif letter != QUIT:
            self._tell_keys()

    def _tell_keys(self) -> None:
        """Once on a screen, where it stays until something else has happened."""
        if self.stage.view.said[-1:] != [self.stage.screen.keys]:
            self.stage.view.said.append(self.stage.screen.keys)
        self.stage.show("said")

    @property
    def _known(self) -> dict[str, Callable[[], None]]:
        move = {"n": lambda: self._move(1), "p": lambda: self._move(-1)}
        return {**move, "a": self._all, "h": self._hint, "r": self._ask_to_reset}

    @property
    def _task(self) -> Task:
        return self.stage.view.current

    def _move(self, by: int) -> None:
        tasks = self.stage.view.tasks
        ids = [task.id for task in tasks]
        self.stage.choose(tasks[(ids.index(self._task.id) + by) % len(tasks)])
        self.stage.show("problem")

    def _all(self) -> None:
        self.checks.wait_for_all(anew=True)
        self.stage.say("Every task is checked again.")

    def _hint(self) -> None:
        try:
            self.stage.view.hint = self.open_hint(self._task.name, self._task.week, self.checks.work.course)
            self.stage.show("hint")
        except CourseError as error:
            self.stage.say(str(error))

    def _ask_to_reset(self) -> None:
        try:
            path = self.checks.work.file_of(self._task)
            self._starter()
        except ResetError as error:
            return self.stage.say(str(error))
        kept = "What is in it is kept beside it. " if path.is_file() else ""
        self.stage.view.question = f"Make {path} the untouched starter again? {kept}y yes · n no"
        self.stage.show("question")

    def _answer(self, letter: str) -> None:
        self.stage.view.question = ""
        if letter != "y":
            return self.stage.say("Nothing was reset.")
        try:
            path = self.checks.work.file_of(self._task)
            self.stage.say(_done(path, reset(path, self._starter())))
        except ResetError as error:
            self.stage.say(str(error))

    def _starter(self) -> str:
        return starter_text(self._task, self.checks.memory.starter(self._task.id))


def _done(path: Path, kept: Path | None) -> str:
    was = f"; what was in it is kept as {kept.name}" if kept else ""
    return f"{path.name} is the untouched starter again{was}."
