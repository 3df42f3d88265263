"""The same protection for an ordinary user: run as root, this repeats the proof as a user who owns nothing.

Where that user cannot read the interpreter or the checkout, what is needed is copied to a folder that all may read. Run
by an ordinary user, every test of this suite has already shown it.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import public_place
import pytest
from public_place import Place, libraries
from test_attacks import ATTACKS, SECTIONS

NOBODY = 65534
EACH = 2


@pytest.fixture(scope="module")
def place() -> Iterator[Place | None]:
    with tempfile.TemporaryDirectory(prefix="for all ") as folder:
        yield place_in(Path(folder))


def place_in(folder: Path) -> Place | None:
    """The place, or None and a warning that says why there is none."""
    try:
        return public_place.public_place(folder)
    except OSError as error:
        warnings.warn(f"NOT SHOWN for an ordinary user: what one needs could not be copied ({error}).", stacklevel=1)
        return None


def some_attacks() -> list[str]:
    """A few quick ones of each section, as arguments for pytest."""
    quick = [attack for attack in ATTACKS if attack.expected.outcomes != ("timeout",)]
    chosen = [attack for section in SECTIONS for attack in [a for a in quick if a.section == section][:EACH]]
    test = "tests/test_attacks.py::test_an_attack_ends_as_its_first_line_says"
    return [f"{test}[{attack.name}]" for attack in chosen] + [f"{test}[right after {SECTIONS[-1]}]"]


def assert_all_passed(done: subprocess.CompletedProcess, at_least: int) -> None:
    said = done.stdout[-4000:] + done.stderr[-2000:]
    assert done.returncode == 0, said
    [passed] = re.findall(r"(\d+) passed", said)
    assert int(passed) >= at_least, said


def test_an_ordinary_user_is_as_well_protected(place: Place | None) -> None:
    if place is None or os.geteuid() != 0:
        return
    done = place.run("tests/test_confine.py", *some_attacks(), user=NOBODY)
    assert_all_passed(done, at_least=80 + EACH * len(SECTIONS))


LEVEL_AND_USERS = """
from autograder.worker import wire
from autograder.checking import measure
from autograder.course import Course
from autograder.launch import open_launcher
from pathlib import Path

def user(launcher):
    worker = launcher.start(5.0, 300)
    worker.first_frame()
    return Path(f"/proc/{worker.pid}").stat().st_uid

one, other = open_launcher(), open_launcher()
print(user(one) != user(other))
print(measure(other, Course.open()).level)
one.close()
other.close()
"""


def test_roots_workers_are_of_users_of_their_own_where_all_may_read_python(place: Place | None) -> None:
    """Each of another one, also where two graders run side by side."""
    if place is None or os.geteuid() != 0:
        return
    environment = {"PYTHONPATH": str(place.root), **libraries(place.python)}
    command = [str(place.python), "-B", "-s", "-P", "-c", LEVEL_AND_USERS]
    done = subprocess.run(command, env=environment, cwd="/", capture_output=True, text=True, timeout=120)
    assert done.stdout == "True\nstrong\n", done.stderr


def test_what_is_private_is_copied(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(public_place, "_is_public", lambda path: False)
    monkeypatch.setattr(public_place, "interpreter_is_public", lambda: False)
    place = public_place.public_place(tmp_path)
    assert place.root.is_relative_to(tmp_path) and (place.root / "autograder" / "grade.py").is_file()
    command = [
        str(place.python),
        "-s",
        "-P",
        "-c",
        "import numpy, sys; print(sys.prefix, sys.base_prefix, numpy.__file__)",
    ]
    said = subprocess.run(command, env=libraries(place.python), capture_output=True, text=True).stdout
    assert said.count(str(tmp_path)) == 3


def test_what_cannot_be_copied_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(public_place, "_is_public", lambda path: False)
    monkeypatch.setattr(public_place, "interpreter_is_public", lambda: False)
    (tmp_path / "environment").mkdir()
    (tmp_path / "environment" / "bin").touch()
    with pytest.warns(UserWarning, match="NOT SHOWN for an ordinary user: what one needs could not be copied"):
        assert place_in(tmp_path) is None
