"""Launchers: workers that start, answer in time, and leave nothing behind in the process that graded them."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from test_course import HIDDEN, RIGHT, softmax_course

from autograder import launch
from autograder.checks.session import Session
from autograder.course import Course
from autograder.grade import Grader
from autograder.intake.submission import Source
from autograder.launch import (
    KEPT_OUTPUT,
    ForkLauncher,
    LaunchError,
    Output,
    SpawnLauncher,
    Worker,
    command,
    death,
    handle,
    open_launcher,
)
from autograder.worker.frames import join


@pytest.fixture(scope="module")
def mini(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """The softmax task with its visible checks alone: few checks, so that many gradings take little time."""
    course = softmax_course(tmp_path_factory.mktemp("course"))
    (course.root / HIDDEN).unlink()
    return course


# ---------------------------------------------------------------- output


def printed(*pieces: bytes) -> str:
    output = Output()
    for piece in pieces:
        output.add(piece)
    return output.text


def test_short_output_is_kept_whole() -> None:
    assert printed() == ""
    assert printed(b"a", b"", b"bc\n") == "abc\n"
    whole = bytes(range(97, 123)) * (2 * KEPT_OUTPUT // 26)
    assert printed(whole) == printed(*(whole[i : i + 777] for i in range(0, len(whole), 777))) == whole.decode()


def test_long_output_keeps_its_head_and_its_tail() -> None:
    text = printed(b"HEAD", *[b"x" * 1000] * 1000, b"TAIL")
    assert text.startswith("HEAD")
    assert text.endswith("TAIL")
    assert f"[... {1_000_008 - 2 * KEPT_OUTPUT} bytes left out ...]" in text
    assert len(text) < 2 * KEPT_OUTPUT + 60


def test_output_may_be_any_bytes() -> None:
    assert printed(b"\xff\xfe\0", "é".encode()[:1]) == "\ufffd\ufffd\0\ufffd"


# ---------------------------------------------------------------- the end, in words


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (None, "for an unknown reason"),
        (0, "by itself, with exit code 0"),
        (3 << 8, "by itself, with exit code 3"),
        (255 << 8, "by itself, with exit code 255"),
        (9, "through signal SIGKILL"),
        (11 | 0x80, "through signal SIGSEGV"),
        (99, "through signal 99"),
    ],
)
def test_a_death_in_words(status: int | None, words: str) -> None:
    assert death(status) == words


# ---------------------------------------------------------------- spawned workers


@pytest.fixture
def spawner() -> Iterator[SpawnLauncher]:
    with contextlib.closing(open_launcher(spawn=True)) as launcher:
        yield launcher


def test_spawned_workers_grade_a_task_from_end_to_end(spawner: SpawnLauncher, mini: Course) -> None:
    assert spawner.kind == "spawn"
    task = replace(mini.week("week-12").task("softmax"), seconds=3.0)
    text = RIGHT.replace("if temperature", "while temperature == 0: pass\n    if temperature")
    before = descriptors(), len(children(os.getpid()))
    with Grader(mini, spawner) as grader:
        result = grader.grade_task(task, Session(task, Source("softmax.py", text), spawner))
    assert [check.outcome for check in result.checks] == ["passed", "passed", "passed", "timeout"]
    assert (descriptors(), len(children(os.getpid()))) == before


# ---------------------------------------------------------------- nothing is left behind


def descriptors(pid: int | str = "self") -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))


def threads(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/task"))


def children(pid: int) -> list[str]:
    """The states of a process's children; Z is a zombie."""
    states = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, parent = entry.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[:2]
            if parent == str(pid):
                states.append(state)
    return sorted(states)


NASTY = [
    "import os\nos._exit(0)\n",
    "import os\ndef softmax(*a, **k): os._exit(1)\n",
    "import os\nos.abort()\n",
    "import os\nos.kill(os.getpid(), 11)\n",
    "import os\nos.closerange(0, 100)\n" + RIGHT,
    "import os\nos.write(3, b'rubbish' * 9)\n" + RIGHT,
    "import os\nos.write(3, b'AWF1' + bytes([255]) * 12)\n" + RIGHT,
    "import sys\nsys.stdout = sys.stderr = None\nraise ValueError\n",
    "raise SystemExit\n",
    "def softmax(*a, **k): raise KeyboardInterrupt\n",
    "def softmax(*a, **k): return b'x' * 10**6\n",
    "def softmax(:\n",
    "import torch\nkept = torch.ones(1 << 40)\n",
    "import ctypes\nctypes.string_at(0)\n",
    "import mmap\nmmap.mmap(-1, 1 << 26)\nraise ValueError\n",
    "import os\nfor n in range(99): os.open('/dev/null', os.O_RDONLY)\n",
    "import os\nos.fork()\n",
    "open('/dev/shm/nasty', 'w')\n",
    "import multiprocessing.shared_memory as s\ns.SharedMemory('nasty', create=True, size=9)\n",
    "import tempfile\ntempfile.NamedTemporaryFile(prefix='nasty', delete=False)\n",
    "import threading\nfor n in range(9): threading.Thread(target=threading.Event().wait, daemon=True).start()\n"
    "raise ValueError\n",
    "import os, signal\nfor n in range(1, 31):\n    if n not in (9, 19): signal.signal(n, signal.SIG_IGN)\n"
    "os._exit(3)\n",
    "import atexit, time\natexit.register(time.sleep, 1000)\nprint('x' * 300_000)\nraise ValueError\n",
    "class Odd:\n    def __del__(self):\n        while True: pass\nkept = Odd()\n1 / 0\n",
]
ROUNDS = 20
LOOP = "import time\ntime.sleep(1000)\n"
PLACES = ("/tmp", "/var/tmp", "/dev/shm")


