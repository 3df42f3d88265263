"""check50's JSON: a pure function of a Result; a check that could not run is null, as check50 has it.

>>> [check["passed"] for check in check50_json(result)["results"]][:3]
[True, False, None]
"""

from __future__ import annotations

from autograder.plain import plain
from autograder.report import words
from autograder.result import CheckResult, Result, TaskResult

NOT_RUN = ("missing", "not_started", "internal")


def check50_json(result: Result) -> dict:
    """Visible checks by name; of hidden ones only how many there are and what they say."""
    results = [_check(task, check) for task in result.tasks for check in task.checks if check.visible]
    return {"slug": result.week, "results": results, "version": result.grader["version"]}


def _check(task: TaskResult, check: CheckResult) -> dict:
    passed = {"passed": True}.get(check.outcome, None if check.outcome in NOT_RUN else False)
    return {
        "name": f"{task.task}:{check.name}",
        "description": plain(check.title),
        "passed": passed,
        "log": [],
        "cause": None
        if passed
        else {"rationale": plain(words.said(check)), "help": plain(words.to_try(check)) or None},
        "data": {"points": check.points, "earned": check.earned},
        "dependency": None,
    }
