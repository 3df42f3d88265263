"""The same class on a cluster: the same marks, nothing lost or doubled, though one machine is lost on the way."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import LocalCluster

from autograder.course import HOME
from autograder.desk.cluster import ClusterError, cluster
from autograder.desk.verb import Options, grade_class
from autograder.intake.reading import BOOK

STUDENTS = 6


@pytest.fixture
def machines() -> Iterator[LocalCluster]:
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as machines:
        yield machines


@pytest.fixture
def a_class(tmp_path: Path) -> Path:
    """Some have done softmax, the others have only the starter."""
    for number in range(STUDENTS):
        source = HOME / ("solutions" if number % 2 else "exercises") / "week-12" / "softmax.py"
        (tmp_path / "class" / f"s{number}").mkdir(parents=True)
        shutil.copy(source, tmp_path / "class" / f"s{number}" / "softmax.py")
    return tmp_path / "class"


def kill_one_after_the_first_grading(machines: LocalCluster, book: Path) -> None:
    while not book.is_file() or not gradings(book):
        time.sleep(0.05)
    os.kill(next(iter(machines.workers.values())).pid, 9)


def gradings(book: Path) -> list[tuple]:
    connection = sqlite3.connect(book)
    try:
        return connection.execute("SELECT student, score FROM grading ORDER BY student").fetchall()
    except sqlite3.OperationalError:  # not made yet
        return []
    finally:
        connection.close()


def test_a_machine_that_is_lost_costs_nothing(machines: LocalCluster, a_class: Path, tmp_path: Path) -> None:
    out = tmp_path / "grades"
    out.mkdir()
    killer = threading.Thread(target=kill_one_after_the_first_grading, args=(machines, out / BOOK))
    killer.start()
    status = grade_class(Options(a_class, out, week="week-12", executor=f"dask:{machines.scheduler_address}"))
    killer.join()
    assert status == 0
    assert gradings(out / BOOK) == [(f"s{number}", 10 * (number % 2)) for number in range(STUDENTS)]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("ray:here", "known is dask:ADDRESS"),
        ("dask:tcp://127.0.0.1:1", "No dask scheduler answers at tcp://127.0.0.1:1"),
    ],
)
def test_an_executor_that_cannot_be_had_is_a_sentence(name: str, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autograder.desk.cluster.CONNECT_SECONDS", 1)
    with pytest.raises(ClusterError, match=says), cluster(name):
        pass


def test_without_dask_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(ClusterError, match=r"^dask is not installed here: `\.venv/bin/pip install -e"),
        cluster("dask:tcp://a:1"),
    ):
        pass