def left(zygote: int) -> dict[str, object]:
    """What is held at this moment, here and in the zygote, and the files that the nasty ones name."""
    files = [path for place in PLACES for path in Path(place).glob("nasty*")]
    with open("/proc/sysvipc/shm", encoding="ascii") as segments:
        shared = len(segments.readlines())
    return {
        "descriptors": descriptors(),
        "threads": threading.active_count(),
        "children": len(children(os.getpid())),
        "files": files,
        "shared memory": shared,
        "descriptors of the zygote": descriptors(zygote),
        "threads of the zygote": threads(zygote),
    }


def test_five_hundred_nasty_submissions_leave_nothing_behind(launcher: ForkLauncher, mini: Course) -> None:
    task = mini.week("week-12").task("softmax")
    with Grader(mini, launcher) as grader:

        def grade(text: str, seconds: float = 20.0) -> int:
            limited = replace(task, seconds=seconds)
            return grader.grade_task(task, Session(limited, Source("softmax.py", text), launcher)).earned

        assert grade(RIGHT) == 4
        zygote, before = launcher.pid, left(launcher.pid)
        for _ in range(ROUNDS):
            assert sum(map(grade, NASTY)) == 0
            assert grade(LOOP, seconds=0.1) == 0
        assert grade(RIGHT) == 4
        assert launcher.pid == zygote
        assert left(zygote) == before
        assert (
            len(children(zygote)) <= 2
        )  # one is ready for the next task, and the last one may not have been reaped yet


def test_the_batch_goes_on_when_the_zygote_is_killed_between_submissions(mini: Course, dying: ForkLauncher) -> None:
    task = mini.week("week-12").task("softmax")
    with Grader(mini, dying) as grader:
        for text, earned in ((NASTY[1], 0), (RIGHT, 4)):
            zygote = dying._process
            assert grader.grade_task(task, Session(task, Source("softmax.py", text), dying)).earned == earned
            zygote.kill()
            zygote.wait()


def test_a_worker_that_is_ended_twice_is_ended_once(launcher: ForkLauncher) -> None:
    worker = launcher.start(1.0, 300)
    worker.first_frame()
    before = descriptors()
    worker.end()
    assert descriptors() == before - 3  # its socket, its output and its selector


def test_a_worker_that_ends_before_it_stands_is_not_the_learners_fault() -> None:
    """Here one that has no output of its own, as elsewhere than on Linux."""
    ours, theirs = socket.socketpair()
    worker = Worker(os.getpid(), ours, None, lambda autopsy: 3 << 8)
    theirs.close()
    with pytest.raises(LaunchError, match=r"^A worker did not start \(the process ended\)"):
        worker.first_frame()
    assert worker.take_output() == ""
    assert worker.end() == 3 << 8


