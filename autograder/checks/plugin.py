"""The pytest plugin: ``student``, ``reference`` and ``rng`` for checks, and an outcome for each of them.

Files called ``check_<task>.py`` (visible) and ``grade_<task>.py`` (hidden) in a course are collected; every
function ``check_...`` or ``grade_...`` in them is one check. Its docstring's first line is its title,
``@pytest.mark.points(n)`` what it is worth, ``@pytest.mark.hint("...")`` what to try when it fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from autograder.checks.info import PREFIXES, CheckInfo, CheckModule, NoChecks, course_of, find_task, info_of, task_of
from autograder.checks.mistakes import Diagnosis
from autograder.checks.recorded import known_mistakes
from autograder.checks.rng import Rng
from autograder.checks.session import Session
from autograder.checks.student import Answers, Asked, Call, local_answers
from autograder.course import Course, CourseError, Task
from autograder.intake.submission import Submission, SubmissionError
from autograder.launch import Launcher, open_launcher
from autograder.outcomes import INTERNAL, PASSED, Problem


@dataclass
class Ending:
    """How one check ended, before points and words are given."""

    info: CheckInfo
    outcome: str
    problem: Problem | None
    seconds: float
    calls: list[Call] = field(default_factory=list)
    printed: str = ""
    error: BaseException | None = None
    asked: Asked | None = None
    """The last call that was begun, whether or not an answer came."""


class Desk:
    """What the checks of one course are run with: the launcher, the submission, the trusted answers."""

    def __init__(self, course: Course, launcher: Launcher, submission: Submission | None = None):
        self.course = course
        self.launcher = launcher
        self.submission = submission
        self._session: Session | None = None
        self._references: dict[str, Answers] = {}
        self._diagnoses: dict[str, Diagnosis] = {}

    def session(self, task: Task) -> Session:
        """The session of that task; another task's session is closed."""
        if self._session is None or self._session.task.id != task.id:
            self.close_session()
            self._session = Session(task, self.submission.source(task), self.launcher)
        return self._session

    def use(self, session: Session) -> None:
        """Takes a session that was made elsewhere as the current one."""
        self.close_session()
        self._session = session

    def take_output(self) -> str:
        """What the learner's code printed since the last check."""
        return self._session.take_output() if self._session is not None else ""

    def close_session(self) -> None:
        if self._session is not None:
            self._session.close()
        self._session = None

    def reference(self, task: Task) -> Answers:
        """The reference answers, loaded once."""
        if task.id not in self._references:
            self._references[task.id] = self.new_reference(task)
        return self._references[task.id]

    def new_reference(self, task: Task) -> Answers:
        """Reference answers that nobody else asks; raises CourseError where the solutions are not at hand."""
        if not task.solution.is_file():
            raise CourseError(f"{task.solution} is not here: only hidden checks may use the reference.")
        return local_answers(task.solution.read_text(encoding="utf-8"), task.filename)

    def diagnosis(self, task: Task) -> Diagnosis:
        if task.id not in self._diagnoses:
            self._diagnoses[task.id] = Diagnosis(known_mistakes(task))
        return self._diagnoses[task.id]


DESK = pytest.StashKey[Desk]()


# ---------------------------------------------------------------- fixtures


@pytest.fixture
def student(request: pytest.FixtureRequest) -> Answers:
    """The learner's answers to the task that this check belongs to."""
    return _given(request.node, "student")


@pytest.fixture
def reference(request: pytest.FixtureRequest) -> Answers:
    """The reference answers, in this process; for hidden checks only."""
    return _given(request.node, "reference")


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> Rng:
    """Random inputs, seeded by the check's name."""
    return _given(request.node, "rng")


def _student(item: pytest.Item) -> Answers:
    answers = item.config.stash[DESK].session(task_of(item)).answers
    answers._begin(item.name)
    return answers


def _reference(item: pytest.Item) -> Answers:
    answers = item.config.stash[DESK].reference(task_of(item))
    answers._begin(item.name)
    return answers


def _rng(item: pytest.Item) -> Rng:
    return Rng(item.name)


