"""What things cost, as ratios measured in one run: ``make bench``, or ``python bench/bench.py PART ...``.

Each row is a figure over its yardstick, taken in alternating rounds, so that a busy machine slows both; the table
shows the median ratio and the range over the rounds.
"""

from __future__ import annotations

import os
import sys

os.environ.setdefault("OMP_NUM_THREADS", "1")

import classes
import grading
import peers
import suites
import watch_soak
from rows import HEAD

PARTS = {
    "cold": grading.cold_checks,
    "warm": grading.warm_tasks,
    "submission": grading.submissions,
    "watch": watch_soak.rows,
    "memory": grading.memory_of_a_worker,
    "jobs": classes.one_job_and_two,
    "growth": classes.growth,
    "audit": suites.audit,
    "tests": suites.tests,
    "peers": peers.rows,
}
ON_REQUEST = ("peers",)
"""What installs other software first."""


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"There is no part {unknown[0]!r}; there are {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"{os.cpu_count()} processors, load {load}\n{HEAD}", flush=True)
    return max([_print(name) for name in names or [name for name in PARTS if name not in ON_REQUEST]])


def _print(name: str) -> int:
    """Prints a part's rows; where what it runs fails, it says so, and the other parts go on."""
    try:
        for row in PARTS[name]():
            print(row, flush=True)
    except RuntimeError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
