"""Every platform's form of a Result: as it was when it was last looked at, and by the platform's own rules.

``pytest tests/test_adapters.py --refresh-goldens`` writes the goldens anew; look at what changed before committing.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from test_course import NO_TEMPERATURE, RIGHT, softmax_course

from autograder.course import Course
from autograder.grade import Grader
from autograder.intake.submission import Submission
from autograder.launch import ForkLauncher
from autograder.report import check50, classroom, classroom50, github, gradescope, otter
from autograder.result import Result
from autograder.verbs.reporting import FORMS, ReportError, report_results

GOLDENS = Path(__file__).parent / "goldens"
NOW = "2026-11-20T10:00:00Z"
ENVIRONMENT = {
    "CLASSROOM": "cs", "ASSIGNMENT": "week-12", "SUBMISSION_TAG": "submit/1", "USERNAME": "ada-gh",
    "COMMIT_URL": "https://example.org/c", "RELEASE_URL": "https://example.org/r", "REVIEW_URL": "https://example.org/v",
}  # fmt: skip
TEXTS = {
    "full": RIGHT,
    "partial": NO_TEMPERATURE,
    "not_started": "def softmax(*args, **kwargs): raise NotImplementedError\n",
    "timeout": "def softmax(*args, **kwargs):\n    while True: pass\n",
    "crash": "import os\nos._exit(3)\n",
    "nasty": "def softmax(*a, **k): raise ValueError('```\\n::error::%25 \\u202e <b>|x|</b> =1+1 \\x1b[31m\\ud800')\n",
}
CASES = (*TEXTS, "internal")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory, launcher: ForkLauncher) -> dict[str, Result]:
    course = softmax_course(tmp_path_factory.mktemp("course"))
    folder = tmp_path_factory.mktemp("hand-in")
    with Grader(course, launcher) as grader:
        made = {name: graded(grader, course, folder, text, name == "timeout") for name, text in TEXTS.items()}
    return made | {"internal": broken(made["full"])}


def graded(grader: Grader, course: Course, folder: Path, text: str, is_slow: bool) -> Result:
    (folder / "softmax.py").write_text(text, encoding="utf-8")
    week = course.week("week-12")
    tasks = [replace(task, seconds=0.3 if is_slow else task.seconds) for task in week.tasks]
    return timeless(grader.grade(Submission.open(folder), week, tasks))


def timeless(result: Result) -> Result:
    """The same on every machine and day."""
    tasks = tuple(
        replace(task, path="exercises/week-12/softmax.py", checks=tuple(replace(c, seconds=0.001) for c in task.checks))
        for task in result.tasks
    )
    grader = {"version": "1", "content": "0" * 64}
    return replace(result, tasks=tasks, started=NOW, seconds=1.5, grader=grader, submission="hand-in")


def broken(result: Result) -> Result:
    """A check that we broke ourselves."""
    [task] = result.tasks
    first = replace(task.checks[0], outcome="internal", earned=0, message="This check itself broke.", detail="KeyError")
    tasks = (replace(task, checks=(first, *task.checks[1:]), status="internal", earned=task.earned - first.points),)
    return replace(result, tasks=tasks, score=result.score - first.points)


def as_text(data: object) -> str:
    return json.dumps(data, indent=1, ensure_ascii=True) + "\n"


WRITERS: dict[str, Callable[[Result], str]] = {
    "github-summary.md": lambda result: github.summary([result]),
    "github-log.txt": lambda result: "\n".join([*github.annotations([result]), *github.notices([result])]) + "\n",
    "classroom.json": lambda result: as_text(json.loads(base64.b64decode(classroom.runner_result(result.tasks[0])))),
    "classroom50.json": lambda result: as_text(classroom50.result_json([result], ENVIRONMENT, NOW)),
    "release-body.md": lambda result: classroom50.release_body([result]),
    "gradescope.json": lambda result: as_text(gradescope.results_json(result)),
    "otter.json": lambda result: as_text(otter.otter_json(result)),
    "check50.json": lambda result: as_text(check50.check50_json(result)),
}


@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize("case", CASES)
def test_a_result_is_said_as_before(results, case: str, form: str, request: pytest.FixtureRequest) -> None:
    path = GOLDENS / f"{case}.{form}"
    text = WRITERS[form](results[case])
    if request.config.getoption("refresh_goldens"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("form", WRITERS)
def test_what_a_learner_wrote_is_inert(results, form: str) -> None:
    text = WRITERS[form](results["nasty"])
    text.encode()
    assert not {"\x1b", "\u202e"} & set(text)
    assert not re.search(r"^::error::", text, re.MULTILINE)


# ---------------------------------------------------------------- GitHub


def test_the_notices_are_those_that_classrooms_reporter_wrote(results) -> None:
    complete, report = github.notices([results["partial"], results["full"]])
    assert complete == "::notice title=Autograding complete::Points 18/20"
    assert json.loads(report.partition("report::")[2]) == {"totalPoints": 18, "maxPoints": 20}


def test_without_points_there_is_no_notice() -> None:
    assert github.notices([]) == []


def test_an_annotation_points_at_the_learners_line(results) -> None:
    [line] = github.annotations([results["nasty"]])
    assert line.startswith("::error file=exercises/week-12/softmax.py,line=1,title=softmax::")
    assert "\n" not in line


def test_a_summarys_fence_is_longer_than_any_in_the_text(results) -> None:
    summary = github.summary([results["nasty"]])
    fence = summary.partition("text\n")[0]
    assert summary.count(fence) == 2


# ---------------------------------------------------------------- Classroom


@pytest.mark.parametrize("case", CASES)
def test_the_reporters_table_and_points_agree(results, case: str) -> None:
    """It adds up scores in one place, and counts passed tests in the other."""
    runner = json.loads(base64.b64decode(classroom.runner_result(results[case].tasks[0])))
    score = sum(test["score"] for test in runner["tests"])
    passed = sum(test["status"] == "pass" for test in runner["tests"])
    assert score == passed * runner["max_score"] / len(runner["tests"]) == results[case].score
    assert runner["version"] == 1 and runner["status"] == ("pass" if case == "full" else "fail")


@pytest.mark.parametrize("case", CASES)
def test_a_runner_has_no_trap_for_the_reporter(results, case: str) -> None:
    runner = json.loads(base64.b64decode(classroom.runner_result(results[case].tasks[0])))
    assert runner["tests"]
    for test in runner["tests"]:
        assert set(test) == {"name", "status", "score", "message", "test_code", "filename", "line_no", "duration"}
        assert test["line_no"] == 0 and type(test["score"]) is int and type(test["duration"]) is int
    assert "-" not in classroom.runner_id("week-12", "softmax")


def test_the_older_file_has_whole_points_and_minutes(course: Course) -> None:
    points = {task.id: 4 for task in course.tasks()}
    tests = json.loads(classroom.autograding_json(course, points))["tests"]
    assert len(tests) == len(points)
    for test in tests:
        assert set(test) == {"name", "setup", "run", "input", "output", "comparison", "timeout", "points"}
        assert test["comparison"] in ("exact", "included", "regex") and type(test["points"]) is int
        assert test["timeout"] >= 5


# ---------------------------------------------------------------- Classroom 50


@pytest.mark.parametrize("case", CASES)
def test_classroom_50s_contract_field_by_field(results, case: str) -> None:
    written = classroom50.result_json([results[case]], ENVIRONMENT, NOW)
    assert set(written) == {
        "schema", "classroom", "assignment", "assignment_type", "owner", "submission", "commit", "release", "review",
        "datetime", "score", "max-score", "tests",
    }  # fmt: skip
    assert written["schema"] == "classroom50/result/v1"
    assert written["assignment_type"] in ("individual", "group") and written["owner"] == "ada-gh"
    assert written["submission"].startswith("submit/")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", written["datetime"])
    assert type(written["score"]) is int and 0 <= written["score"] <= written["max-score"]
    for test in written["tests"]:
        assert test["test-name"] and type(test["passed"]) is bool
        assert type(test["score"]) is int and 0 <= test["score"] <= test["max-score"]
    assert written["score"] == sum(test["score"] for test in written["tests"])


@pytest.mark.parametrize("missing", ["CLASSROOM", "SUBMISSION_TAG", "USERNAME", "COMMIT_URL"])
def test_a_run_that_does_not_say_whose_it_is_has_a_sentence(results, missing: str) -> None:
    environment = {name: value for name, value in ENVIRONMENT.items() if name != missing}
    with pytest.raises(classroom50.ContractError, match=f"The variable {missing} is not set"):
        classroom50.result_json([results["full"]], environment, NOW)


# ---------------------------------------------------------------- check50 and Otter


@pytest.mark.parametrize("case", CASES)
def test_check50_says_passed_failed_or_could_not_run(results, case: str) -> None:
    written = check50.check50_json(results[case])
    assert set(written) == {"slug", "results", "version"}
    for check in written["results"]:
        assert set(check) == {"name", "description", "passed", "log", "cause", "data", "dependency"}
        assert check["passed"] in (True, False, None)
        assert (check["cause"] is None) == (check["passed"] is True)


def test_otters_questions_add_up(results) -> None:
    [question] = otter.otter_json(results["partial"]).values()
    passed = [
        case["points"]
        for case, got in zip(question["test_cases"], question["test_case_results"], strict=True)
        if got["passed"]
    ]
    assert (question["score"], question["possible"], sum(passed)) == (8, 10, 8)


# ---------------------------------------------------------------- the verb


def test_every_form_is_written_from_a_file(results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    monkeypatch.setenv("GITHUB_OUTPUT", str(tmp_path / "output"))
    (tmp_path / "week-12.json").write_text(results["partial"].to_json(), encoding="utf-8")
    for form in FORMS:
        assert report_results(form, [tmp_path / "week-12.json"], tmp_path / f"{form}.out") == 0
        assert (tmp_path / f"{form}.out").stat().st_size
    assert "8 / 10" in (tmp_path / "summary.md").read_text(encoding="utf-8")
    assert (tmp_path / "output").read_text(encoding="utf-8").startswith("week_12_softmax=")


@pytest.mark.parametrize(
    ("form", "content", "says"),
    [
        ("github", None, "There is no Result to report"),
        (
            "github",
            "{}",
            "is no Result: write one with make check WEEK=week-12 JSON=file (without make: check --json FILE",
        ),
        ("github", "not json", "is no Result"),
        ("fax", "{}", "There is no form 'fax'; known are github, "),
    ],
)
def test_what_cannot_be_reported_has_a_sentence(tmp_path: Path, form: str, content: str | None, says: str) -> None:
    if content is not None:
        (tmp_path / "r.json").write_text(content, encoding="utf-8")
    with pytest.raises(ReportError, match=re.escape(says)):
        report_results(form, [tmp_path], None)


def test_without_a_file_a_form_is_printed_and_github_is_written_to_only_where_it_says(
    results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    (tmp_path / "r.json").write_text(results["partial"].to_json(), encoding="utf-8")
    assert report_results("github", [tmp_path], None) == 0
    assert "::error file=" in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == ["r.json"]


def test_a_form_of_one_week_refuses_two(results, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.json").write_text(results["full"].to_json(), encoding="utf-8")
    with pytest.raises(ReportError, match="takes the Result of one week, not 2"):
        report_results("gradescope", [tmp_path], None)
