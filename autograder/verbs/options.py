"""Options that several verbs have, and the sentence where one that a verb needs was not given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer

from autograder.course.tasks import said_task

WeekOption = Annotated[str | None, typer.Option("--week", metavar="NAME", help="one week, such as week-12")]
TaskOption = Annotated[
    str | None, typer.Option("--task", metavar="NAME", help="one task, such as softmax or week-12/softmax")
]


class NotSaid(Exception):
    """Raised when a verb does not know what to work on; its sentence says what to type."""


def need(given: Mapping[str, str], make: str, command: str) -> None:
    """Raises NotSaid if anything that the verb needs was left out or is empty, which is what make passes on then.

    >>> need({"task": ""}, "hint TASK=softmax", "hint --task softmax")
    Traceback (most recent call last):
    autograder.verbs.options.NotSaid: Say which task:
      make hint TASK=softmax
      python -m autograder hint --task softmax
    """
    missing = [f"which {name}" for name, value in given.items() if not value.strip()]
    if missing:
        raise NotSaid(f"Say {' and '.join(missing)}:\n  make {make}\n  python -m autograder {command}")


def spoken(week: str | None, task: str | None) -> tuple[str | None, str | None]:
    """Week and task as the course names them, in whichever way the task was said; raises NotSaid.

    >>> spoken(None, "week-12/softmax"), spoken("week-12", "softmax.py")
    (('week-12', 'softmax'), ('week-12', 'softmax'))
    """
    own, name = said_task(task or "")
    if own and week and own != week:
        raise NotSaid(f"{task} is not in {week}: leave out the week, or name a task of {week}.")
    return own or week, name or None


def yes_or_no(name: str, said: str | None) -> bool | None:
    """What was said to a question of yes or no; None where nothing was. Raises NotSaid for anything else.

    >>> yes_or_no("QUIZ", "No"), yes_or_no("QUIZ", "1"), yes_or_no("QUIZ", "")
    (False, True, None)
    """
    word = (said or "").strip()
    meant = {"": None, "yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
    if word.casefold() not in meant:
        raise NotSaid(f"{name} is yes or no, not {word!r}.")
    return meant[word.casefold()]
