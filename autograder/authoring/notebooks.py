"""Notebooks made from the solutions: a student's notebook for each week, the same bytes at each build.

>>> sorted(path.name for path in notebook_files(Course.open()))
['lesson.ipynb', 'lesson.ipynb', 'week-12.ipynb', 'week-20.ipynb']
"""

from __future__ import annotations

import ast
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.authoring.companions import companion
from autograder.authoring.ipynb import code, document, markdown
from autograder.authoring.source import TaskSource, is_demonstration
from autograder.authoring.statements import as_markdown
from autograder.course import Course, Task, Week

INTRODUCTION = """# {title}

Write your answers in the cells that say `TODO`. Predict, run, explain; then run the cell with `check(...)`: it says
what is right, what is not, why, and what to try next. `check` takes the functions as you have defined them here, and
asks what the visible checks of `make check` ask; `make check SUBMISSION=exercises/{week}/{week}.ipynb WEEK={week}` asks
the others too, where this folder has them.

The {count} tasks are worth {points} points. This notebook is one way to work, the files `exercises/{week}/*.py` are
the other. Hand in the one that you have written in."""

SETUP = """try:
    from autograder.jupyter import check
except ImportError as error:
    print(f"{error}: this kernel is not the workbook's. Choose the Python in the folder .venv as kernel.")"""


def notebook_files(course: Course) -> dict[Path, str]:
    """Every generated notebook of the course and its text."""
    files: dict[Path, str] = {}
    for week in course.weeks:
        folder = course.exercises / week.name
        files[folder / f"{week.name}.ipynb"] = student_notebook(course, week)
        if (lesson := course.solutions / week.name / "companion.py").is_file():
            files[folder / "lesson.ipynb"] = companion(lesson)
    return files


def student_notebook(course: Course, week: Week) -> str:
    """Statements, stubs, demonstrations and a cell for the self-check of each task."""
    words = {"title": heading(week), "count": len(week.tasks), "points": week.max_score, "week": week.name}
    cells = [markdown("title", INTRODUCTION.format(**words)), code("setup", SETUP)]
    for number, task in enumerate(week.tasks, start=1):
        parts = Parts.of(task, number, TaskSource.read(task).starter())
        cells += [
            markdown(f"{task.name}-statement", parts.statement),
            code(f"{task.name}-code", parts.code),
            *parts.shown(f"{task.name}-demonstration", tags=("raises-exception",)),
            code(f"{task.name}-check", f'check("{called(course, task)}")'),
        ]
    return document(cells)


def heading(week: Week) -> str:
    """``Week 12 · Attention and Transformers``."""
    return f"{week.name.replace('-', ' ').capitalize()} · {week.title}"


def called(course: Course, task: Task) -> str:
    """The task's name, with its week where two weeks have a task of that name."""
    namesakes = [each for each in course.tasks() if each.name == task.name]
    return task.name if len(namesakes) == 1 else task.id


@dataclass(frozen=True)
class Parts:
    """The three cells that a task's file falls into; without a demonstration at its end, two."""

    statement: str
    code: str
    demonstration: str | None

    @classmethod
    def of(cls, task: Task, number: int, text: str) -> Parts:
        """From the text of the starter, or of the solution: docstring, functions, and what stands under the `if`."""
        tree, lines = ast.parse(text), text.split("\n")
        docstring, *between = tree.body
        last = between.pop() if between and is_demonstration(between[-1]) else None
        _, _, statement = ast.get_docstring(tree).partition("\n")
        return cls(
            f"## {number} · {task.title} ({task.points} points)\n\n{as_markdown(statement)}",
            "\n".join(lines[docstring.end_lineno : last.lineno - 1 if last else None]).strip("\n"),
            textwrap.dedent("\n".join(lines[last.lineno :])).strip("\n") if last else None,
        )

    def shown(self, name: str, **metadata: Any) -> list[dict]:
        """The demonstration's cell, if there is one."""
        return [] if self.demonstration is None else [code(name, self.demonstration, **metadata)]
