"""Results in the form of the ``classroom-resources`` runners, and the older ``autograding.json``.

The reporter adds up points for its notices, but counts passed tests for its table. Here a task is a runner and a test
is one point of one check, so that both say the same. Points are whole numbers, ``line_no`` is 0, and there is always
a test.

>>> json.loads(base64.b64decode(runner_result(task)))["status"]
'fail'
"""

from __future__ import annotations

import base64
import json

from autograder.course import Course
from autograder.plain import plain
from autograder.report import words
from autograder.result import CheckResult, TaskResult

VERSION = 1
SETUP_MINUTES = 10
"""The older format takes the set-up off a test's time, and torch is large."""


def runner_id(week: str, task: str) -> str:
    """A step's id without hyphens, which the reporter cannot read.

    >>> runner_id("week-12", "softmax")
    'week_12_softmax'
    """
    return f"{week}_{task}".replace("-", "_")


def runner_result(task: TaskResult) -> str:
    """The step output ``result``: base64 of JSON, a test for every point."""
    tests = [test for check in task.checks for test in _tests(task, check)]
    status = "pass" if all(test["score"] for test in tests) else "fail"
    runner = {"version": VERSION, "status": status, "max_score": len(tests), "tests": tests}
    return base64.b64encode(json.dumps(runner).encode()).decode()


def _tests(task: TaskResult, check: CheckResult) -> list[dict]:
    """One test for each point of the check: all pass or none does."""
    passed = check.outcome == "passed"
    title = check.title if check.visible else words.A_HIDDEN_CHECK
    return [
        {
            "name": plain(title if check.points == 1 else f"{title} ({number} of {check.points})"),
            "status": "pass" if passed else "fail",
            "score": int(passed),
            "message": "" if passed else plain(words.said(check)),
            "test_code": "",
            "filename": task.file,
            "line_no": 0,
            "duration": round(1000 * check.seconds),
        }
        for number in range(1, check.points + 1)
    ]


def autograding_json(course: Course, points: dict[str, int]) -> str:
    """The older ``.github/classroom/autograding.json``: a task is one test, all its visible points or none."""
    tests = [
        {
            "name": f"{task.week}: {task.title}",
            "setup": "python3 -m venv .venv && .venv/bin/pip install --quiet --editable .",
            "run": f".venv/bin/python -m autograder check --week {task.week} --task {task.name}",
            "input": "",
            "output": "",
            "comparison": "included",
            "timeout": SETUP_MINUTES,
            "points": points[task.id],
        }
        for task in course.tasks()
    ]
    return json.dumps({"tests": tests}, indent=1) + "\n"
