"""Confinement: each layer alone, all together, and what must go on working inside.

What only a confined process can show runs in ``confine_child.py``, a process of its own.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import signal
import struct
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

import pytest
from public_place import libraries, public_place

from autograder import confine
from autograder.confine import attempts, canaries, denied, kernel, reading, seccomp, syscalls

HERE = Path(__file__).resolve().parent
CHILD = "confine_child.py"
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/",
    "LANG": "C.UTF-8",
    "TORCHINDUCTOR_CACHE_DIR": "/",  # torch._dynamo makes it at import; one that exists will do
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}
MACHINES = syscalls.MACHINES

linux = pytest.mark.skipif(sys.platform != "linux", reason="Landlock and seccomp are Linux's")
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
root = pytest.mark.skipif(not IS_ROOT, reason="only root can become another user")


def run(scenario: str, python: str = sys.executable, root: Path = HERE.parent, **request) -> dict:
    """What the scenario reports; ``root`` is the folder that holds ``autograder`` and ``tests``."""
    order = json.dumps({"root": str(root), "scenario": scenario} | request)
    command = [python, "-B", "-s", "-P", str(root / "tests" / CHILD), order]
    options = {"env": ENVIRONMENT | libraries(python), "cwd": "/", "capture_output": True, "text": True}
    done = subprocess.run(command, timeout=60, **options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def outcomes(*calls: list, **request) -> list[str]:
    """ "ok" or the error's name for each of the calls, made in a confined worker."""
    said = run("probe", calls=calls, **request)
    assert "result" in said, said
    return list(said["result"].values())


@pytest.fixture(scope="module")
def everyones():
    """A Python and a checkout that every user can read, as arguments of ``run``."""
    with tempfile.TemporaryDirectory() as folder:
        place = public_place(Path(folder))
        yield {"python": str(place.python), "root": place.root}


@pytest.fixture
def folder(tmp_path):
    """A folder with a file of five bytes."""
    (tmp_path / "file").write_text("12345")
    return tmp_path


# ---- numbers


@pytest.mark.parametrize("machine", MACHINES)
def test_numbers_agree_with_libseccomp(machine):
    """2.5.4, which Debian 12 has, ends before Linux 6.8."""
    try:
        library = ctypes.CDLL("libseccomp.so.2")
    except OSError:
        pytest.skip("libseccomp.so.2 is not there")
    resolve = library.seccomp_syscall_resolve_name_arch
    arch = ctypes.c_uint32(seccomp.AUDIT_ARCH[machine])
    theirs = {name: resolve(arch, name.encode()) for name in syscalls.NUMBERS}
    unknown = {name for name, number in theirs.items() if number == -1}
    assert unknown <= {"statmount", "listmount", "lsm_set_self_attr", "cachestat", "fchmodat2"}
    for name in syscalls.NUMBERS.keys() - unknown:
        assert syscalls.number(name, machine) == (theirs[name] if theirs[name] >= 0 else None), name


def test_newest_numbers_are_those_of_the_kernel_headers():
    newest = {"cachestat": 451, "fchmodat2": 452, "statmount": 457, "listmount": 458}
    for name, number in (newest | {"lsm_set_self_attr": 460}).items():
        assert syscalls.NUMBERS[name] == (number, number)


def test_every_denied_name_is_in_the_table_once():
    names = [name for group in denied.DENIED.values() for name in group] + list(denied.ABSENT)
    assert len(names) == len(set(names))
    assert set(names) < set(syscalls.NUMBERS)


# ---- the filter, run by a machine of our own: also for the architecture that is not at hand


def verdict(program: bytes, machine: str, number: int, *arguments: int) -> int:
    """What the kernel would answer to that call: classic BPF, as far as the filter uses it."""
    words = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("=iIQ6Q", number, seccomp.AUDIT_ARCH.get(machine, 0x4000_0003), 0, *words)
    lines = list(struct.iter_unpack("=HBBI", program))
    value, at = 0, 0
    while True:
        code, if_true, if_false, constant = lines[at]
        if code == seccomp.RETURN:
            return constant
        if code == seccomp.LOAD:
            value = struct.unpack_from("=I", data, constant)[0]
            at += 1
            continue
        true = {
            seccomp.EQUAL: value == constant,
            seccomp.ABOVE: value > constant,
            seccomp.ANY_BIT: bool(value & constant),
        }[code]
        at += 1 + (if_true if true else if_false)