def test_a_frame_that_does_not_fit_at_once_is_sent_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its reader begins when the writer has waited."""
    ours, theirs = socket.socketpair()
    worker = Worker(os.getpid(), ours, None, lambda autopsy: None)
    asked, reply, waited = join(b"{}", [bytes(4 << 20)]), join(b"[]", []), threading.Event()
    heard = bytearray()
    monkeypatch.setattr(handle, "LOOK_SECONDS", 0)
    monkeypatch.setattr(worker, "_look", waited.set)

    def read() -> None:
        waited.wait()
        while len(heard) < len(asked):
            heard.extend(theirs.recv(1 << 16))
        theirs.sendall(reply)

    reader = threading.Thread(target=read)
    reader.start()
    assert worker.exchange(asked, 60.0) == reply
    reader.join()
    assert heard == asked
    worker.end()
    theirs.close()


# ---------------------------------------------------------------- the worker that is ready ahead


@pytest.fixture
def ahead(dying: ForkLauncher) -> Iterator[int]:
    """The process number of the worker that stands ready for terms of 5 seconds and 300 MiB."""
    dying.start(5.0, 300).end(autopsy=True)
    yield dying.ready


def test_the_next_worker_on_the_same_terms_is_the_one_that_is_ready(dying: ForkLauncher, ahead: int) -> None:
    worker = dying.start(5.0, 300)
    assert worker.pid == ahead
    assert worker.first_frame()
    worker.end()


def test_on_other_terms_it_is_ended_and_another_one_forked(dying: ForkLauncher, ahead: int) -> None:
    worker = dying.start(6.0, 300)
    assert worker.pid != ahead
    assert is_gone(ahead)
    assert worker.first_frame()
    worker.end()


def test_if_it_has_died_meanwhile_another_one_is_forked(dying: ForkLauncher, ahead: int) -> None:
    os.kill(ahead, signal.SIGKILL)
    assert is_gone(ahead)
    worker = dying.start(5.0, 300)
    assert worker.pid != ahead
    assert worker.first_frame()
    worker.end()


# ---------------------------------------------------------------- when the warm process dies


@pytest.fixture(scope="module")
def dying() -> Iterator[ForkLauncher]:
    launcher = ForkLauncher()
    launcher.wait_until_ready()
    yield launcher
    launcher.close()


def test_a_killed_zygote_takes_its_workers_along_and_is_replaced(dying: ForkLauncher) -> None:
    worker = dying.start(5.0, 300)
    worker.first_frame()
    zygote = dying._process
    at_work, ready = worker.pid, dying.ready
    os.kill(zygote.pid, signal.SIGKILL)
    zygote.wait()
    assert is_gone(at_work)
    assert is_gone(ready)
    following = dying.start(5.0, 300)
    worker.end()
    assert following.first_frame()
    assert dying._process.pid != zygote.pid
    following.end()


def test_a_zygote_that_cannot_start_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "BOOT", "raise SystemExit('no torch here'); ")
    launcher = ForkLauncher()
    with pytest.raises(LaunchError, match=r"The warm grading process ended\. no torch here"):
        launcher.start(5.0, 300)
    launcher.close()


def test_a_zygote_with_threads_is_not_forked(dying: ForkLauncher, monkeypatch: pytest.MonkeyPatch) -> None:
    dying.wait_until_ready()
    monkeypatch.setattr(dying, "_ready", False)
    monkeypatch.setattr(dying, "_hear", lambda: {"threads": 3})
    with pytest.raises(LaunchError, match=r"has 3 threads, and forks of it would hang: start this without what adds"):
        dying.start(5.0, 300)
    assert dying.alive


def test_without_one_ready_ahead_a_killed_zygote_is_replaced_too() -> None:
    with contextlib.closing(ForkLauncher(ahead=False)) as launcher:
        launcher.start(5.0, 300).end()
        assert launcher.ready is None
        launcher._process.kill()
        launcher._process.wait()
        worker = launcher.start(5.0, 300)
        assert worker.first_frame() and launcher.ready is None
        worker.end()


def test_a_zygote_that_ends_during_a_call_is_not_the_learners_fault(course: Course) -> None:
    launcher = ForkLauncher()
    task = course.week("week-12").task("softmax")
    text = "def softmax(scores):\n    while True:\n        pass\n"
    session = Session(replace(task, seconds=30.0), Source(task.filename, text), launcher)
    launcher.wait_until_ready()
    threading.Timer(0.5, launcher._process.kill).start()
    with pytest.raises(LaunchError, match="ended during softmax"):
        session.answers.softmax(1.0)
    session.close()
    launcher.close()


def children_of(pid: int) -> list[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8")
    return [int(word) for word in text.split()]


def is_gone(pid: int) -> bool:
    """Whether the process has ended, or is ending: waits for it on its descriptor, and not by the clock."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    ready, _, _ = select.select([descriptor], [], [], 5)
    os.close(descriptor)
    return bool(ready)


def test_a_launcher_leaves_neither_process_nor_descriptor() -> None:
    before = descriptors(), len(children(os.getpid()))
    launcher = ForkLauncher()
    launcher.close()
    assert (descriptors(), len(children(os.getpid()))) == before


# ---------------------------------------------------------------- begun ahead


@pytest.mark.skipif(sys.platform != "linux", reason="there is no fork here")
def test_what_was_begun_is_what_is_opened_next() -> None:
    launch.begin()
    [begun] = launch._begun
    with contextlib.closing(open_launcher()) as opened:
        assert opened is begun and not launch._begun
    with contextlib.closing(open_launcher()) as another:
        assert another is not begun


def test_what_nobody_opened_is_ended() -> None:
    launch.begin()
    begun = list(launch._begun)
    with contextlib.closing(open_launcher(spawn=True)) as spawner:
        assert spawner.kind == "spawn"
    launch._end_begun()
    assert not launch._begun and not any(each.alive for each in begun)


def test_where_there_is_no_fork_nothing_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    launch.begin()
    assert not launch._begun