MAKERS = {"student": _student, "reference": _reference, "rng": _rng}


def _given(item: pytest.Item, name: str) -> Answers | Rng:
    """What a check asks for by that name, made once for it."""
    if name not in item.funcargs:
        item.funcargs[name] = MAKERS[name](item)
    return item.funcargs[name]


# ---------------------------------------------------------------- collecting


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    if not file_path.name.startswith(PREFIXES) or file_path.suffix != ".py":
        return None
    task = find_task(file_path)
    if task is None:
        return None
    module = CheckModule.from_parent(parent, path=file_path)
    module.task = task
    return module


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    """Keeps pytest from collecting a file of checks twice when it is named on the command line."""
    if module_path.name.startswith(PREFIXES) and find_task(module_path) is not None:
        return NoChecks.from_parent(parent, path=module_path)
    return None


# ---------------------------------------------------------------- running


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("attention workbook")
    group.addoption("--submission", type=Path, help="the hand-in to check: a folder or a file (exercises/)")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "points(n): what a check is worth, a whole number")
    config.addinivalue_line("markers", 'hint("..."): what to try when the check fails')


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    is_check = item.getparent(CheckModule) is not None
    if is_check and DESK not in item.config.stash:
        item.config.stash[DESK] = _plain_desk(item)
    if is_check:
        for name in MAKERS.keys() & item._fixtureinfo.argnames:
            _given(item, name)  # pytest takes longer to look it up than a short check takes to run
    return (yield)


def _plain_desk(item: pytest.Item) -> Desk:
    """The desk of a plain pytest run, made when the first check needs it."""
    course = course_of(item)
    try:
        submission = Submission.open(item.config.getoption("submission") or course.exercises)
    except SubmissionError as error:
        pytest.exit(str(error), returncode=pytest.ExitCode.USAGE_ERROR)
    desk = Desk(course, open_launcher(), submission)
    item.config.add_cleanup(desk.launcher.close)
    item.config.add_cleanup(desk.close_session)  # the last one added is done first
    return desk


ENDING = pytest.StashKey[Ending]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo) -> Iterator[pytest.TestReport]:
    report = yield
    if item.getparent(CheckModule) and (call.when == "call" or (call.when == "setup" and call.excinfo)):
        ending = item.stash[ENDING] = _ending(item, call)
        report.sections.extend(_diagnosis_section(item, ending))
    return report


def _ending(item: pytest.Item, call: pytest.CallInfo) -> Ending:
    error = call.excinfo.value if call.excinfo else None
    problem = error if isinstance(error, Problem) else None
    outcome = problem.outcome if problem else INTERNAL if error else PASSED
    answers = item.funcargs.get("student") if hasattr(item, "funcargs") else None
    calls = list(answers._calls) if answers is not None else []
    asked = answers._asked if answers is not None else None
    printed = item.config.stash[DESK].take_output()
    return Ending(info_of(item), outcome, problem, call.duration, calls, printed, error, asked)


def _diagnosis_section(item: pytest.Item, ending: Ending) -> list[tuple[str, str]]:
    """In a plain pytest run, whose reports are read: the mistake that the failed check looks like, as a section."""
    if not item.config.pluginmanager.has_plugin("terminalreporter") or ending.outcome != "failed":
        return []
    name = ending.info.name
    mistake = item.config.stash[DESK].diagnosis(task_of(item)).name(name, {name: ending.calls})
    return [("likely mistake", f"{mistake.name}: {mistake.says}")] if mistake else []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """The points of a plain pytest run."""
    points: dict[str, list[int]] = {}
    for item in getattr(terminalreporter._session, "items", []):
        if item.getparent(CheckModule) and ENDING in item.stash:
            ending = item.stash[ENDING]
            row = points.setdefault(task_of(item).id, [0, 0])
            row[0] += ending.info.points * (ending.outcome == PASSED)
            row[1] += ending.info.points
    for task, (earned, possible) in points.items():
        terminalreporter.write_line(f"{task}: {earned} of {possible} points")
