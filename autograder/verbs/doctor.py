"""The verb ``doctor``: versions, packages, and the isolation that this machine was seen to give."""

from __future__ import annotations

import contextlib
import platform
import sys
from collections.abc import Sequence
from importlib import metadata

from rich.console import Console

from autograder.checking import witness
from autograder.confine.attempts import ATTEMPTS
from autograder.course import Course
from autograder.launch import open_launcher
from autograder.result import SAFE_LEVELS

MISSING = {
    "landlock": "Landlock is missing, so files can be read. It needs Linux 5.13 or later with landlock in "
    "/sys/kernel/security/lsm; inside a container that is the host's matter: take a newer host, or a VM.",
    "seccomp": "The filter of system calls is missing, so the network can be reached. It needs Linux on x86_64 or "
    "aarch64; some containers forbid it: start yours with the default seccomp profile.",
}
"""What to do for a layer that did not take effect."""
STRONGER = "Standard is enough. Strong needs root and a Python that all users can read: workers then are other users."
PACKAGES = ("torch", "numpy", "pytest", "rich", "typer")


def examine(spawn: bool = False) -> int:
    """Prints what was found; status 0 if hidden checks may run here (level standard or better), else 1."""
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"Python {platform.python_version()} on {platform.system()} {platform.release()}: {sys.executable}")
    console.print(", ".join(f"{name} {_version(name)}" for name in PACKAGES))
    course = Course.open()
    console.print("; ".join(f"{week.name}: {len(week.tasks)} tasks, {week.max_score} points" for week in course.weeks))
    with contextlib.closing(open_launcher(spawn)) as launcher:
        isolation, layers, blocked = witness(launcher, course)
    console.print(f"\nWorkers are started by {launcher.kind}; layers: {', '.join(layers) or 'none'}")
    for name, attempt in ATTEMPTS.items():
        held = blocked.get(name) is True
        console.print(f"  {'✓ refused' if held else '✗ DONE   '}  {attempt.did}", style="" if held else "red")
    console.print(f"\nisolation: {isolation.level}\n{isolation.sentence}")
    for line in advice(sys.platform, layers, isolation.level):
        console.print(f"  → {line}")
    return 0 if isolation.level in SAFE_LEVELS else 1


def advice(system: str, layers: Sequence[str], level: str) -> list[str]:
    """What is missing here and what to do about it, one sentence each; nothing where nothing is missing."""
    if level == "strong":
        return []
    if system != "linux":
        return ["Use Linux, WSL2, a container or a VM for work that you do not trust: this system cannot confine it."]
    missing = [sentence for layer, sentence in MISSING.items() if layer not in layers]
    if level == "standard":
        return [*missing, STRONGER]
    return missing or ["Every layer took effect and still something got through: keep the list above and tell us."]


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "missing"
