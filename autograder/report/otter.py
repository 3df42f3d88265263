"""Otter's results as a dictionary of questions: a pure function of a Result; a task is a question.

>>> otter_json(result)["softmax"]["possible"]
10
"""

from __future__ import annotations

from autograder.plain import plain
from autograder.report import words
from autograder.result import CheckResult, Result, TaskResult


def otter_json(result: Result) -> dict:
    """Each task's score, and its checks as test cases; hidden ones have no name that tells what they try."""
    return {task.task: _question(task) for task in result.tasks}


def _question(task: TaskResult) -> dict:
    return {
        "name": task.task,
        "path": task.file,
        "score": task.earned,
        "possible": sum(check.points for check in task.checks),
        "all_or_nothing": False,
        "test_cases": [_case(check) for check in task.checks],
        "test_case_results": [_result(check) for check in task.checks],
    }


def _case(check: CheckResult) -> dict:
    name = plain(check.title) if check.visible else words.A_HIDDEN_CHECK
    return {"name": name, "points": check.points, "hidden": not check.visible}


def _result(check: CheckResult) -> dict:
    passed = check.outcome == "passed"
    return {"passed": passed, "message": "" if passed else plain(words.said(check))}
