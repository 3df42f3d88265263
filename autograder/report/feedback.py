"""A student's week as plain text, for a platform's column of comments: sentences and line ends, no markup.

>>> feedback(standing).splitlines()[0]
'Attention and Transformers: 47 / 100'
"""

from __future__ import annotations

from collections.abc import Iterator

from autograder.plain import plain
from autograder.report import lines, words
from autograder.report.standing import Standing
from autograder.report.student_page import of_one_student
from autograder.result import TaskResult


def feedback(of: Standing) -> str:
    """What the learner's page says of the week."""
    (mine,) = of_one_student([of], learner=True)
    return plain("\n".join(_week(mine))) + "\n"


def _week(of: Standing) -> Iterator[str]:
    yield f"{of.title}: {words.mark(of)}"
    yield words.standing(of)
    yield from (*words.steps(of), *of.notes)
    for task in of.result.tasks if of.result else ():
        yield ""
        yield from _task(task, of)


def _task(task: TaskResult, of: Standing) -> Iterator[str]:
    yield f"{task.task}: {of.points_of(task)} of {task.points} points, {words.counted(task, of)}."
    if words.all_alike(task):
        yield words.in_one(task)
    likely = words.named_mistake(task)
    if likely and not words.all_alike(task):
        yield f"Likely: {likely}"
    for line in lines.for_learner(task):
        yield from _check(line)
    yield from task.notes


def _check(of: lines.Line) -> Iterator[str]:
    """A check that does not pass; of those that do the points say enough."""
    if of.outcome == "passed":
        return
    said = {"": of.happened, "Likely: ": of.likely, "Try: ": of.to_try}
    sentences = " ".join(f"{label}{sentence}" for label, sentence in said.items() if sentence)
    yield f"- {of.title} {words.OUTCOMES[of.outcome]}, {of.earned}/{of.points}. {sentences}".rstrip()
