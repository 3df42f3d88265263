"""Code in a hand-in that stands for no task, and the task that it may have been meant for.

>>> is_code("hw/my_answer.py"), is_code("hw/softmax.txt"), is_code("autograder/worker/wire.py")
(True, True, False)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath

from autograder.course import Task
from autograder.intake.names import ENDINGS, meant
from autograder.intake.reading import task_files
from autograder.notebooks import Notebook, asked_names
from autograder.notebooks.handin import is_untouched
from autograder.notebooks.ipynb import Cell
from autograder.plain import in_words, listed

OURS = {"autograder", "self_checks", "known"}
"""Folders of the course's own code, which comes along with a clone."""
NO_ANSWER = re.compile(r"(conftest|setup|__init__|starter|lesson.*|make_feedback|(test|check|grade)_.*)\.(py|ipynb)")
"""Files of the course and of pytest that lie among a learner's; they are named only if an answer stands in them."""
MOST_SEARCHED = 20
"""How many files are searched for an answer."""
NAMED = 5


def is_code(name: str) -> bool:
    """Whether a file may be a learner's answer: Python, a notebook, or a text that is called as a task is."""
    path = PurePosixPath(name.casefold())
    if OURS & set(path.parts[:-1]):
        return False
    return bool(ENDINGS.search(path.name)) or (path.suffix == ".txt" and meant(f"{path.stem}.py") in task_files())


def answers(texts: Mapping[str, str], task: Task) -> dict[str, str]:
    """The files in which something of the task is written, each with its sentence."""
    return {name: _belong([(name, names, task)]) for name, names in _answers(texts, task).items()}


def answers_together(texts: Mapping[str, str], tasks: Iterable[Task]) -> tuple[str, ...]:
    """The same of several tasks in one sentence; none where nothing of them is written."""
    found = [(name, names, task) for task in tasks for name, names in _answers(texts, task).items()]
    return (_belong(found),) if found else ()


def _answers(texts: Mapping[str, str], task: Task) -> dict[str, list[str]]:
    asked = asked_names(task)
    speak = {name: text for name, text in texts.items() if any(each in text for each in asked)}
    found = {name: sorted(_written(name, text) & asked) for name, text in speak.items()}
    return {name: names for name, names in found.items() if names}


def is_answered(text: str, task: Task) -> bool:
    """Whether something of the task is written in the text of its file."""
    asked = {name for name in asked_names(task) if name in text}
    return bool(asked and asked & _written(task.filename, text))


def _written(name: str, text: str) -> set[str]:
    """The names that a text defines, starters that nobody has filled in aside; nothing of it is run."""
    steps = Notebook.of_cells([Cell(text, 1)], name).steps
    written = [step for step in steps if not step.imports and not is_untouched(step)]
    return {name for step in written for name in step.binds if step.defines(name)}


def _belong(found: Sequence[tuple[str, list[str], Task]]) -> str:
    """The sentence that says where answers ought to be: for each file what stands in it, and of which task."""
    what = dict.fromkeys(f"`{each}`" for _, names, _ in found for each in names)
    files = dict.fromkeys(name for name, _, _ in found)
    places = dict.fromkeys(_place(name, task) for name, _, task in found)
    stand, it = ("stands", "it") if len(what) == 1 else ("stand", "them")
    are, that = "is" if len(files) == 1 else "are", "that" if len(places) == 1 else "those"
    where = f"{in_words(what)} {stand} in {in_words(files)}, which {are} not read"
    return f"{where}: put {it} into {in_words(places)} and hand {that} in."


def _place(name: str, task: Task) -> str:
    """Where an answer that stands in a file of that name belongs."""
    return task.filename if PurePosixPath(name).name != task.filename else f"{task.week}/{task.filename}"


def told(names: Iterable[str]) -> tuple[str, ...]:
    """The sentence on files that were not read, at most a few of them by name; none where there are none."""
    names = [name for name in names if not NO_ANSWER.fullmatch(PurePosixPath(name.casefold()).name)]
    it = "it" if len(names) == 1 else "them"
    return (f"Not read, since no task asks for {it}: {listed(names, NAMED)}.",) if names else ()
