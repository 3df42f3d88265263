"""Runs one scenario of ``test_confine.py`` in a process of its own: a grader that forks a worker.

``python confine_child.py '{"root": …, "scenario": …}'`` prints one line of JSON. The worker is
confined with what the request names, does what the scenario says, and reports over a pipe.
"""

from __future__ import annotations

import contextlib
import errno
import json
import mmap
import os
import resource
import signal
import socket
import sys
import tempfile
import threading
import time
import traceback

REQUEST = json.loads(sys.argv[1])
sys.path.insert(0, REQUEST["root"])

from autograder import confine  # noqa: E402
from autograder.confine import canaries, kernel, landlock, limits, privileges, seccomp  # noqa: E402

NOBODY = 65534
REPORT = 3


def main() -> None:
    if REQUEST.get("as_user"):
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
    scenario = globals()[REQUEST["scenario"]]
    print(json.dumps(scenario()))


# ---- one forked worker


def in_worker(work, target=None) -> dict:
    """Forks, confines, works; {"layers", "abi", "result", "error", "status"}."""
    if REQUEST.get("torch"):
        import torch  # noqa: F401  (as the zygote does, before it forks)
    if REQUEST.get("undumpable"):
        privileges.undumpable()
    plan = confine.prepare(REQUEST.get("readable"))
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        _worker(plan, work, target, writing)
    os.close(writing)
    with open(reading, "rb") as pipe:
        said = json.loads(pipe.read() or b"{}")
    return said | {"status": os.waitpid(pid, 0)[1]}


def _worker(plan, work, target, writing) -> None:
    try:
        os.setsid()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(writing, REPORT)
        os.closerange(REPORT + 1, 4096)
        said = _confine(plan)
        try:
            said["result"] = work() if target is None else work(target)
        except BaseException:
            said["error"] = traceback.format_exc()
        os.write(REPORT, json.dumps(said).encode())
    except BaseException as error:
        os.write(REPORT, json.dumps({"refused": f"{type(error).__name__}: {error}"}).encode())
    finally:
        os._exit(0)


def _confine(plan) -> dict:
    """The whole confinement, or only the layers that the request names."""
    wanted = confine.Limits(**REQUEST.get("limits", {}))
    if REQUEST.get("only") is None:
        return confine.confine(plan, wanted, REQUEST.get("uid", 60_001))
    abi = REQUEST.get("abi", plan.abi)
    if "limits" in REQUEST["only"]:
        limits.apply(wanted)
    if "landlock" in REQUEST["only"]:
        landlock.restrict([*plan.readable, "/proc/self"], abi)
    if "seccomp" in REQUEST["only"]:
        seccomp.install(seccomp.build(abi), os.getpid())
    return {"layers": REQUEST["only"], "abi": abi}


# ---- scenarios


def probe() -> dict:
    """Tries the calls named in the request: "ok" or the name of the error for each."""

    def work() -> dict:
        return {" ".join(map(str, call)): _outcome(*call) for call in REQUEST["calls"]}

    return in_worker(work)


def witness() -> dict:
    """The canaries, with a course folder of this user's own."""
    with tempfile.TemporaryDirectory() as course, canaries.targets(course) as target:
        said = in_worker(canaries.attempt, target)
        said["left"] = [name for name in os.listdir("/tmp") if name == target.scratch]
        said["canary"] = os.path.getsize(target.canary_path)
    return said


def die_with_parent() -> dict:
    """How the worker ends when its zygote is killed; this process inherits and reaps it."""
    kernel.prctl(36, 1)  # PR_SET_CHILD_SUBREAPER
    reading, writing = os.pipe()
    zygote = os.fork()
    if zygote == 0:
        plan = confine.prepare()
        if os.fork() == 0:
            confine.confine(plan, confine.Limits(), 60_001)
            os.write(writing, str(os.getpid()).encode())
            time.sleep(60)
        time.sleep(60)
    worker = int(os.read(reading, 20))
    os.kill(zygote, signal.SIGKILL)
    os.waitpid(zygote, 0)
    return {"signal": os.WTERMSIG(os.waitpid(worker, 0)[1])}


def refusals() -> dict:
    """The errors for a plan that is another process's, and for a second thread."""
    said = {}
    plan = confine.prepare()
    stranger = confine.Plan(plan.readable, plan.abi, plan.program, 1, plan.missing)
    stop = threading.Event()
    for name, its_plan, threaded in (("stranger", stranger, False), ("thread", plan, True)):
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            if threaded:
                threading.Thread(target=stop.wait, daemon=True).start()
            _report_error(its_plan, writing)
        os.waitpid(pid, 0)
        said[name] = os.read(reading, 1000).decode()
    return said


def _report_error(plan, writing) -> None:
    try:
        confine.confine(plan, confine.Limits(), 60_001)
        os.write(writing, b"confined")
    except BaseException as error:
        os.write(writing, f"{type(error).__name__}: {error}".encode())
    finally:
        os._exit(0)


def spin() -> dict:
    """Burns CPU until the kernel ends it, whatever it does about the soft limit."""

    def work() -> None:
        signal.signal(signal.SIGXCPU, signal.SIG_IGN)
        while True:
            pass

    return in_worker(work)


def facts() -> dict:
    """What the worker is."""

    def work() -> dict:
        with open("/proc/self/status", encoding="utf-8") as status:
            pairs = (line.partition(":") for line in status)
            lines = {name: value.strip() for name, _, value in pairs}
        with open("/proc/self/oom_score_adj", encoding="utf-8") as score:
            lines["oom_score_adj"] = score.read().strip()
        lines["nofile"] = resource.getrlimit(resource.RLIMIT_NOFILE)
        return lines

    return in_worker(work)


