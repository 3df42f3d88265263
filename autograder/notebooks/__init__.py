"""Notebooks as hand-ins: the code that a task needs, taken from the cells, and where each of its lines came from.

>>> notebook = Notebook.read(data, "week-12.ipynb")
>>> notebook.extract(task).text.splitlines()[0]          # of what the task's worker runs
'import torch'
"""

from autograder.notebooks.handin import Extract, Notebook, asked_names, is_begun
from autograder.notebooks.ipynb import MAX_FILE

__all__ = ["MAX_FILE", "Extract", "Notebook", "asked_names", "is_begun"]
