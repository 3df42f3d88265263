"""The doctor says what is missing on a machine and what to do about it."""

from __future__ import annotations

import pytest

from autograder.verbs import doctor
from autograder.verbs.doctor import MISSING, STRONGER, advice, examine

ALL = ["rlimits", "no-new-privileges", "landlock", "no-capabilities", "seccomp"]


@pytest.mark.parametrize(
    ("system", "layers", "level", "lines"),
    [
        ("linux", [*ALL, "own-uid"], "strong", []),
        ("linux", ALL, "standard", [STRONGER]),
        ("linux", ["rlimits", "seccomp"], "weak", [MISSING["landlock"]]),
        ("linux", ["landlock"], "weak", [MISSING["seccomp"]]),
        ("linux", [], "none", list(MISSING.values())),
    ],
)
def test_each_missing_layer_has_its_sentence(system: str, layers: list[str], level: str, lines: list[str]) -> None:
    assert advice(system, layers, level) == lines


def test_another_system_is_told_where_to_go() -> None:
    [line] = advice("darwin", [], "none")
    assert line.startswith("Use Linux, WSL2, a container or a VM")


def test_what_gets_through_all_layers_is_worth_telling() -> None:
    [line] = advice("linux", ALL, "weak")
    assert "tell us" in line


def test_a_package_that_is_not_there_is_missing() -> None:
    assert doctor._version("no-such-package-as-this") == "missing"


def test_the_doctor_tells_versions_layers_and_level(capsys: pytest.CaptureFixture[str]) -> None:
    status = examine()
    said = capsys.readouterr().out
    assert "torch 2.13.0" in said
    assert "Workers are started by" in said
    assert (status == 0) == ("isolation: standard" in said or "isolation: strong" in said)
