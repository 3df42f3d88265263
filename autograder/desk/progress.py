"""How far a run is, with its rate and the time left: a bar in a terminal, a line now and then in a log."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from autograder.desk.run import Run

STEPS = 10


@contextmanager
def progress(total: int) -> Iterator[Callable[[Run], None]]:
    """Gives what is to be called after each grading."""
    if sys.stdout.isatty():
        with _bar(total) as tell:
            yield tell
    else:
        yield _lines(total)


@contextmanager
def _bar(total: int) -> Iterator[Callable[[Run], None]]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("grading"), BarColumn(bar_width=None), MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"), TextColumn("left"), TimeRemainingColumn(),
    )  # fmt: skip
    started = time.monotonic()
    with Progress(*columns, transient=True) as bar:
        task = bar.add_task("grading", total=total, rate="")
        yield lambda run: bar.update(task, completed=run.done, rate=_rate(run, started))


def _lines(total: int) -> Callable[[Run], None]:
    started = time.monotonic()
    told = 0

    def tell(run: Run) -> None:
        nonlocal told
        step = run.done * STEPS // max(1, total)
        if step > told and run.graded:
            told = step
            print(f"{run.done} of {total} done, {_rate(run, started)}", flush=True)

    return tell


def _rate(run: Run, started: float) -> str:
    """Gradings a second so far; those that were kept cost nothing and are not counted."""
    return f"{run.graded / max(1e-9, time.monotonic() - started):.1f}/s"
