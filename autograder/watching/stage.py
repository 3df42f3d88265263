"""What every part of watch shows through: the view, and where it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from autograder.course import Task, Week
from autograder.report import words
from autograder.watching.screen import View


class Show(Protocol):
    """A screen; ``new`` names the parts that a reader has not met yet, ``keys`` says what can be typed."""

    keys: str

    def show(self, view: View, *new: str) -> None: ...


class Stage:
    """The view and its screen."""

    def __init__(self, view: View, screen: Show):
        self.view = view
        self.screen = screen
        self._is_chosen = False
        """Whether somebody has chosen the current task, by a save or a key."""

    def show(self, *new: str) -> None:
        self.screen.show(self.view, *new)

    def say(self, sentence: str, *new: str) -> None:
        """Adds a remark, and shows it with the parts that are ``new`` too."""
        self.view.said.append(sentence)
        self.show("said", *new)

    def adopt(self, weeks: Sequence[Week], tasks: Sequence[Task]) -> None:
        """The course was read anew."""
        self.view.weeks, self.view.tasks = weeks, tasks
        self.view.current = next((task for task in tasks if task.id == self.view.current.id), tasks[0])

    def choose(self, task: Task) -> None:
        """Makes the task the current one."""
        self._is_chosen = True
        self.view.hint = self.view.hint if task.id == self.view.current.id else ""
        self.view.current = task

    def pick(self) -> None:
        """Unless a task was chosen: the one to work on, begun before untouched."""
        verdicts = [(task, self.view.verdicts[task.id]) for task in self.view.tasks if task.id in self.view.verdicts]
        to_do = [(task, verdict) for task, verdict in verdicts if verdict.status != "passed"]
        begun = [(task, verdict) for task, verdict in to_do if not words.is_untouched(verdict)]
        if not self._is_chosen and to_do:
            self.view.current = [*begun, *to_do][0][0]
