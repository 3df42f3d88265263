"""The command and the environment of the processes that run a learner's code: both made from nothing."""

from __future__ import annotations

import os
import sys

from autograder.course import HOME

PASSED_ON = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "SYSTEMROOT", "LD_LIBRARY_PATH")
BOOT = (
    "import gc, sys; gc.disable(); sys.path.insert(0, sys.argv[1]); from autograder.worker import zygote; "
    "del sys.path[0]; "
)


def environment() -> dict[str, str]:
    """An environment made from nothing: no tokens, one thread, a heap that forks cheaply, fixed hashes."""
    threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    heap = {"PYTHONMALLOC": "malloc", "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1", "MALLOC_ARENA_MAX": "2"}
    python = {"PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "PYTHONIOENCODING": "utf-8:backslashreplace"}
    passed_on = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    base = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/", "CUDA_VISIBLE_DEVICES": "", "MPLBACKEND": "agg"}
    base["TORCHINDUCTOR_CACHE_DIR"] = "/"  # never written: it only keeps a late torch._dynamo from asking for a folder
    return base | threads | heap | python | passed_on


def command(call: str, *arguments: str) -> list[str]:
    return [sys.executable, "-B", "-s", "-P", "-c", BOOT + call, str(HOME), *arguments]
