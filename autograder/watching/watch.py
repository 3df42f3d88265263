"""The verb ``watch``: checks what has no verdict yet, then every save, until ``q``."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from autograder.checking import from_here, load_grader
from autograder.confine import privileges
from autograder.course import Course
from autograder.launch import Launcher, open_launcher
from autograder.watching import keys

STATE = ".watch-state.json"
STARTING = "Starting: the first check takes a few seconds ..."
TERMINATED = 143
"""The exit status after SIGTERM, as shells have it."""


class Terminated(KeyboardInterrupt):
    """Raised by SIGTERM and SIGHUP: whatever lets Ctrl-C through lets this through, and everything is put back."""


def watch_work(path: Path | None, week: str | None, task: str | None, plain: bool, poll: bool) -> int:
    """Watches until ``q``, Ctrl-C or a signal; returns the exit status."""
    privileges.undumpable()
    print(STARTING, flush=True)
    try:
        with _ended_by_signals(), contextlib.closing(open_launcher()) as launcher:
            _watch(launcher, path, week, task, plain, poll)
    except Terminated:
        return TERMINATED
    except KeyboardInterrupt:
        print()
    return 0


def _watch(launcher: Launcher, path: Path | None, week: str | None, task: str | None, plain: bool, poll: bool) -> None:
    load_grader()  # these take their time, while the launcher warms up
    from autograder.watching.checks import Checks
    from autograder.watching.commands import Commands
    from autograder.watching.loop import Loop
    from autograder.watching.saves import Saves
    from autograder.watching.screen import Plain, Screen, View
    from autograder.watching.stage import Stage
    from autograder.watching.state import Memory
    from autograder.watching.work import Work

    course = Course.open()
    memory, remark = Memory.open(course.root / STATE)
    by_line = plain or not keys.is_terminal()
    path = path or from_here(course.exercises)
    with contextlib.closing(Work(course, launcher, path, week, task)) as work:
        view = View(work.weeks, work.tasks, work.tasks[0], work.isolation.level)
        stage = Stage(view, Plain() if by_line else Screen())
        checks = Checks(work, memory, stage, time.time)
        loop = Loop(work, checks, Commands(checks, stage), stage)
        places = [path, *sorted(work.course_folders)]
        with (
            keys.listen(loop.tell, by_line),
            Saves(places, loop.tell, poll),
            _on_signal("SIGWINCH", lambda: loop.tell(keys.Key(keys.AGAIN))),
        ):
            loop.run(remark)


def _terminate() -> None:
    raise Terminated


@contextlib.contextmanager
def _ended_by_signals() -> Iterator[None]:
    with _on_signal("SIGTERM", _terminate), _on_signal("SIGHUP", _terminate):
        yield


@contextlib.contextmanager
def _on_signal(name: str, act: Callable[[], None]) -> Iterator[None]:
    """Acts on that signal as long as the context lasts, where the system has it."""
    number = getattr(signal, name, None)
    if number is None:
        yield
        return
    earlier = signal.signal(number, lambda *_: act())
    try:
        yield
    finally:
        signal.signal(number, earlier)
