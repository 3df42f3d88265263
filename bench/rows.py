"""A row of the table: a figure over its yardstick, both taken in turn, and how processes' costs are read."""

from __future__ import annotations

import contextlib
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

PAGE = os.sysconf("SC_PAGE_SIZE")
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""As on a learner's machine, where Python keeps what it has compiled."""
HEAD = f"{'':<52}{'ratio':>7}  {'(lowest to highest)':<20}{'figure':>10} / yardstick"


@dataclass(frozen=True)
class Row:
    """One figure over its yardstick, a round each; ``aim`` is what the ratio should be."""

    name: str
    figures: Sequence[float]
    yardsticks: Sequence[float]
    unit: str = "ms"
    aim: str = ""

    @property
    def ratios(self) -> list[float]:
        """From the lowest to the highest."""
        return sorted(mine / theirs for mine, theirs in zip(self.figures, self.yardsticks, strict=True))

    def __str__(self) -> str:
        ratios = self.ratios
        spread = f"({ratios[0]:.2f} to {ratios[-1]:.2f})" if len(ratios) > 1 else "(one round)"
        figure, yardstick = statistics.median(self.figures), statistics.median(self.yardsticks)
        middle = f"{statistics.median(ratios):>7.2f}  {spread:<20}"
        return f"{self.name:<52}{middle}{figure:>10.4g} / {yardstick:.4g} {self.unit}" + (
            f"  aim {self.aim}" if self.aim else ""
        )


def milliseconds(work: Callable[[], object]) -> float:
    """Wall time."""
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


@dataclass(frozen=True)
class Cost:
    """Seconds on the clock, and of processors: a process with all its children."""

    wall: float
    processor: float


def run(command: list[str], folder: Path | None = None, environment: dict[str, str] | None = None) -> Cost:
    """Runs a command to its end; raises RuntimeError with what it said unless its status is 0."""
    started = time.perf_counter()
    with tempfile.TemporaryFile() as said:
        quiet = {"stdin": subprocess.DEVNULL, "stdout": said, "stderr": said}
        process = subprocess.Popen(command, cwd=folder, env=environment or ENVIRONMENT, **quiet)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        cost = Cost(time.perf_counter() - started, usage.ru_utime + usage.ru_stime)
        if process.returncode:
            said.seek(0)
            raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}: {said.read()[-2000:].decode()}")
    return cost


def family(pid: int) -> list[int]:
    """A process and all that descend from it."""
    found = [pid]
    for each in found:
        with contextlib.suppress(OSError):  # it has ended
            for thread in Path(f"/proc/{each}/task").iterdir():
                found += map(int, (thread / "children").read_text(encoding="ascii").split())
    return found


def resident(pid: int) -> int:
    """Bytes in memory, those that it shares with others counted in; 0 once it has ended."""
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * PAGE
    return 0


def own(pid: int) -> int:
    """Bytes in memory that no other process has."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) << 10 for line in rollup if line.startswith("Private_"))
