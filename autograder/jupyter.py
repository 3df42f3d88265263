"""What a notebook imports: ``check("softmax")`` asks the visible checks about the function defined in its cells.

The code goes as text to a grading process, which runs it in a confined worker, as ``make check`` does.

>>> from autograder.jupyter import check
>>> check("softmax")
check() works in a notebook. In a terminal, type: make check TASK=name
"""

from __future__ import annotations

import atexit
import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
from typing import Any

from autograder.course import HOME, Course, CourseError, Task
from autograder.course.tasks import said_task
from autograder.notebooks import Extract, Notebook, asked_names
from autograder.outcomes import Missing
from autograder.report.cell import Report, Sentence
from autograder.result import TaskResult
from autograder.result import task_from as task_from


class KernelError(Exception):
    """Raised when a notebook cannot be checked; its sentence says why."""


def check(name: object = "") -> None:
    """Shows what the visible checks of a task say of the code in the cells that were run so far.

    ``name`` is a task's name, such as ``"softmax"``; with its week, ``"week-12/softmax"``, where several weeks
    have a task of that name.
    """
    _show(_checked(name))


def points(name: str) -> float:
    """For nbgrader's grade cells: shows the same, and returns practice points as a plain float, whatever happens.

    The points that the visible checks give, in proportion, of all points of the task. Points that count come from
    the confined graders, hidden checks included, after hand-in.
    """
    with contextlib.redirect_stderr(io.StringIO()):  # a word on stderr would cost all points of the cell
        report = _checked(name)
        _show(report)
    return report.practice_points


def _checked(name: object) -> Report | Sentence:
    try:
        task = _task(name)
        extract = Notebook.of_session(_inputs()).extract(task)
        if extract.problem is not None:
            return Sentence(_problem(extract))
        return Report(task, GRADER.grade(task, extract.text), extract)
    except (KernelError, CourseError, OSError) as error:
        return Sentence(str(error))


def _task(said: object) -> Task:
    """The task of that name; raises KernelError or CourseError with what to type."""
    course = Course.open()
    if not isinstance(said, str) or not said.strip():
        raise KernelError(f'Say which task by its name, in quotes: check("{_meant(course, said)}").')
    week, name = said_task(said)
    found = [each.task(name) for each in course.weeks_with(name, week)]
    if len(found) > 1:
        which = " or ".join(f'check("{task.id}")' for task in found)
        raise KernelError(f"Several weeks have a task {name}: say which, {which}.")
    return found[0]


def _meant(course: Course, given: object) -> str:
    """The task that a function belongs to, if it is one of the learner's; else one to go by."""
    name = getattr(given, "__name__", None)
    tasks = list(course.tasks())
    own = [task for task in tasks if name == task.name] or [task for task in tasks if name in asked_names(task)]
    return (own or tasks)[0].name


def _problem(extract: Extract) -> str:
    run = " Run the cell that defines it, then check again." if isinstance(extract.problem, Missing) else ""
    return extract.problem.message + run


def _kernel() -> Any:
    """The running IPython, if there is one."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython else None


def _inputs() -> list[str]:
    """The text of every cell that was run, as it was written, from In [1] on."""
    kernel = _kernel()
    if kernel is None:
        raise KernelError("check() works in a notebook. In a terminal, type: make check TASK=name")
    return list(kernel.history_manager.input_hist_raw[1:])


def _show(report: Report | Sentence) -> None:
    if _kernel() is None:
        print(report)
    else:
        from IPython.display import display

        display(report)


class WarmGrader:
    """The grading process of this kernel: started when first needed, and again should it have ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._said: Any = None

    def grade(self, task: Task, text: str) -> TaskResult:
        """Raises KernelError with the reason if there is no answer."""
        process = self._running()
        try:
            process.stdin.write(json.dumps({"task": task.id, "text": text}).encode() + b"\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        except OSError:
            answer = b""
        except BaseException:  # interrupted: a late answer must not be taken for the next one
            self.end()
            raise
        if not answer.endswith(b"\n"):
            raise KernelError(f"The grading process ended: {self._last_words()}")
        return task_from(json.loads(answer))

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None or self._owner != os.getpid():
            self._said = tempfile.TemporaryFile()  # noqa: SIM115
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "autograder.public_grader"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._said,
                env={**os.environ, "PYTHONPATH": str(HOME)},
                start_new_session=True,  # interrupting a cell interrupts the kernel's group
            )
            self._owner = os.getpid()
        return self._process

    def _last_words(self) -> str:
        self.end()
        self._said.seek(0)
        lines = self._said.read().decode("utf-8", "replace").strip().split("\n")
        return lines[-1] or "it said nothing. Run the cell again."

    def end(self) -> None:
        """Ends the process; the next check starts a new one."""
        if self._process is not None and self._owner == os.getpid():
            with contextlib.suppress(OSError):  # what was written and never read
                self._process.stdin.close()
            self._process.kill()
            self._process.wait()
            self._process.stdout.close()
        self._process = None


GRADER = WarmGrader()
atexit.register(GRADER.end)
