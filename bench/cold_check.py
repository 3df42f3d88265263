"""Where a cold ``check`` spends its time: ``python bench/cold_check.py [ROUNDS]``.

Whole runs alternate with a bare ``import torch``, so that a busy machine slows both; then the same steps are taken
one by one in a fresh process, each with its wall time and the processor time of that process. Medians, in milliseconds.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator

from rows import ENVIRONMENT

WEEK = "week-12"
CHECK = [sys.executable, "-m", "autograder", "check", "exercises", "--week", WEEK]
IMPORT = [sys.executable, "-c", "import torch"]


def main(rounds: int) -> None:
    cost(CHECK)  # once, so that all is compiled
    runs = [(cost(CHECK), cost(IMPORT)) for _ in range(rounds)]
    print(f"{'':<30}{'wall':>8}{'processor':>11}")
    for name, pairs in (("check", [run[0] for run in runs]), ("import torch", [run[1] for run in runs])):
        wall, processor = (statistics.median(column) for column in zip(*pairs, strict=True))
        print(f"{name:<30}{wall:>8.0f}{processor:>11.0f}")
    for index, name in enumerate(("wall", "processor")):
        ratios = sorted(check[index] / bare[index] for check, bare in runs)
        middle = statistics.median(ratios)
        print(f"check / import torch, {name}: {middle:.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})")
    print(f"\n{'step by step':<30}{'wall':>8}{'processor':>11}")
    steps = [measured_steps() for _ in range(rounds)]
    for name in steps[0]:
        wall, processor = (statistics.median(each[name][index] for each in steps) for index in (0, 1))
        print(f"{name:<30}{wall:>8.0f}{processor:>11.0f}")


def cost(command: list[str]) -> tuple[float, float]:
    """Wall and processor milliseconds of a command and all its children."""
    before, started = used(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, env={**ENVIRONMENT, "OMP_NUM_THREADS": "1"}, check=False)
    return (time.perf_counter() - started) * 1000, used(resource.RUSAGE_CHILDREN) - before


def used(whose: int) -> float:
    usage = resource.getrusage(whose)
    return (usage.ru_utime + usage.ru_stime) * 1000


def measured_steps() -> dict[str, tuple[float, float]]:
    command = [sys.executable, __file__, "--steps", str(time.time())]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, env=ENVIRONMENT, check=True).stdout)


def take_steps(born: float) -> None:
    """The steps of ``check``, in its order; prints what each has cost."""
    costs: dict[str, tuple[float, float]] = {}
    last = [born, 0.0]

    def note(name: str) -> None:
        now, processor = time.time(), used(resource.RUSAGE_SELF)
        costs[name] = ((now - last[0]) * 1000, processor - last[1])
        last[:] = now, processor

    note("Python starts")
    with contextlib.redirect_stdout(io.StringIO()):
        for name in steps():
            note(name)
    costs["the warm process and workers"] = (0.0, used(resource.RUSAGE_CHILDREN))
    print(json.dumps(costs))


def steps() -> Iterator[str]:
    launch = importlib.import_module("autograder.launch")
    launch.begin()
    yield "start the warm process"
    importlib.import_module("autograder.verbs.cli")
    from autograder import checking
    from autograder.report.terminal import render

    yield "import typer, rich, ours"
    launcher = checking.open_launcher()
    course = checking.Course.open()
    submission = checking.Submission.open(course.exercises)
    chosen = checking.choose(course, submission, WEEK, None)
    yield "read the files"
    gc.disable()
    importlib.import_module("torch")
    yield "import torch, unhindered by gc"
    grader_class = checking.load_grader()
    yield "import pytest, graders' engine"
    launcher.wait_until_ready()
    yield "wait for the warm process"
    isolation = checking.measure(launcher, course)
    yield "try the isolation"
    grader = grader_class(course, launcher, [week for week, _ in chosen], isolation)
    yield "collect the checks"
    results = [grader.grade(submission, week, tasks) for week, tasks in chosen]
    yield "grade"
    for result in results:
        checking.Console().print(render(result))
    yield "print"
    grader.close()
    launcher.close()
    yield "end"


if __name__ == "__main__":
    if "--steps" in sys.argv:
        take_steps(float(sys.argv[-1]))
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
