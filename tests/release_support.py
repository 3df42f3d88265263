"""What tests of the release share: a copy of the course to change, commands, and a `.venv` that is there already."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from autograder.course import HOME

BARE = {"LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}
WHO = ("-c", "user.name=Ina Instructor", "-c", "user.email=ina@example.org")


def copy_of_the_course(root: Path) -> Path:
    """A course to write in, without what a release does not read."""
    for name in ("exercises", "solutions", "self_checks", "data", "autograder"):
        shutil.copytree(HOME / name, root / name, ignore=shutil.ignore_patterns("__pycache__", "pictures"))
    shutil.copy(HOME / "LICENSE", root)
    return root


def with_python(root: Path) -> Path:
    """A ``.venv`` that stands for one that was set up: the same packages, and the engine of that folder."""
    python = root / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nPYTHONPATH={root} exec {sys.executable} "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    (root / ".venv" / "ready").touch()
    return root


def run(where: Path, *command: str, **environment: str) -> tuple[int, str]:
    done = subprocess.run(command, cwd=where, env=BARE | environment, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def git(where: Path, *words: str) -> str:
    """What git prints, called as an instructor or a student calls it."""
    done = subprocess.run(["git", *WHO, *words], cwd=where, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