EPERM, EACCES, ENOTTY, ENOSYS = (seccomp.REFUSE | code for code in (1, 13, 25, 38))
WORKER = 4242


@pytest.fixture(scope="module", params=MACHINES)
def asked(request):
    """A function of a call's name and arguments: the filter's answer on that machine."""
    machine = request.param
    programs = {abi: seccomp.build(abi, machine).of(WORKER) for abi in (2, 3)}

    def ask(name: str | int, *arguments: int, abi: int = 3) -> int | None:
        number = name if isinstance(name, int) else syscalls.number(name, machine)
        return None if number is None else verdict(programs[abi], machine, number, *arguments)

    ask.machine = machine
    ask.program = programs[3]
    return ask


def test_filter_refuses_the_list_and_nothing_else(asked):
    names = {name for group in denied.DENIED.values() for name in group}
    assert {asked(name) for name in names} <= {EPERM, None}
    assert {asked(name) for name in denied.ABSENT} == {ENOSYS}
    known = {syscalls.number(name, asked.machine) for name in syscalls.NUMBERS}
    others = set(range(denied.NEWEST + 1)) - known
    assert {asked(number) for number in others} == {seccomp.ALLOW}


def test_filter_kills_other_architectures_and_knows_no_later_calls(asked):
    assert verdict(asked.program, "i386", 4) == seccomp.KILL
    assert {asked(number) for number in (denied.NEWEST + 1, 2**30 + 1, -1)} == {ENOSYS}


@pytest.mark.parametrize(
    ("call", "answer"),
    [
        (("kill", WORKER, 9), seccomp.ALLOW),
        (("kill", 1, 9), EPERM),
        (("kill", 0, 9), EPERM),
        (("kill", 2**32 - 1, 9), EPERM),
        (("tgkill", WORKER, 5000, 6), seccomp.ALLOW),
        (("tgkill", 1, 1, 6), EPERM),
        (("prlimit64", 0), seccomp.ALLOW),
        (("prlimit64", 1), EPERM),
        (("clone", 0x3D0F00), seccomp.ALLOW),  # as pthread_create calls it
        (("clone", 0x1200011), EPERM),  # as fork does
        (("clone", 0x10010000), EPERM),  # a thread in a new user namespace
        (("fcntl", 3, 4), seccomp.ALLOW),  # F_SETFL
        (("fcntl", 3, 8), EPERM),  # F_SETOWN
        (("fcntl", 3, 6), EPERM),  # F_SETLK
        (("ioctl", 1, 0x5401), seccomp.ALLOW),  # TCGETS: isatty
        (("ioctl", 1, 0x5412), ENOTTY),  # TIOCSTI
        (("ioctl", 1, 2**32 + 0x5412), ENOTTY),
        (("prctl", 15), seccomp.ALLOW),  # SET_NAME
        (("prctl", 1), EPERM),  # SET_PDEATHSIG
        (("openat", 0, 0, 0o1001), seccomp.ALLOW),
        (("seccomp", 1), seccomp.ALLOW),
    ],
)
def test_filter_looks_at_arguments(asked, call, answer):
    assert asked(*call) == answer


def test_filter_refuses_truncation_where_landlock_cannot(asked):
    assert asked("openat", 0, 0, 0o1000, abi=2) == EACCES
    assert asked("open", 0, 0o1000, abi=2) in (EACCES, None)
    assert asked("openat", 0, 0, 0, abi=2) == seccomp.ALLOW


def test_a_program_is_for_one_pid_only():
    program = seccomp.build(7, "x86_64")
    assert len(program.pid_slots) == 2
    assert program.of(5) != program.of(6)
    assert struct.pack("=I", seccomp.OWN_PID) not in program.of(5)


# ---- single layers


@linux
def test_landlock_alone_stops_files_tcp_and_signals(folder):
    path = str(folder / "file")
    stopped = [["read", path], ["create", path], ["truncate", path], ["list", str(folder)]]
    stopped += [["unlink", path], ["tcp"], ["signal parent"], ["execve"]]
    free = [["chmod", path], ["udp"], ["fork"], ["prlimit parent"], ["renice"], ["setsid"]]
    free += [["devnull"]]
    said = outcomes(*stopped, *free, only=["landlock"])
    assert set(said[: len(stopped)]) <= {"EACCES", "EPERM"}
    assert said[len(stopped) :] == ["ok"] * 5 + ["EPERM", "ok"]  # already a session's leader
    assert (folder / "file").read_text() == "12345"


