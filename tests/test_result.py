"""The result: the same bytes for the same files, a published schema, and nothing hidden for the learner."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from test_course import HIDDEN, NO_TEMPERATURE, RIGHT, VISIBLE, edit, softmax_course

from autograder.confine.canaries import Isolation
from autograder.course import Course
from autograder.grade import Grader
from autograder.intake.submission import Submission
from autograder.launch import ForkLauncher
from autograder.outcomes import OUTCOMES
from autograder.result import SCHEMA, SCHEMA_FILE, CheckResult, Result, status_of

PRINTS = (
    "def softmax(scores, dim=-1, temperature=1.0):\n    print('saw', scores.dtype, flush=True)\n    return scores\n"
)
TEXTS = {
    "right": RIGHT,
    "no temperature": NO_TEMPERATURE,
    "starter": "def softmax(*args, **kwargs): raise NotImplementedError\n",
    "crash": "import os\nos._exit(3)\n",
    "syntax": "def softmax(:\n",
    "library": "def softmax(scores, dim=-1, temperature=1.0): return (scores / temperature).softmax(dim)\n",
    "surrogates": "def softmax(*args, **kwargs): raise ValueError('\\ud800 \\x1b[31m')\n",
    "prints": PRINTS,
}


@pytest.fixture(scope="module")
def mini(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return softmax_course(tmp_path_factory.mktemp("course"))


@pytest.fixture(scope="module")
def grader(mini: Course, launcher: ForkLauncher) -> Iterator[Grader]:
    isolation = Isolation("weak", "Not all was blocked.", ("reads a file", "opens a socket"))
    with Grader(mini, launcher, isolation=isolation) as grader:
        yield grader


@pytest.fixture
def grade(grader: Grader, mini: Course, tmp_path: Path) -> Callable[[str], Result]:
    def grade_(text: str) -> Result:
        (tmp_path / "softmax.py").write_text(text, encoding="utf-8")
        return grader.grade(Submission.open(tmp_path), mini.week("week-12"))

    return grade_


def without_times(text: str) -> str:
    text = re.sub(r'("seconds": )[\d.e-]+', r"\1 0", text)
    return re.sub(r'("started": )"[^"]*"', r"\1 0", text)


# ---------------------------------------------------------------- as text


@pytest.mark.parametrize("name", TEXTS)
def test_every_result_fits_the_schema_and_is_written_again_alike(grade, name: str) -> None:
    result = grade(TEXTS[name])
    text = result.to_json()
    schema = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(json.loads(text))
    assert Result.from_json(text).to_json() == text
    assert result.internal == []


def test_a_result_is_read_back_as_it_was(grade) -> None:
    result = grade(NO_TEMPERATURE)
    assert Result.from_json(result.to_json()) == result


def test_a_result_of_our_own_fault_fits_the_schema_too(grade) -> None:
    result = grade(RIGHT)
    check = replace(result.tasks[0].checks[0], outcome="internal", earned=0, detail="KeyError: 'x'")
    task = replace(result.tasks[0], checks=(check,), status="internal", earned=0)
    broken = replace(result, tasks=(task,), score=0)
    schema = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(json.loads(broken.to_json()))
    assert broken.internal == [check]
    assert not broken.passed


def test_the_schema_and_the_engine_know_the_same_outcomes() -> None:
    schema = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    assert sorted(schema["$defs"]["outcome"]["enum"]) == sorted(OUTCOMES)
    assert schema["properties"]["schema"]["const"] == SCHEMA


def test_the_text_is_plain_ascii_with_sorted_keys(grade) -> None:
    text = grade(TEXTS["surrogates"]).to_json()
    assert text.isascii()
    assert text.endswith("}\n")
    assert list(json.loads(text)) == sorted(json.loads(text))


@pytest.mark.parametrize("name", ["no temperature", "crash", "prints"])
def test_the_same_files_give_the_same_bytes_times_aside(grade, name: str) -> None:
    first = without_times(grade(TEXTS[name]).to_json())
    grade("import torch\ntorch.exp = torch.log\ntorch.set_default_dtype(torch.float64)\n" + RIGHT)
    assert without_times(grade(TEXTS[name]).to_json()) == first


def test_points_add_up_in_every_view(grade) -> None:
    for text in TEXTS.values():
        result = grade(text)
        [task] = result.tasks
        assert result.score == task.earned == sum(check.earned for check in task.checks)
        assert result.max_score == task.points == sum(check.points for check in task.checks) == 10
        assert result.public["score"] == sum(check.earned for check in task.checks if check.visible)
        assert result.public["max_score"] == 4
        assert all(check.earned in (0, check.points) for check in task.checks)
        assert result.passed == (text == RIGHT)


# ---------------------------------------------------------------- what a learner may read


def hidden_of(result: Result) -> list[CheckResult]:
    return [check for task in result.tasks for check in task.checks if not check.visible]


def test_a_hidden_check_says_its_title_perhaps_its_hint_and_no_details(grade) -> None:
    """The title is true of every answer; the hint is a guess, and says that it is one."""
    result = grade(PRINTS)
    learner = result.for_learner()
    assert any(check.detail for check in hidden_of(result))
    assert [check.detail for check in hidden_of(learner)] == [""] * 6
    for check in hidden_of(learner):
        assert check.message == f"A hidden check of softmax: {check.title} Perhaps: {check.hint}"
    assert [check.detail for check in learner.tasks[0].checks if check.visible] == [
        check.detail for check in result.tasks[0].checks if check.visible
    ]


def test_what_is_printed_in_hidden_checks_is_not_shown(grade) -> None:
    """``grade_dtypes`` alone asks with bfloat16."""
    printed = grade(PRINTS).for_learner().tasks[0].printed
    assert "saw torch.float32" in printed
    assert "bfloat16" not in printed


SPIES = {
    "memory": "raise MemoryError",
    "memory by name": 'raise RuntimeError(f"can\'t allocate memory {scores.tolist()}")',
    "kind of error": "raise type(f'Saw{scores.flatten()[0].item()}', (Exception,), {})()",
    "message": "raise ValueError(scores.tolist())",
    "answer": "return str(scores.tolist())",
    "crash": "import os; os._exit(int(scores.numel()) % 200)",
    "exit": "raise SystemExit(str(scores.tolist()))",
    "starter": "raise NotImplementedError(str(scores.tolist()))",
    "missing name": "import sys; raise sys.modules['autograder.worker.runtime']._MissingName(str(scores.tolist()))",
    "line of the source": "import linecache as lc; lc.cache['softmax.py'] = (0, None, [str(scores.tolist())] * 99, '');"
    " return torch.softmax(scores, dim)",
    "name of a type": "return type(f'Saw{scores.flatten()[0].item()}', (), {})()",
    "lost": "return torch.zeros(1).expand(10**10)",
}


@pytest.mark.parametrize("body", SPIES.values(), ids=SPIES)
def test_no_answer_brings_hidden_inputs_into_the_learners_report(grade, body: str) -> None:
    """Whatever the code does with what it is asked, the learner reads authored words only."""
    text = f"import torch\n\ndef softmax(scores, dim=-1, temperature=1.0):\n    {body}\n"
    result = grade(text)
    for check in hidden_of(result.for_learner()):
        assert not re.search(r"Saw|softmax\(|\d\.\d\d|tensor|dim=", check.message.replace(check.hint, ""))
    assert result.internal == []


def test_an_exit_code_does_not_bring_hidden_inputs_out(grade) -> None:
    spy = "import os\n\ndef softmax(scores, dim=-1, temperature=1.0):\n    os._exit({})\n"
    one = [check.message for check in hidden_of(grade(spy.format("len(scores)")).for_learner())]
    other = [check.message for check in hidden_of(grade(spy.format("77")).for_learner())]
    assert one == other


def test_a_visible_check_says_what_was_called_and_what_came_back(grade) -> None:
    result = grade(NO_TEMPERATURE)
    [visible] = [check for check in result.tasks[0].checks if check.visible and check.outcome == "failed"]
    assert visible.name == "check_temperature_zero"
    assert visible.message.startswith(
        "softmax(tensor([2, 1]), temperature=0.25): the weights at temperature 0.25: at [0]"
    )
    assert visible.message.endswith("Likely: The temperature changes nothing in your weights: divide the scores by it.")
    assert visible.mistake == "temperature-ignored"


def test_a_changed_input_is_a_note(grade) -> None:
    changes = RIGHT.replace("    powers", "    scores -= scores.amax(dim, keepdim=True)\n    powers")
    assert grade(changes).tasks[0].notes == ("softmax changes its input; work on a copy.",)


# ---------------------------------------------------------------- the status of a task


def check_of(outcome: str) -> CheckResult:
    return CheckResult("check_x", "X.", True, 1, int(outcome == "passed"), outcome, "", "", None, None, "", 0.0)


@pytest.mark.parametrize(
    ("outcomes", "status"),
    [
        (["passed"], "passed"),
        (["passed", "passed"], "passed"),
        (["passed", "failed"], "failed"),
        (["not_started", "not_started"], "not_started"),
        (["not_started", "passed"], "failed"),
        (["missing"], "missing"),
        (["timeout", "timeout"], "timeout"),
        (["timeout", "crashed"], "failed"),
        (["passed", "internal"], "internal"),
        (["internal", "failed", "missing"], "internal"),
        ([], "failed"),
    ],
)
def test_a_task_is_what_all_its_checks_are(outcomes: list[str], status: str) -> None:
    assert status_of(tuple(map(check_of, outcomes))) == status


# ---------------------------------------------------------------- our own faults


def test_a_check_that_breaks_is_internal_and_never_the_learners_fault(tmp_path: Path, launcher: ForkLauncher) -> None:
    course = softmax_course(tmp_path)
    edit(
        tmp_path, VISIBLE, '    """Each row adds up to 1 over the last axis."""\n', '    """Each row."""\n    {}["x"]\n'
    )
    edit(
        tmp_path, HIDDEN, '    """A score of -inf gets weight 0."""\n', '    """Inf."""\n    pytest.skip("not today")\n'
    )
    (tmp_path / "softmax.py").write_text(RIGHT, encoding="utf-8")
    with Grader(course, launcher) as grader:
        result = grader.grade(Submission.open(tmp_path / "softmax.py"), course.week("week-12"))
    assert [check.name for check in result.internal] == ["check_rows", "grade_minus_infinity"]
    assert (result.score, result.max_score, result.tasks[0].status) == (8, 10, "internal")
    assert all("our fault" in check.message for check in result.internal)
    assert "KeyError: 'x'" in result.internal[0].detail
