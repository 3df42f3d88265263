"""Grading processes behind the ordinary ``concurrent.futures.Executor`` interface, one job at a time each.

Unlike the standard library's pool, a process that dies takes only its own job with it, and no process outlives
this one: each reads its jobs from a pipe and ends when the pipe does, also in the middle of a job.

>>> with ProcessPool(2) as pool:
...     pool.submit(pow, 2, 10).result()
1024
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from autograder.course import HOME

LAST_SECONDS = 2
"""What a process has left to tidy up in once nobody asks any more."""
BOOT = "import sys; sys.path.insert(0, sys.argv[1]); from autograder.desk.pool import serve; del sys.path[0]; serve()"


class ProcessDied(Exception):
    """Raised when the process that worked on a job ended before it answered."""


class ProcessPool(Executor):
    """``jobs`` processes, each started when its first job comes and replaced when it dies."""

    def __init__(self, jobs: int):
        self._waiting: queue.SimpleQueue = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._desks = [_Desk() for _ in range(jobs)]
        self._threads = [threading.Thread(target=self._work, args=(desk,), daemon=True) for desk in self._desks]
        for thread in self._threads:
            thread.start()

    def submit(self, fn: Callable, /, *args: Any, **kwargs: Any) -> Future:
        """Queues a call; function, arguments and answer travel as pickles between our own processes."""
        if self._stopping.is_set():
            raise RuntimeError("The pool has been shut down.")
        future: Future = Future()
        self._waiting.put((future, (fn, args, kwargs)))
        return future

    def _work(self, desk: _Desk) -> None:
        for future, call in iter(self._waiting.get, None):
            if self._stopping.is_set():
                future.cancel()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(desk.ask(call))
            except BaseException as error:
                future.set_exception(error)
        desk.close()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Ends the processes once their jobs are done; with ``cancel_futures`` at once."""
        if cancel_futures:
            self._stopping.set()
            for desk in self._desks:
                desk.kill()
        for _ in self._threads:
            self._waiting.put(None)
        for thread in self._threads if wait else ():
            thread.join()


class _Desk:
    """One grading process and the pipe to it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen | None = None

    def ask(self, call: tuple) -> Any:
        frame = pickle.dumps(call)
        process = self._process = self._process or _start()
        try:
            process.stdin.write(frame)
            process.stdin.flush()
            went_well, answer = pickle.load(process.stdout)
        except Exception as error:
            self.kill()
            self.close()
            raise ProcessDied(f"A grading process ended with status {process.returncode} during a job.") from error
        if not went_well:
            raise answer
        return answer

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """Closes the pipe, at which the process ends by itself."""
        process, self._process = self._process, None
        if process is not None:
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):  # what was left to send cannot be sent any more
                    pipe.close()
            process.wait()


def _start() -> subprocess.Popen:
    """A process of its own session, so that Ctrl-C reaches only the one that asked for it."""
    command = [sys.executable, "-B", "-P", "-c", BOOT, str(HOME)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)


def serve() -> None:
    """In the process: calls from stdin, answers to what was stdout, until the pipe ends."""
    calls, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    waiting: queue.SimpleQueue = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(calls, waiting), daemon=True).start()
    for fn, args, kwargs in iter(waiting.get, None):
        _send(answers, _answer(fn, args, kwargs))


def _receive(calls: Any, waiting: queue.SimpleQueue) -> None:
    """Queues the calls that come; when no more can come, or be read, what still runs is for nobody."""
    try:
        while True:
            waiting.put(pickle.load(calls))
    finally:
        waiting.put(None)
        time.sleep(LAST_SECONDS)
        os._exit(0)


def _answer(fn: Callable, args: tuple, kwargs: dict) -> tuple[bool, Any]:
    try:
        return True, fn(*args, **kwargs)
    except Exception as error:
        return False, error


def _send(answers: Any, answer: tuple[bool, Any]) -> None:
    try:
        data = pickle.dumps(answer)
        pickle.loads(data)
    except Exception as error:  # what cannot travel is told in words
        data = pickle.dumps((False, RuntimeError(f"{answer[1]!r} cannot be sent back: {error}")))
    try:
        answers.write(data)
        answers.flush()
    except BrokenPipeError:  # nobody waits for it any more
        os._exit(0)