@linux
def test_landlock_lets_read_what_is_on_the_list(folder):
    path = str(folder / "file")
    calls = (["read", path], ["list", str(folder)], ["create", path], ["truncating open", path])
    said = outcomes(*calls, only=["landlock"], readable=[str(folder)])
    assert said == ["ok", "ok", "EACCES", "EACCES"]


@linux
def test_seccomp_alone_stops_calls_but_not_reading(folder):
    path = str(folder / "file")
    stopped = [["truncate", path], ["unlink", path], ["chmod", path], ["udp"], ["tcp"], ["fork"]]
    stopped += [["signal parent"], ["prlimit parent"], ["renice"], ["setsid"], ["execve"]]
    stopped += [["memfd"], ["lock", path], ["own signals"], ["undo pdeathsig"]]
    free = [["read", path], ["list", str(folder)], ["prlimit self"], ["devnull"]]
    said = outcomes(*stopped, *free, ["x32"], ["future call"], only=["seccomp"])
    assert said == ["EPERM"] * len(stopped) + ["ok"] * len(free) + ["ENOSYS"] * 2


@linux
@pytest.mark.parametrize(("abi", "hole"), [(1, "ok"), (2, "ok"), (3, "EACCES")])
def test_old_landlock_lets_truncate_and_the_filter_closes_it(folder, abi, hole):
    path, calls = folder / "file", (["truncating open"], ["truncate"])
    request = {"abi": abi, "readable": [str(folder)]}
    assert outcomes(*([*call, str(path)] for call in calls), only=["landlock"], **request) == [
        hole,
        hole,
    ]
    path.write_text("12345")
    said = outcomes(
        *([*call, str(path)] for call in calls),
        ["read", str(path)],
        ["tcp"],
        ["signal parent"],
        only=["landlock", "seccomp"],
        **request,
    )
    assert said == ["EACCES", "EPERM", "ok", "EPERM", "EPERM"]
    assert path.read_text() == "12345"


@linux
def test_limits_count_shared_memory():
    gigabyte = 1 << 30
    calls = (["share memory", 3 * gigabyte], ["share memory", gigabyte >> 2])
    assert outcomes(*calls, only=["limits"]) == ["ENOMEM", "ok"]


@linux
def test_limits_end_a_worker_that_burns_cpu():
    said = run("spin", only=["limits"], limits={"cpu_seconds": 1})
    assert os.WTERMSIG(said["status"]) == signal.SIGKILL


@linux
def test_limits_forbid_writing_and_many_files(folder):
    said = run("facts", only=["limits"], limits={"open_files": 20})["result"]
    assert outcomes(["write", str(folder / "new")], only=["limits"]) == ["EFBIG"]
    assert said["nofile"] == [20, 20]
    assert said["oom_score_adj"] == "1000"


@linux
@root
def test_root_whose_python_is_private_loses_its_capabilities():
    said = run("facts")
    if "own-uid" in said["layers"]:
        pytest.skip("this Python can be read by every user, so the worker becomes one")
    assert "no-capabilities" in said["layers"]
    for kind in ("CapEff", "CapPrm", "CapBnd", "CapInh", "CapAmb"):
        assert int(said["result"][kind], 16) == 0, kind
    assert said["result"]["NoNewPrivs"] == "1"


@linux
@root
def test_root_whose_python_is_public_becomes_another_user(everyones):
    said = run("facts", **everyones, uid=60_007)
    assert "own-uid" in said["layers"]
    assert said["result"]["Uid"].split() == ["60007"] * 4
    assert said["result"]["Gid"].split() == ["60007"] * 4
    assert said["result"]["Groups"].strip() == ""
    assert int(said["result"]["CapEff"], 16) == 0


@linux
def test_a_worker_dies_with_its_zygote():
    assert run("die_with_parent") == {"signal": signal.SIGKILL}


@linux
@root
def test_a_worker_of_another_user_dies_with_its_zygote(everyones):
    said = run("die_with_parent", **everyones)
    assert said == {"signal": signal.SIGKILL}


