"""What a long watch costs: saves one after another, each timed from the write to its verdict, and the memory.

``python bench/watch_soak.py [SAVES]`` runs the verb in a copy of this workbook, with right and wrong answers to every
task of week 12 in turn. Memory is that of the watching process and of its warm process, read from /proc.
"""

from __future__ import annotations

import itertools
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from rows import Row

from autograder.checks.mistakes import mistakes_of
from autograder.course import Course

WEEK = "week-12"
PARTS = ("autograder", "exercises", "self_checks", "solutions")
FEW = 60
BLINK_MS = 200.0
PAUSE = 0.1
"""Seconds between a verdict and the next save: a learner is slower still."""


def main(saves: int) -> None:
    report(soak(saves))


def rows() -> Iterator[Row]:
    """From save to verdict, over the blink that it may take."""
    times = [row[0] for row in soak(FEW)]
    yield Row("watch, from save to verdict / 200 ms", times, [BLINK_MS] * len(times), aim="1")


def soak(saves: int) -> list[tuple[float, int, int]]:
    """Of each save: milliseconds until the verdict, and the memory of both processes in KiB."""
    course = Course.open()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for name in PARTS:
            shutil.copytree(course.root / name, home / name, ignore=shutil.ignore_patterns("__pycache__"))
        with watching(home) as watch:
            while not watch.stdout.readline().startswith(f"{WEEK} "):  # the head of the table
                continue
            measured = measure(watch, home, saves)
            watch.terminate()
    return measured


def watching(home: Path) -> subprocess.Popen:
    command = [sys.executable, "-m", "autograder", "watch", "--week", WEEK, "--plain"]
    environment = {**os.environ, "PYTHONPATH": str(home)}
    return subprocess.Popen(command, cwd=home, env=environment, stdin=subprocess.DEVNULL, stdout=-1, text=True)


def texts(course: Course) -> Iterator[tuple[str, str]]:
    """A task's name and an answer to it, never the same twice."""
    answers = [
        (task.name, text)
        for task in course.week(WEEK).tasks
        for text in (task.solution.read_text(encoding="utf-8"), mistakes_of(task)[0].source)
    ]
    for number, (name, text) in enumerate(itertools.cycle(answers)):
        yield name, f"{text}\n# save {number}\n"


def measure(watch: subprocess.Popen, home: Path, saves: int) -> list[tuple[float, int, int]]:
    measured = []
    for name, text in itertools.islice(texts(Course.open(home)), saves):
        time.sleep(PAUSE)
        (home / "exercises" / WEEK / f"{name}.py").write_text(text, encoding="utf-8")
        started = time.perf_counter()
        while not watch.stdout.readline().startswith(f"{WEEK}: "):  # the last line of a verdict
            continue
        measured.append(((time.perf_counter() - started) * 1000, memory(watch.pid), memory(warm_process(watch.pid))))
    return measured


def memory(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


def warm_process(pid: int) -> int:
    return int(Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()[0])


def report(measured: list[tuple[float, int, int]]) -> None:
    times = [row[0] for row in measured]
    print(f"{len(measured)} saves; from save to verdict: median {statistics.median(times):.0f} ms, "
          f"90th percentile {statistics.quantiles(times, n=10)[-1]:.0f} ms")  # fmt: skip
    fifth = max(1, len(measured) // 5)
    for name, column in (("watching process", 1), ("warm process", 2)):
        first = statistics.mean(row[column] for row in measured[:fifth]) / 1024
        last = statistics.mean(row[column] for row in measured[-fifth:]) / 1024
        print(f"{name}: {first:.0f} MiB in the first fifth, {last:.0f} MiB in the last: ratio {last / first:.3f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
