"""Of several attempts one counts, as a whole: what learner and staff are told of those that do not.

>>> tries = Tries((("ada (2).zip", frozenset({"softmax"})), ("ada.zip", frozenset({"softmax", "heads"}))), 9)
>>> tries.lacks
'1 of 9; ada.zip has 1 more'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from autograder.course import Week
from autograder.intake.handin import Attempt
from autograder.intake.names import as_text
from autograder.intake.submission import Submission
from autograder.plain import listed

NAMED = 5
LACKS = "The latest attempt lacks tasks that an earlier one has"


@dataclass(frozen=True)
class Tries:
    """The attempts with work in them, the one that counts first: each one's label, and the tasks that it has."""

    held: tuple[tuple[str, frozenset[str]], ...] = ()
    tasks: int = 0
    """How many tasks the week has."""

    @property
    def told(self) -> tuple[str, ...]:
        """What the learner reads where there are several."""
        if len(self.held) < 2:
            return ()
        counts, *others = (f"{label} ({len(tasks)} of {self.tasks} tasks)" for label, tasks in self.held)
        number = len(self.held)
        return (
            f"Of your {number} attempts the latest counts, as a whole: {counts}. Not graded: {listed(others, NAMED)}.",
        )

    @property
    def warnings(self) -> tuple[str, ...]:
        """What staff should look at."""
        return (f"{LACKS}: {self.lacks}.",) if self.lacks else ()

    @property
    def lacks(self) -> str:
        """How many tasks the one that counts has, and which earlier one has more; empty where it lacks none."""
        missed = {label: len(tasks - self.held[0][1]) for label, tasks in self.held[1:]}
        most = max(missed, key=lambda label: missed[label], default="")
        return f"{len(self.held[0][1])} of {self.tasks}; {most} has {missed[most]} more" if missed.get(most) else ""


def tries(chosen: Attempt, with_work: Iterable[Attempt], read: Callable[[Attempt], Submission], week: Week) -> Tries:
    """What each of them holds; ``read`` gives an attempt's files."""
    ordered = [chosen, *(each for each in with_work if each is not chosen)]
    if len(ordered) == 1:
        return Tries()
    held = ((each.label, (task.name for task in week.tasks if read(each).find(task))) for each in ordered)
    return Tries(tuple((as_text(label), frozenset(names)) for label, names in held), len(week.tasks))
