"""The checks of a course, collected by pytest once and then run for as many submissions as come.

>>> config = configure(desk, course.root)
>>> collect(config, course, course.weeks)["week-12/softmax"][0].name
'check_three_scores'
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from _pytest.config import _prepareconfig
from _pytest.main import Session as PytestSession

from autograder.checks import plugin
from autograder.checks.info import VISIBLE, CheckInfo, CheckModule, graders_here, info_of, made_from, task_of
from autograder.checks.plugin import DESK, Desk
from autograder.checks.readable import demand_python, why_not
from autograder.course import Course, CourseError, Task, Week
from autograder.stamp import is_pristine

OPTIONS = ("--disable-plugin-autoload", "--capture=no", "--assert=plain", "--import-mode=importlib", "--strict-markers")
NOT_NEEDED = (
    "cacheprovider", "doctest", "faulthandler", "junitxml", "logging", "setuponly", "setupplan", "stepwise", "terminal",
    "threadexception", "tmpdir", "unittest", "unraisableexception", "warnings",
)  # fmt: skip


def configure(desk: Desk, root: Path) -> pytest.Config:
    """A pytest of our own: no plugin but ours, no file of settings, nothing printed."""
    ours = ["-c", str(Path(__file__).with_name("empty.ini")), f"--rootdir={root}", "--noconftest"]
    arguments = [*ours, *OPTIONS, *(word for name in NOT_NEEDED for word in ("-p", f"no:{name}"))]
    config = _prepareconfig(arguments, [plugin, _BareReports()])
    config.stash[DESK] = desk
    config._do_configure()
    return config


def collect(config: pytest.Config, course: Course, weeks: Iterable[Week]) -> dict[str, list[pytest.Item]]:
    """The checks by task, visible ones first; raises CourseError where one is faulty or the points do not add up."""
    session = PytestSession.from_config(config)
    config.hook.pytest_sessionstart(session=session)
    tasks = [task for week in weeks for task in week.tasks]
    for solution in (task.solution for task in tasks if task.solution.is_file()):
        demand_python(solution.read_text(encoding="utf-8-sig"), solution)
    files = [str(path) for task in tasks for path in task.check_files]
    found: dict[str, list[pytest.Item]] = {task.id: [] for task in tasks}
    for item in _items(session, files) if files else []:
        found[task_of(item).id].append(item)
    for task in tasks:
        _check_points(task, [info_of(item) for item in found[task.id]])
    return found


def _items(session: PytestSession, files: list[str]) -> list[pytest.Item]:
    _forget_checks()
    failures: list[str] = []
    plugins, witness = session.config.pluginmanager, _Failures(failures)
    plugins.register(witness)
    items = session.perform_collect(files, genitems=True)
    plugins.unregister(witness)  # while checks run, their errors are no concern of it
    if failures:
        raise CourseError(f"Checks cannot be loaded: {failures[0]}")
    return items


def _forget_checks() -> None:
    """Checks are read anew by each grader: another course, or a changed file, may have the same module name."""
    for name in [name for name in sys.modules if name.startswith(("self_checks.", "autograder.graders."))]:
        del sys.modules[name]


def _check_points(task: Task, infos: list[CheckInfo]) -> None:
    """Raises CourseError unless the checks' points are those of the manifest."""
    total = sum(info.points for info in infos)
    if not infos:
        raise CourseError(f"{task.id} has no checks: {_what_to_write(task)}")
    hidden_is_here = any(not info.visible for info in infos)
    if total > task.points or (hidden_is_here and total != task.points):
        hidden, visible = (path.relative_to(task.root).as_posix() for path in (task.hidden_checks, task.visible_checks))
        if hidden_is_here:
            advice = f" The marks stand in {hidden}; after a change of one, `make build`."
        else:
            advice = f" `git checkout {visible} exercises/{task.week}/week.toml` brings both back as they were."
        points = f"{total} point{'' if total == 1 else 's'}"
        raise CourseError(f"The checks of {task.id} add up to {points}, its manifest says {task.points}.{advice}")


def _what_to_write(task: Task) -> str:
    """What to do where a task has no checks: an author writes them, in a learner's copy they have got lost."""
    hidden, visible = (path.relative_to(task.root).as_posix() for path in (task.hidden_checks, task.visible_checks))
    if task.solution.is_file() or task.hidden_checks.parent.parent.is_dir():
        return f"write them into {hidden}, then `make build`."
    return f"{visible} is missing; `git checkout {visible}` brings it back."


class _Failures:
    """Takes down why a file of checks could not be collected."""

    def __init__(self, failures: list[str]):
        self.failures = failures

    def pytest_exception_interact(self, node: pytest.Collector, call: pytest.CallInfo) -> None:
        error = call.excinfo.value.__cause__ or call.excinfo.value  # pytest's own error has frames for its text
        why = why_not(node.path, node.nodeid, error)
        self.failures.append(" ".join(filter(None, (why, _how_to_mend(node)))))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self.failures.append(f"{report.nodeid}: {report.longrepr[2]}.")


def _how_to_mend(node: pytest.Collector) -> str:
    """Of a file of visible checks: what it is made from; in a learner's copy, how it comes back once it was edited."""
    if not isinstance(node, CheckModule) or not node.path.name.startswith(VISIBLE):
        return ""
    if graders := made_from(node.path, node.task):
        return f"It is made from {graders}: mend that, then `make build`."
    if graders_here(node.task) or is_pristine(node.path.read_text(encoding="utf-8", errors="replace")):
        return ""
    return f"`git checkout {node.nodeid}` brings it back."


class _BareReports:
    """Reports without pytest's rendering of the traceback, which nobody reads here and which costs most."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo) -> pytest.TestReport:
        outcome = "failed" if call.excinfo else "passed"
        return pytest.TestReport(item.nodeid, item.location, {}, outcome, None, call.when, duration=call.duration)
