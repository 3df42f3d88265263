"""Gradescope's ``results.json``: a pure function of a Result.

Visible checks are visible tests; what hidden checks gave is one test a task that is shown once grades are published,
in authored words. The isolation level is for staff alone.

>>> results_json(result)["score"]
47
"""

from __future__ import annotations

from collections.abc import Iterator

from autograder.plain import plain
from autograder.report import words
from autograder.result import CheckResult, Result, TaskResult

VISIBLE, LATER, STAFF = "visible", "after_published", "hidden"


def results_json(result: Result) -> dict:
    """The top level: score, time, and a test for each thing that a learner may read."""
    tests = [test for number, task in enumerate(result.tasks, 1) for test in _of_task(task, number)]
    return {
        "score": result.score,
        "execution_time": result.seconds,
        "output": words.so_far(result),
        "visibility": VISIBLE,
        "stdout_visibility": STAFF,
        "tests": [*tests, _isolation(result)],
        "extra_data": {"week": result.week, "grader": result.grader["content"]},
    }


def _of_task(task: TaskResult, number: int) -> Iterator[dict]:
    """A task's tests; one alone where one sentence says it all."""
    if words.all_alike(task):
        sentence = plain(words.in_one(task))
        yield _test(f"{number}", task.task, 0, sum(check.points for check in task.checks), sentence, VISIBLE)
        return
    visible = [check for check in task.checks if check.visible]
    for position, check in enumerate(visible, 1):
        name = f"{task.task}: {check.title}"
        yield _test(f"{number}.{position}", name, check.earned, check.points, _output(check), VISIBLE)
    hidden = [check for check in task.checks if not check.visible]
    if hidden:
        yield _hidden(f"{number}.{len(visible) + 1}", task, hidden)


def _hidden(number: str, task: TaskResult, hidden: list[CheckResult]) -> dict:
    """What the hidden checks gave together; each sentence once."""
    earned, points = sum(check.earned for check in hidden), sum(check.points for check in hidden)
    said = dict.fromkeys(plain(words.said(check)) for check in hidden if check.outcome != "passed")
    return _test(number, f"{task.task}: {len(hidden)} hidden checks", earned, points, "\n".join(said), LATER)


def _output(check: CheckResult) -> str:
    if check.outcome == "passed":
        return ""
    parts = (words.said(check), f"Try: {words.to_try(check)}" if words.to_try(check) else "")
    return plain(" ".join(part for part in parts if part))


def _test(number: str, name: str, earned: int, points: int, output: str, visibility: str) -> dict:
    return {
        "number": number,
        "name": plain(name),
        "score": earned,
        "max_score": points,
        "status": "passed" if earned == points else "failed",
        "output": output,
        "output_format": "text",
        "visibility": visibility,
    }


def _isolation(result: Result) -> dict:
    """A line for staff, worth nothing."""
    sentence = result.isolation.get("sentence", "")
    return _test("0", f"isolation: {result.isolation['level']}", 0, 0, plain(sentence), STAFF)
