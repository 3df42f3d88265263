"""The same gradings on many machines: a dask.distributed cluster behind the ordinary Executor interface.

>>> with cluster("dask:tcp://10.0.0.5:8786") as (executor, width):
...     executor.submit(pow, 2, 10).result()
1024
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

PREFIX = "dask:"
CONNECT_SECONDS = 20


class ClusterError(Exception):
    """Raised when a cluster cannot be used; its sentence says what to do."""


@contextmanager
def cluster(name: str) -> Iterator[tuple[Executor, int]]:
    """The cluster's executor and how many jobs it works on at once; raises ClusterError."""
    if not name.startswith(PREFIX):
        raise ClusterError(f"There is no executor {name!r}; known is dask:ADDRESS, such as dask:tcp://10.0.0.5:8786.")
    try:
        from distributed import Client
    except ImportError as error:
        raise ClusterError("dask is not installed here: `.venv/bin/pip install -e '.[cluster]'` brings it.") from error
    try:
        client = Client(name.removeprefix(PREFIX), timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise ClusterError(f"No dask scheduler answers at {name.removeprefix(PREFIX)}: {error}.") from error
    with client:
        width = sum(worker["nthreads"] for worker in client.scheduler_info(n_workers=-1)["workers"].values())
        yield client.get_executor(pure=False), max(1, width)
