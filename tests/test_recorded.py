"""A learner's copy has no mistakes to replay, and names the same ones by what was recorded of them."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch
from test_course import KNOWN, NO_TEMPERATURE, RIGHT, softmax_course

from autograder.authoring.audit import Findings, audit_tasks
from autograder.authoring.leaks import Secrets, search
from autograder.authoring.recording import learners_view, recordings
from autograder.authoring.release import student_files
from autograder.checks import recorded
from autograder.checks.mistakes import Cell, Diagnosis, mistakes_of
from autograder.checks.recorded import RecordedMistakes, known_mistakes, question
from autograder.checks.session import Session, StandIn
from autograder.checks.student import Call, local_answers
from autograder.course import Course, Task
from autograder.grade import Grader
from autograder.intake.submission import Source
from autograder.launch import ForkLauncher
from autograder.result import TaskResult
from autograder.worker import wire

TASKS = [task.id for task in Course.open().tasks()]
EVERY = 4
"""Of a task's mistakes every fourth is graded here; `make audit` grades all."""
NOT_TOLD_APART = ["leading-axes-not-compared", "number-of-axes-only"]
"""Mistakes of week-12/score_shape that answer all visible checks alike."""
BARE = {"LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}


def task_in(course: Course, task_id: str) -> Task:
    week, _, name = task_id.partition("/")
    return course.week(week).task(name)


def graded(grader: Grader, text: str, task_id: str = "week-12/softmax") -> TaskResult:
    task = task_in(grader.course, task_id)
    return grader.grade_task(task, Session(task, Source(task.filename, text), grader.desk.launcher))


def told(result: TaskResult) -> list[tuple]:
    return [(check.name, check.outcome, check.mistake, check.message) for check in result.checks]


def names(result: TaskResult) -> set[str]:
    return {check.mistake for check in result.checks if check.mistake}


# ---------------------------------------------------------------- the same name, the same sentence


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The released repository."""
    root = tmp_path_factory.mktemp("student")
    for name, data in student_files(Course.open()).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    return root


@pytest.fixture(scope="module")
def at_home(copy: Path, launcher: ForkLauncher) -> Iterator[Grader]:
    with Grader(Course.open(copy), launcher) as grader:
        yield grader


@pytest.fixture(scope="module")
def by_visible_checks(launcher: ForkLauncher) -> Iterator[Grader]:
    """Mistakes to replay, and no hidden checks."""
    with learners_view(Course.open()) as view:
        shutil.copytree(Course.open().solutions, view.root / "solutions")
        with Grader(view, launcher) as grader:
            yield grader


def some_mistakes(task_id: str) -> list[Cell]:
    task = task_in(Course.open(), task_id)
    return mistakes_of(task)[::EVERY]


@pytest.mark.parametrize("task_id", TASKS)
def test_what_is_read_at_home_is_what_a_replay_says(at_home: Grader, by_visible_checks: Grader, task_id: str) -> None:
    named = 0
    for cell in some_mistakes(task_id):
        result = graded(at_home, cell.source, task_id)
        assert told(result) == told(graded(by_visible_checks, cell.source, task_id))
        assert names(result) <= {cell.name}
        named += any(cell.says in check.message for check in result.checks)
    assert named


@pytest.mark.parametrize("name", NOT_TOLD_APART)
def test_none_is_named_where_visible_checks_cannot_tell(at_home: Grader, grader: Grader, name: str) -> None:
    task = task_in(Course.open(), "week-12/score_shape")
    [cell] = [cell for cell in mistakes_of(task) if cell.name == name]
    result = graded(at_home, cell.source, task.id)
    assert any(check.outcome == "failed" for check in result.checks)
    assert names(result) == set()
    assert names(graded(grader, cell.source, task.id)) == {name}


def run(root: Path, *command: str) -> str:
    environment = BARE | {"PYTHONPATH": str(root)}
    done = subprocess.run([sys.executable, "-m", *command], cwd=root, env=environment, capture_output=True, text=True)
    return " ".join((done.stdout + done.stderr).split())


@pytest.mark.parametrize(
    "command", [("autograder", "check", "--week", "week-12"), ("pytest", "self_checks/week-12/check_softmax.py")]
)
def test_a_learner_reads_the_mistake(copy: Path, tmp_path: Path, command: tuple[str, ...]) -> None:
    shutil.copytree(copy, tmp_path / "copy")
    (tmp_path / "copy/exercises/week-12/softmax.py").write_text(NO_TEMPERATURE, encoding="utf-8")
    assert "The temperature changes nothing in your weights: divide the scores by it." in run(
        tmp_path / "copy", *command
    )


# ---------------------------------------------------------------- what is recorded


@pytest.fixture
def mini(tmp_path: Path) -> Course:
    """The softmax task, recorded."""
    course = softmax_course(tmp_path)
    for path, text in recordings(course).items():
        path.write_text(text, encoding="utf-8")
    return course


@pytest.fixture
def softmax(mini: Course) -> Task:
    return task_in(mini, "week-12/softmax")


def test_a_mistake_that_only_hidden_checks_see_is_not_published(softmax: Task) -> None:
    text = softmax.recorded_mistakes.read_text(encoding="utf-8")
    cells = {cell.name: cell.says for cell in mistakes_of(softmax)}
    published = [mistake.name for mistake in RecordedMistakes(softmax)]
    assert published == [name for name in cells if name in published]
    assert "temperature-ignored" in published and cells["temperature-ignored"] in text
    assert "gradient-cut" not in published and cells["gradient-cut"] not in text


def test_what_is_recorded_are_answers_and_no_code() -> None:
    course = Course.open()
    secrets = Secrets.of(course)
    assert [leak for week in course.weeks for leak in search(week.tasks[0].recorded_mistakes, secrets)] == []


def test_no_answer_to_a_hidden_check_is_recorded(grader: Grader) -> None:
    task = task_in(Course.open(), "week-12/softmax")
    reference, asked = grader.desk.new_reference(task), {"check_": set(), "grade_": set()}

    def listen(frame: bytes) -> bytes:
        asked[session.answers._check[:6]].add(question(frame))
        return reference._ask(frame)

    session = StandIn(task, listen)
    grader.grade_task(task, session)
    known = {each for mistake in RecordedMistakes(task) for each in mistake.known}
    assert known & asked["check_"]
    assert asked["grade_"] and not known & asked["grade_"]


def test_a_recording_is_the_same_each_time(tmp_path: Path) -> None:
    one, other = (recordings(softmax_course(tmp_path / place)) for place in ("one", "the other"))
    assert list(one.values()) == list(other.values())


def test_code_in_a_recorded_answer_is_a_leak(tmp_path: Path) -> None:
    secrets = Secrets.of(Course.open())
    line = max(secrets.lines, key=len)
    replies = {"replies": [base64.b64encode(wire.encode({"status": "ok"}, [line, torch.ones(3)])).decode()]}
    (tmp_path / "mistakes.json").write_text(json.dumps(replies), encoding="utf-8")
    [leak] = search(tmp_path, secrets)
    assert leak.startswith("mistakes.json: base64: a reply holds")


def test_sentences_of_mistakes_are_no_secret_and_their_code_is() -> None:
    secrets = Secrets.of(Course.open())
    task = task_in(Course.open(), "week-12/softmax")
    for cell in mistakes_of(task):
        assert secrets.in_text(cell.says) is None
        assert secrets.in_text(cell.name) is None
    assert secrets.in_text(cell.code)


# ---------------------------------------------------------------- looking an answer up


def calls_of(text: str, check: str, *scores: torch.Tensor) -> list[Call]:
    student = local_answers(text, "softmax.py")
    student._begin(check)
    for each in scores:
        student.softmax(each)
    return student._calls


def test_a_question_is_known_by_all_but_the_numbers_in_its_tensors() -> None:
    def asked(check: str, scores: torch.Tensor) -> str:
        return question(calls_of(RIGHT, check, scores)[0].frame)

    first = asked("check_rows", torch.tensor([2.0, 0.0]))
    assert asked("check_rows", torch.tensor([2.0000002, 0.0])) == first
    others = [
        ("check_columns", torch.zeros(2)),
        ("check_rows", torch.zeros(3)),
        ("check_rows", torch.zeros(2).double()),
    ]
    assert first not in [asked(*other) for other in others]


def test_a_last_digit_that_differs_is_a_likeness(softmax: Task) -> None:
    """As on another processor, both in what is asked and in what is answered."""
    text = "def softmax(scores):\n    return (scores - scores.amax(-1, keepdim=True)).exp() * 1.0000002\n"
    calls = calls_of(text, "check_rows", torch.tensor([[2.0000002, 0.0], [0.0, 0.0]]))
    found = Diagnosis(RecordedMistakes(softmax)).name("check_rows", {"check_rows": calls})
    assert found is not None and found.name == "not-normalised"


def test_what_was_never_asked_is_no_likeness(softmax: Task) -> None:
    calls = calls_of(RIGHT, "check_of_tomorrow", torch.zeros(2))
    assert Diagnosis(RecordedMistakes(softmax)).name("check_of_tomorrow", {"check_of_tomorrow": calls}) is None


def test_where_the_mistakes_are_at_hand_they_are_replayed(softmax: Task) -> None:
    assert all(isinstance(mistake, Cell) for mistake in known_mistakes(softmax))
    (softmax.root / KNOWN).unlink()
    assert isinstance(known_mistakes(softmax), RecordedMistakes)


# ---------------------------------------------------------------- missing, damaged, unread


@pytest.fixture
def home(mini: Course, launcher: ForkLauncher) -> Iterator[Grader]:
    """A learner's copy of the small course."""
    with learners_view(mini) as view, Grader(view, launcher) as grader:
        yield grader


def damaged(change: Callable[[dict], object]) -> Callable[[str], str]:
    """The file after a change of what it says of softmax."""

    def write(text: str) -> str:
        data = json.loads(text)
        change(data["tasks"]["softmax"])
        return json.dumps(data)

    return write


def forged(*_: object) -> str:
    """A reply that refers to what is no object of a call."""
    head = {"status": "ok", "changed": []}
    return base64.b64encode(wire.encode(head, object(), lambda value: ("probe", "sgd"))).decode()


DAMAGES = {
    "empty": lambda text: "",
    "half of it": lambda text: text[: len(text) // 2],
    "a list": lambda text: "[]",
    "nested without end": lambda text: "[" * 100_000,
    "of another course": lambda text: text.replace('"softmax"', '"softmin"'),
    "no base64": damaged(lambda task: task["replies"].__setitem__(0, "ä")),
    "no frames": damaged(lambda task: task.update(replies=["AAAA"] * len(task["replies"]))),
    "forged frames": damaged(lambda task: task.update(replies=[forged()] * len(task["replies"]))),
    "too few replies": damaged(lambda task: task.update(replies=task["replies"][:1])),
    "a number for a name": damaged(lambda task: task["mistakes"][0].update(name=3)),
    "no sentence": damaged(lambda task: task["mistakes"][0].update(says=None)),
    "answers in a list": damaged(lambda task: task["mistakes"][0].update(answers=[1, 2])),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_names_nothing_and_changes_nothing_else(home: Grader, damage: Callable[[str], str]) -> None:
    whole = graded(home, NO_TEMPERATURE)
    assert names(whole) == {"temperature-ignored"}
    file = task_in(home.course, "week-12/softmax").recorded_mistakes
    file.write_text(damage(file.read_text(encoding="utf-8")), encoding="utf-8")
    assert_nothing_is_named(home, whole)


def test_without_the_file_checks_run_as_before(home: Grader) -> None:
    whole = graded(home, NO_TEMPERATURE)
    task_in(home.course, "week-12/softmax").recorded_mistakes.unlink()
    assert_nothing_is_named(home, whole)


def assert_nothing_is_named(home: Grader, whole: TaskResult) -> None:
    with Grader(home.course, home.desk.launcher) as anew:
        result = graded(anew, NO_TEMPERATURE)
    assert names(result) == set()
    assert [(check.name, check.outcome) for check in result.checks] == [told_of[:2] for told_of in told(whole)]


def test_nothing_is_read_unless_a_check_fails(home: Grader, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    really = recorded._read
    monkeypatch.setattr(recorded, "_read", lambda text, task: read.append(task) or really(text, task))
    assert graded(home, RIGHT).first_problem is None and read == []
    assert names(graded(home, NO_TEMPERATURE)) == {"temperature-ignored"} and read == ["softmax"]


# ---------------------------------------------------------------- the audit


def audited(course: Course, launcher: ForkLauncher) -> Findings:
    [findings] = audit_tasks(course, launcher, list(course.tasks()))
    return findings


def test_the_audit_counts_what_is_named_at_home(mini: Course, launcher: ForkLauncher) -> None:
    findings = audited(mini, launcher)
    assert (findings.named, findings.seen, findings.home, findings.breaches) == (14, 8, 8, [])


def test_another_name_at_home_is_a_breach(mini: Course, softmax: Task, launcher: ForkLauncher) -> None:
    text = softmax.recorded_mistakes.read_text(encoding="utf-8")
    swapped = text.replace('"temperature-ignored"', '"not-normalised-2"')
    softmax.recorded_mistakes.write_text(swapped, encoding="utf-8")
    findings = audited(mini, launcher)
    sentence = "the mistake temperature-ignored is named as not-normalised-2 in a learner's copy."
    assert (findings.home, findings.breaches) == (7, [f"week-12/softmax: {sentence}"])
