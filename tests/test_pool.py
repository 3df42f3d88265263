"""Grading processes: one that dies takes its own job along and nothing else, and none outlives who asked for it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from pathlib import Path

import pytest
from test_gradebook import ANN, WEEK, a_result

from autograder.course import HOME
from autograder.desk import run as runs
from autograder.desk import verb
from autograder.desk.gradebook import Gradebook
from autograder.desk.plan import Ticket
from autograder.desk.pool import ProcessDied, ProcessPool
from autograder.desk.run import Batch, Run
from autograder.desk.work import Job, NotGraded
from autograder.intake.collected import Collected
from autograder.intake.handin import Attempt
from autograder.intake.roster import Student
from autograder.intake.submission import Source
from autograder.intake.trees import Folder


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPool]:
    with ProcessPool(1) as pool:
        yield pool


def until(holds: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never came to hold"
        time.sleep(0.05)


# ---------------------------------------------------------------- calls and answers


def test_a_call_comes_back_with_its_answer(pool: ProcessPool) -> None:
    assert pool.submit(pow, 2, 10).result() == 1024
    assert pool.submit(int, "ff", base=16).result() == 255


def test_jobs_are_done_by_processes_that_stay(pool: ProcessPool) -> None:
    first, second = (pool.submit(os.getpid).result() for _ in range(2))
    assert first == second != os.getpid()


def test_answers_keep_the_order_of_the_questions(pool: ProcessPool) -> None:
    assert list(pool.map(abs, range(-20, 0))) == list(range(20, 0, -1))


def test_an_exception_travels_as_it_is(pool: ProcessPool) -> None:
    with pytest.raises(ValueError, match="invalid literal for int"):
        pool.submit(int, "x").result()
    with pytest.raises(NotGraded, match="too weak"):
        pool.submit(exec, "from autograder.desk.work import NotGraded; raise NotGraded('too weak')").result()


def test_a_call_that_a_process_does_not_know_costs_that_job_alone(pool: ProcessPool) -> None:
    """This module is not on the path of a grading process."""
    with pytest.raises(ProcessDied):
        pool.submit(alive, 1).result()
    assert pool.submit(pow, 2, 3).result() == 8


def test_what_cannot_be_sent_back_is_told_in_words_and_the_process_works_on(pool: ProcessPool) -> None:
    before = pool.submit(os.getpid).result()
    with pytest.raises(RuntimeError, match="cannot be sent back"):
        pool.submit(compile, "1", "x", "eval").result()
    with pytest.raises(RuntimeError, match=r"HTTPError .* cannot be sent back"):
        pool.submit(exec, "from urllib.error import HTTPError; raise HTTPError('', 418, '', None, None)").result()
    assert pool.submit(os.getpid).result() == before


def test_what_cannot_be_sent_out_costs_that_job_alone(pool: ProcessPool) -> None:
    """Half of a pickle in the pipe would spoil every job after it."""
    before = pool.submit(os.getpid).result()
    with pytest.raises(Exception, match=r"pickle|local object"):
        pool.submit(print, "x" * 100_000, lambda: 0).result()
    assert pool.submit(os.getpid).result() == before


def test_what_a_job_prints_is_no_answer(pool: ProcessPool) -> None:
    assert pool.submit(os.write, 1, b"\x80\x04N.").result() == 4
    assert pool.submit(pow, 2, 2).result() == 4


@pytest.mark.parametrize("end", [(os._exit, 3), (os.kill, 0, signal.SIGKILL)], ids=["exit", "kill"])
def test_a_process_that_dies_takes_only_its_own_job(pool: ProcessPool, end: tuple) -> None:
    jobs = [pool.submit(pow, 2, 3), pool.submit(*end), pool.submit(pow, 2, 4), pool.submit(os.getpid)]
    assert jobs[0].result() == 8
    with pytest.raises(ProcessDied, match=r"A grading process ended with status -?[39] during a job"):
        jobs[1].result()
    assert jobs[2].result() == 16
    assert jobs[3].result() != os.getpid()


def test_large_calls_and_answers_get_through(pool: ProcessPool) -> None:
    assert len(pool.submit(bytes.upper, b"a" * (4 << 20)).result()) == 4 << 20


# ---------------------------------------------------------------- ends


def children() -> set[int]:
    return {int(pid) for task in Path("/proc/self/task").iterdir() for pid in (task / "children").read_text().split()}


def test_after_the_end_nothing_is_left_and_nothing_is_taken() -> None:
    before, descriptors = children(), len(os.listdir("/proc/self/fd"))
    threads = threading.active_count()
    with ProcessPool(2) as pool:
        assert [pool.submit(pow, 2, n).result() for n in range(4)] == [1, 2, 4, 8]
        assert children() - before
    assert children() == before
    assert (len(os.listdir("/proc/self/fd")), threading.active_count()) == (descriptors, threads)


def test_a_stop_ends_running_jobs_at_once_and_cancels_the_rest() -> None:
    pool = ProcessPool(1)
    running, waiting = pool.submit(time.sleep, 600), pool.submit(pow, 2, 3)
    until(running.running)
    until(lambda: bool(pool._desks[0]._process))
    pool.shutdown(cancel_futures=True)
    with pytest.raises(ProcessDied):
        running.result()
    with pytest.raises(CancelledError):
        waiting.result()
    with pytest.raises(RuntimeError, match="has been shut down"):
        pool.submit(pow, 2, 3)


PARENT = """
import sys, time
sys.path.insert(0, sys.argv[1])
from autograder.desk.pool import ProcessPool
pool = ProcessPool(2)
idle, busy = pool.submit(__import__("os").getpid), pool.submit(__import__("os").getpid)
print(idle.result(), busy.result(), flush=True)
pool.submit(time.sleep, 600)
print("at work", flush=True)
time.sleep(600)
"""


def test_whatever_ends_a_run_ends_its_processes() -> None:
    with pytest.raises(KeyboardInterrupt), verb._executor(None, 1) as (pool, width):
        assert (pool.submit(abs, -1).result(), width) == (1, 1)
        process = pool.submit(os.getpid).result()
        raise KeyboardInterrupt
    with pytest.raises(RuntimeError, match="has been shut down"):
        pool.submit(abs, -1)
    until(lambda: not alive(process))


def alive(pid: int) -> bool:
    try:
        return not re.search(r"^State:\s+Z", Path(f"/proc/{pid}/status").read_text(encoding="ascii"), re.MULTILINE)
    except OSError:
        return False


def test_no_process_outlives_a_parent_that_was_killed() -> None:
    """Neither the one that waits for a job nor the one in the middle of one."""
    parent = subprocess.Popen([sys.executable, "-c", PARENT, str(HOME)], stdout=subprocess.PIPE, text=True)
    pids = {int(pid) for pid in parent.stdout.readline().split()}
    pids |= {int(pid) for pid in Path(f"/proc/{parent.pid}/task/{parent.pid}/children").read_text().split()}
    assert parent.stdout.readline() == "at work\n"
    assert any(map(alive, pids))
    parent.kill()
    parent.wait()
    parent.stdout.close()
    until(lambda: not any(map(alive, pids)))


# ---------------------------------------------------------------- a run over it


class Here(Executor):
    """Answers each job at once with what a function says of it, and remembers how many were out."""

    def __init__(self, answer: Callable[[Job], str]):
        self.answer = answer
        self.jobs: list[Job] = []

    def submit(self, _: Callable, job: Job) -> Future:
        self.jobs.append(job)
        future: Future = Future()
        try:
            future.set_result(self.answer(job))
        except Exception as error:
            future.set_exception(error)
        return future


def a_ticket(number: int, refused: str = "") -> Ticket:
    source = Source("softmax.py", f"x = {number}\n")
    job = Job("week-12", "sha", Collected("hw", {"softmax": source}, {"softmax": None}))
    return Ticket(f"s{number:03}", "week-12", Attempt("hw", Folder(HOME)), (), job, refused)


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Gradebook]:
    with Gradebook.open(tmp_path / "gradebook.db") as book:
        book.enrol([ANN, *(Student(f"s{number:03}") for number in range(60))], on_roster=False)
        yield book


def right(_: Job) -> str:
    return a_result(10, 10, week=WEEK).to_json()


def batch(executor: Executor, book: Gradebook, window: int = 4, regrade: bool = False) -> Batch:
    return Batch(executor, book, window, regrade, lambda run: None)


def test_every_grading_is_kept_and_a_second_run_makes_none(book: Gradebook) -> None:
    first, second = Here(right), Here(right)
    assert batch(first, book).grade(map(a_ticket, range(9))) == Run(graded=9)
    assert batch(second, book).grade(map(a_ticket, range(9))) == Run(skipped=9)
    assert (len(first.jobs), second.jobs) == (9, [])
    assert book.latest("s003", "week-12").score == 20


def test_what_changed_is_graded_again_and_so_is_everything_when_asked(book: Gradebook) -> None:
    batch(Here(right), book).grade(map(a_ticket, range(3)))
    changed = Ticket(**{**vars(a_ticket(1)), "job": a_ticket(99).job})
    assert batch(Here(right), book).grade([a_ticket(0), changed, a_ticket(2)]) == Run(graded=1, skipped=2)
    assert batch(Here(right), book, regrade=True).grade(map(a_ticket, range(3))) == Run(graded=3)


def test_no_more_jobs_are_out_than_the_window_lets(book: Gradebook) -> None:
    """Tickets hold whole texts: they are made one by one, as jobs are done, so that memory stays flat."""
    waiting: list[Future] = []
    most = 0

    class Slow(Executor):
        def submit(self, _: Callable, job: Job) -> Future:
            nonlocal most
            waiting.append(Future())
            most = max(most, len(waiting))
            return waiting[-1]

    def finish(futures: object, return_when: str) -> tuple[set, set]:
        done = waiting.pop(0)
        done.set_result(right(None))
        return {done}, set()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(runs, "wait", finish)
        assert batch(Slow(), book, window=5).grade(map(a_ticket, range(50))).graded == 50
    assert most == 5


def test_a_job_whose_process_dies_once_is_tried_again(book: Gradebook) -> None:
    died: list[Job] = []

    def once(job: Job) -> str:
        if not died:
            died.append(job)
            raise ProcessDied("A grading process ended with status -9 during a job.")
        return right(job)

    assert batch(Here(once), book).grade([a_ticket(1)]) == Run(graded=1)


def test_a_job_whose_process_dies_twice_is_told_and_the_rest_is_graded(book: Gradebook) -> None:
    def not_that_one(job: Job) -> str:
        if "x = 1\n" in job.submission.sources["softmax"].text:
            raise ProcessDied("A grading process ended with status -9 during a job.")
        return right(job)

    run = batch(Here(not_that_one), book).grade(map(a_ticket, range(4)))
    said = "The grading broke twice: A grading process ended with status -9 during a job."
    assert (run.graded, run.failed) == (3, {("s001", "week-12"): said})
    assert run.done == 4


def test_what_may_not_be_graded_is_told_at_once_and_not_tried_again(book: Gradebook) -> None:
    def never(job: Job) -> str:
        raise NotGraded("The grading machine's copy differs.")

    executor = Here(never)
    run = batch(executor, book).grade([a_ticket(1), a_ticket(2, refused="ola.zip is cut off.")])
    assert list(run.failed.values()) == ["ola.zip is cut off.", "The grading machine's copy differs."]
    assert len(executor.jobs) == 1