def everyday() -> dict:
    """Plain Python that must go on working."""
    return in_worker(_everyday)


def _everyday() -> list[str]:
    import codecs
    import importlib
    import zoneinfo

    done = ["idna"] if "bücher".encode("idna") else []
    done += ["codecs"] if codecs.lookup("shift_jis") else []
    done += ["lazy import"] if importlib.import_module("xml.dom.minidom") else []
    done += ["time zone"] if zoneinfo.ZoneInfo("Europe/Berlin") else []
    with open(os.devnull, "w") as nothing, contextlib.redirect_stdout(nothing):
        print("unheard")
    done.append("devnull")
    try:
        input()
    except EOFError:
        done.append("no input")
    try:
        tempfile.TemporaryFile().close()
    except PermissionError:
        done.append("no temporary file")
    done += ["threads"] if sorted(_in_threads(8)) == list(range(8)) else []
    try:
        signal.signal(signal.SIGUSR1, lambda *_: done.append("own signal"))
        os.kill(os.getpid(), signal.SIGUSR1)
    finally:
        time.sleep(0)
    return done


def _in_threads(count: int) -> list[int]:
    seen: list[int] = []
    threads = [threading.Thread(target=seen.append, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return seen


def deep_learning() -> dict:
    """All that the exercises use of torch and numpy."""
    return in_worker(_deep_learning)


def _deep_learning() -> list[str]:
    import io

    import numpy as np
    import torch

    layer = torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    optimizer = torch.optim.AdamW(layer.parameters())
    layer(torch.randn(2, 5, 8)).sum().backward()
    optimizer.step()
    matrix = torch.randn(6, 6, dtype=torch.float64)
    torch.linalg.svd(matrix), torch.linalg.inv(matrix), torch.fft.fft(matrix)
    torch.nn.functional.conv2d(torch.randn(1, 1, 8, 8), torch.randn(1, 1, 3, 3))
    torch.nn.functional.scaled_dot_product_attention(*torch.randn(3, 1, 2, 4, 8))
    torch.autograd.gradcheck(torch.tanh, torch.randn(3, dtype=torch.float64, requires_grad=True))
    torch.func.vmap(torch.sin)(matrix)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        matrix.float() @ matrix.float()
    file = io.BytesIO()
    torch.save(layer.state_dict(), file)
    file.seek(0)
    layer.load_state_dict(torch.load(file))
    loader = torch.utils.data.DataLoader(torch.arange(10), batch_size=4, shuffle=True)
    assert sum(len(batch) for batch in loader) == 10
    np.linalg.svd(np.random.default_rng(0).normal(size=(20, 20)))
    torch.set_num_threads(2)
    (torch.randn(600, 600) @ torch.randn(600, 600)).sum().item()
    assert sorted(_in_threads(4)) == [0, 1, 2, 3]
    import torch._dynamo

    return ["everything"]


# ---- calls for ``probe``


def _outcome(name: str, *arguments) -> str:
    try:
        CALLS[name](*arguments)
    except OSError as error:
        return errno.errorcode.get(error.errno, repr(error))
    except MemoryError:
        return "MemoryError"
    return "ok"


def _open(path: str, flags: int) -> None:
    os.close(os.open(path, flags))


def _write(path: str) -> None:
    with open(path, "w") as file:
        file.write("x")


def _udp() -> None:
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).close()


def _tcp() -> None:
    with socket.socket() as client:
        client.settimeout(1)
        client.connect(("127.0.0.1", 9))


def _fork() -> None:
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def _share(size: int) -> None:
    with mmap.mmap(-1, size) as memory:
        memory[::4096] = memory[::4096]


def _prlimit(pid: int) -> None:
    resource.prlimit(pid, resource.RLIMIT_CORE)


def _lock(path: str) -> None:
    import fcntl

    with open(path) as file:
        fcntl.flock(file, fcntl.LOCK_SH)


def _own_signals() -> None:
    import fcntl

    fcntl.fcntl(0, fcntl.F_SETOWN, 1)


CALLS = {
    "open": _open,
    "read": lambda path: _open(path, os.O_RDONLY),
    "truncating open": lambda path: _open(path, os.O_RDONLY | os.O_TRUNC),
    "create": lambda path: _open(path, os.O_WRONLY | os.O_CREAT),
    "truncate": lambda path: os.truncate(path, 1),
    "list": os.listdir,
    "unlink": os.unlink,
    "chmod": lambda path: os.chmod(path, 0o644),
    "udp": _udp,
    "tcp": _tcp,
    "fork": _fork,
    "signal parent": lambda: os.kill(os.getppid(), 0),
    "prlimit parent": lambda: _prlimit(os.getppid()),
    "prlimit self": lambda: _prlimit(0),
    "renice": lambda: os.setpriority(os.PRIO_PROCESS, 0, 0),
    "share memory": _share,
    "lock": _lock,
    "own signals": _own_signals,
    "memfd": lambda: os.close(os.memfd_create("x")),
    "execve": lambda: os.execv("/bin/true", ["true"]),
    "setsid": os.setsid,
    "undo pdeathsig": lambda: kernel.prctl(1, 0),
    "write": _write,
    "devnull": lambda: _open(os.devnull, os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
    "x32": lambda: kernel.call(0x40000000 + 39),
    "future call": lambda: kernel.call(463, 0, 0, 0, 0, 0),
}


if __name__ == "__main__":
    main()
