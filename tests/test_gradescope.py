"""Gradescope's results.json: its published keys, points that add up, and nothing that a learner may not read."""

from __future__ import annotations

import json

import pytest
from test_pages import ALL

from autograder.report.gradescope import LATER, STAFF, VISIBLE, results_json
from autograder.result import Result

SECRETS = ("whole story", "hidden input", "grade_", "no-exp", "secret", "network")
TEST_KEYS = {"number", "name", "score", "max_score", "status", "output", "output_format", "visibility"}
TOP_KEYS = {"score", "execution_time", "output", "visibility", "stdout_visibility", "tests", "extra_data"}


@pytest.fixture(scope="module")
def written() -> dict:
    return json.loads(json.dumps(results_json(ALL)))


def test_it_has_the_keys_that_gradescope_knows(written: dict) -> None:
    assert set(written) == TOP_KEYS
    assert all(set(test) == TEST_KEYS for test in written["tests"])
    assert {test["visibility"] for test in written["tests"]} == {VISIBLE, LATER, STAFF}
    assert {test["status"] for test in written["tests"]} == {"passed", "failed"}


def test_points_add_up_to_the_result(written: dict) -> None:
    assert written["score"] == sum(test["score"] for test in written["tests"]) == ALL.score
    assert sum(test["max_score"] for test in written["tests"]) == sum(
        check.points for task in ALL.tasks for check in task.checks
    )
    assert all(0 <= test["score"] <= test["max_score"] for test in written["tests"])


def test_numbers_are_unique_and_in_order(written: dict) -> None:
    numbers = [test["number"] for test in written["tests"]]
    assert len(set(numbers)) == len(numbers)


def test_a_learner_reads_no_secret(written: dict) -> None:
    text = json.dumps([test for test in written["tests"] if test["visibility"] != STAFF])
    assert [secret for secret in SECRETS if secret in text] == []


def test_what_only_staff_read_is_worth_nothing(written: dict) -> None:
    assert [test["max_score"] for test in written["tests"] if test["visibility"] == STAFF] == [0]


def test_a_result_passes_through_json(written: dict) -> None:
    assert json.loads(json.dumps(results_json(Result.from_json(ALL.to_json())))) == written