@linux
def test_an_undumpable_zygote_still_has_confined_workers(everyones):
    """Its /proc/self belongs to root, where a user's worker must write once."""
    request = {"as_user": True} if IS_ROOT else {}
    said = run("facts", **everyones, undumpable=True, **request)
    assert said["result"]["oom_score_adj"] == "1000"
    assert {"landlock", "seccomp"} <= set(said["layers"])


# ---- all together


@linux
def test_confinement_is_refused_rather_than_half_done():
    said = run("refusals")
    assert said["stranger"].startswith("ConfinementError: A worker was not confined: its plan")
    assert "2 threads" in said["thread"]


@linux
def test_proc_is_no_way_round(folder):
    path = folder / "file"
    ways = ["/proc/self/root", "/proc/self/cwd", "/proc/self/task/../root", "/proc/1/root"]
    said = outcomes(*(["read", f"{way}{path}"] for way in ways), ["list", "/proc"])
    assert said == ["EACCES"] * 5
    assert outcomes(["read", "/proc/self/maps"], ["list", "/proc/self/fd"]) == ["ok", "ok"]


@linux
def test_python_goes_on_working_inside():
    assert run("everyday")["result"] == [
        "idna", "codecs", "lazy import", "time zone", "devnull", "no input", "no temporary file",
        "threads", "own signal",
    ]  # fmt: skip


@linux
def test_python_goes_on_working_as_another_user(everyones):
    said = run("everyday", **everyones)
    assert len(said.get("result", said)) == 9


@linux
def test_deep_learning_goes_on_working_inside():
    pytest.importorskip("torch")
    said = run("deep_learning", torch=True)
    assert said.get("result") == ["everything"], said


# ---- canaries


@linux
def test_all_canaries_are_blocked_here():
    said = run("witness")
    isolation = canaries.level(said["result"], said["layers"])
    assert isolation.got_through == ()
    assert isolation.level == ("strong" if "own-uid" in said["layers"] else "standard")
    assert "seccomp" in isolation.sentence


@linux
@root
def test_a_public_python_makes_it_strong(everyones):
    said = run("witness", **everyones)
    isolation = canaries.level(said["result"], said["layers"])
    assert (isolation.level, isolation.got_through) == ("strong", ())


@linux
def test_all_canaries_are_blocked_for_a_user(everyones):
    request = {"as_user": True} if IS_ROOT else {}
    said = run("witness", **everyones, **request)
    isolation = canaries.level(said["result"], said["layers"])
    assert (isolation.level, isolation.got_through) == ("standard", ())


@linux
@pytest.mark.parametrize(
    ("only", "through", "blocked"),
    [
        (["limits"], {"read_course", "fork", "connect_tcp", "limit_grader"}, {"map_memory"}),
        (["limits", "seccomp"], {"read_course", "write_tmp"}, {"fork", "send_udp", "chmod_course"}),
        (["limits", "landlock"], {"send_udp", "connect_unix", "fork"}, {"read_course", "execute"}),
    ],
)
def test_a_missing_layer_makes_it_weak_and_is_named(only, through, blocked):
    said = run("witness", only=only)
    isolation = canaries.level(said["result"], said["layers"])
    assert isolation.level == "weak"
    assert through <= set(isolation.got_through)
    assert not blocked & set(isolation.got_through)
    for name in through:
        assert attempts.ATTEMPTS[name].did in isolation.sentence


@linux
def test_without_confinement_the_attempts_get_through_and_do_no_harm():
    said = run("witness", only=[])
    open_to_all = {"raise_limits", "enter_namespace", "write_shm"}  # these depend on the machine
    assert not any(said["result"][name] for name in attempts.ATTEMPTS.keys() - open_to_all)
    assert said["canary"] > 0
    assert canaries.level(said["result"], said["layers"]).level == "none"


@linux
def test_targets_leave_nothing_behind(tmp_path):
    before = set(os.listdir(tempfile.gettempdir()))
    with canaries.targets(tmp_path) as target:
        assert Path(target.canary_path).parent == tmp_path
        assert canaries.Target(**json.loads(json.dumps(asdict(target)))) == target
        Path("/tmp", target.scratch).touch()
    assert list(tmp_path.iterdir()) == []
    assert not [name for name in os.listdir("/tmp") if name == target.scratch]
    assert set(os.listdir(tempfile.gettempdir())) <= before


