"""A task of which nothing is there: where its file may have gone, and whether it ought to be a file or a cell.

>>> no_file(task).message
'There is no softmax.py in this submission.'
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

from autograder.course import Task
from autograder.intake.reading import tasks
from autograder.notebooks import Notebook, asked_names
from autograder.notebooks.ipynb import Cell
from autograder.outcomes import Missing, Problem
from autograder.stamp import is_pristine

GIT_SECONDS = 10


def siblings(task: Task) -> list[Task]:
    """The other tasks of its week."""
    return [each for each in tasks() if each.week == task.week and each.name != task.name]


def is_untouched(notebook: Notebook, task: Task) -> bool:
    """Whether nothing of the task's week is begun in that notebook: then its learner works in files."""
    return not any(notebook.extract(each).is_started for each in [task, *siblings(task)])


def passed_over(task: Task, read: str | None, other: str, text: str) -> Iterator[str]:
    """That a file was changed and not taken, since it does not define what is asked for: the name may be misspelt."""
    if read == other or not other.lower().endswith(".py") or is_pristine(text):
        return
    notebook = Notebook.of_cells([Cell(text, 1)], other)
    fault, line = notebook.codes[1].fault, notebook.codes[1].line
    lost = asked_names(task) - {name for step in notebook.steps for name in step.binds}
    names = " and ".join(f"`{name}`" for name in sorted(lost))
    if fault:
        yield f"{other} was changed too, but Python cannot read it (line {line}: {fault}): {read} was checked."
    elif lost:
        yield f"{other} was changed too, but does not define {names}: {read} was checked."


def no_file(task: Task) -> Problem:
    return Missing(f"There is no {task.filename} in this submission.")


def whereabouts(folder: Path, task: Task) -> tuple[str, ...]:
    """Of the course's own exercises: where a file lies that was moved, or how to get one back that was deleted."""
    exercises = task.root / "exercises"
    if folder.absolute() != exercises:
        return ()
    place = task.starter.parent.relative_to(task.root).as_posix()
    away = f"{task.filename} is not in {place}"
    for beside, name in ((task.root, "the folder above exercises"), (exercises, "exercises")):
        if (beside / task.filename).is_file():
            return (f"{away}: it lies in {name}. Move it back.",)
    if _git_knows(task.root, f"{place}/{task.filename}"):
        return (f"{away}: `git checkout {place}/{task.filename}` brings the starter back.",)
    if (task.root / ".git").exists():
        return (f"{away}, and git has none here: if the task is new, its starter is in your teacher's repository.",)
    return (f"{away}.",)


def _git_knows(root: Path, name: str) -> bool:
    """Whether ``git checkout`` has that file to bring back; it has not where there is no git."""
    command = ["git", "-C", str(root), "ls-files", "--error-unmatch", "--", name]
    try:
        done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, timeout=GIT_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
