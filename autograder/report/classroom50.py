"""Classroom 50's ``result.json`` (``classroom50/result/v1``) and release body: pure functions of Results.

>>> result_json([result], environment, "2026-11-20T10:00:00Z")["max-score"]
100
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from autograder.plain import plain
from autograder.report.github import summary
from autograder.result import Result, TaskResult

SCHEMA = "classroom50/result/v1"
IDENTITY = {
    "classroom": "CLASSROOM",
    "assignment": "ASSIGNMENT",
    "submission": "SUBMISSION_TAG",
    "commit": "COMMIT_URL",
    "release": "RELEASE_URL",
    "review": "REVIEW_URL",
}
"""Fields and the variables of the run that they come from."""


class ContractError(Exception):
    """Raised when the run does not say who and what it is for; its sentence names the variable."""


def result_json(results: Sequence[Result], environment: Mapping[str, str], now: str) -> dict:
    """The result of one run; every number a whole one, and no total above its maximum."""
    tests = [_test(task, result.week) for result in results for task in result.tasks]
    return {
        "schema": SCHEMA,
        **{field: _said(environment, name) for field, name in IDENTITY.items()},
        "assignment_type": environment.get("ASSIGNMENT_TYPE") or "individual",
        "owner": environment.get("OWNER") or _said(environment, "USERNAME"),
        "datetime": now,
        "score": sum(test["score"] for test in tests),
        "max-score": sum(test["max-score"] for test in tests),
        "tests": tests,
    }


def _test(task: TaskResult, week: str) -> dict:
    """A task; its points are those of the checks that ran here."""
    of = sum(check.points for check in task.checks)
    name = plain(f"{week}: {task.title}")
    return {"test-name": name, "passed": task.status == "passed", "score": task.earned, "max-score": of}


def _said(environment: Mapping[str, str], name: str) -> str:
    if not environment.get(name):
        raise ContractError(f"The variable {name} is not set: this is meant to run inside Classroom 50's workflow.")
    return environment[name]


def release_body(results: Sequence[Result]) -> str:
    """What the release page says: the tables, and that hidden checks run later."""
    pending = sum(result.pending for result in results)
    later = f"\n{pending} points more are graded after hand-in.\n" if pending else ""
    return summary(results) + later