def test_targets_in_a_course_that_cannot_be_written(tmp_path):
    with canaries.targets(tmp_path / "nowhere") as target:
        assert os.path.exists(target.canary_path)


def test_an_error_that_is_no_refusal_counts_as_got_through(tmp_path):
    with canaries.targets(tmp_path) as target:
        wrong = canaries.Target(**asdict(target) | {"canary_path": str(tmp_path / "missing")})
        assert not attempts.ATTEMPTS["read_course"].is_blocked(wrong)


def test_levels():
    everything = dict.fromkeys(attempts.ATTEMPTS, True)
    layers = ["rlimits", "landlock", "seccomp"]
    assert canaries.level(everything, layers).level == "standard"
    assert canaries.level(everything, [*layers, "own-uid"]).level == "strong"
    assert canaries.level(everything, []).level == "none"
    forgotten = {name: True for name in everything if name != "fork"}
    assert canaries.level(forgotten, layers).got_through == ("fork",)
    assert canaries.level(everything | {"fork": "yes"}, layers).level == "weak"


# ---- what may be read


def test_a_course_inside_a_readable_tree_is_refused(tmp_path):
    plan = confine.prepare([str(tmp_path)])
    with pytest.raises(confine.ConfinementError, match="which student code may read"):
        confine.check_readable(plan, tmp_path / "course")


def test_a_course_reached_by_a_link_is_refused(tmp_path):
    (tmp_path / "real" / "course").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "real" / "course")
    plan = confine.prepare([str(tmp_path / "real")])
    with pytest.raises(confine.ConfinementError):
        confine.check_readable(plan, tmp_path / "link")


def test_installed_graders_are_refused(tmp_path):
    (tmp_path / "site-packages" / "autograder" / "graders").mkdir(parents=True)
    plan = confine.prepare([str(tmp_path / "site-packages")])
    with pytest.raises(confine.ConfinementError, match="uninstall"):
        confine.check_readable(plan, tmp_path / "course")


def test_a_course_may_hold_its_environment(tmp_path):
    (tmp_path / ".venv").mkdir()
    confine.check_readable(confine.prepare([str(tmp_path / ".venv")]), tmp_path)


def test_nothing_private_is_readable_by_default():
    trees = confine.default_readable()
    for private in ("/proc", "/tmp", "/home", "/root", "/etc", os.path.expanduser("~"), HERE):
        assert str(private) not in trees
        assert not [tree for tree in trees if Path(private).is_relative_to(tree)], private
    assert not [tree for tree in trees if not os.path.exists(tree)]


def test_outermost_leaves_out_what_is_covered(tmp_path):
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "ab").mkdir()
    paths = [str(tmp_path / name) for name in ("a/b", "ab", "a", "missing")]
    assert reading.outermost(paths) == (str(tmp_path / "a"), str(tmp_path / "ab"))


# ---- machines that have less


def test_a_machine_without_the_kernel_features_says_so(monkeypatch):
    monkeypatch.setattr(kernel, "_LIBC", None)
    plan = confine.prepare()
    assert (plan.abi, plan.program) == (0, None)
    assert [sentence.split()[1] for sentence in plan.missing] == ["Landlock", "seccomp"]


def test_a_machine_without_rlimits_gets_none(monkeypatch):
    monkeypatch.setattr("autograder.confine.limits.resource", None)
    monkeypatch.setattr("autograder.confine.limits._OOM_SCORE", "/nowhere/oom")
    monkeypatch.setattr(kernel, "LINUX", False)
    plan = confine.Plan((), 0, None, os.getpid(), ())
    assert confine.confine(plan, confine.Limits(), 60_001) == {"layers": [], "abi": 0}


def test_what_the_kernel_refuses_is_an_oserror(monkeypatch):
    with pytest.raises(OSError) as refused:
        kernel.prctl(10**6)
    assert refused.value.errno == errno.EINVAL
    monkeypatch.setattr(kernel, "_LIBC", None)
    with pytest.raises(OSError) as absent:
        kernel.prctl(1)
    assert absent.value.errno == errno.ENOSYS


def test_nobody_becomes_root():
    with pytest.raises(ValueError, match="uid 0"):
        confine.privileges.drop(0)
