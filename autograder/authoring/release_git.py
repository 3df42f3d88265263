"""Git as a release calls it: without anybody's settings and hooks, under one name, every failure a sentence."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

from autograder.course import CourseError

NAME, EMAIL = "Attention workbook", "workbook@example.org"
"""Who commits a release: by this address a later one knows what earlier ones have put in."""


def has_commits(repository: Path) -> bool:
    return _run(repository, "rev-parse", "--verify", "--quiet", "HEAD").returncode == 0


def names_of(folder: Path, *words: str) -> list[str]:
    """What git lists with a zero byte behind each."""
    return [name.strip("\n") for name in git(folder, *words).split("\0") if name.strip("\n")]


def feed(folder: Path, names: Iterable[str], *words: str) -> None:
    """A git command on those files, taken by their names and not as patterns."""
    listed = "\0".join(names)
    if listed:
        git(folder, "--literal-pathspecs", *words, "--pathspec-from-file=-", "--pathspec-file-nul", given=listed)


def git(folder: Path, *words: str, given: str = "", when: str = "") -> str:
    """What git prints; raises CourseError with what it says if it fails."""
    done = _run(folder, *words, given=given, when=when)
    if done.returncode:
        raise CourseError(f"git could not make the repository {folder}: {done.stderr.strip()}")
    return done.stdout


def _run(folder: Path, *words: str, given: str = "", when: str = "") -> subprocess.CompletedProcess:
    """Runs git without anybody's settings and hooks."""
    settings = ("-c", "core.autocrlf=false", "-c", f"core.hooksPath={os.devnull}", "-c", "advice.detachedHead=false")
    try:
        return subprocess.run(
            ["git", *settings, *words],
            cwd=folder, env=_environment(folder, when), input=given, capture_output=True,
            encoding="utf-8", errors="surrogateescape",
        )  # fmt: skip
    except FileNotFoundError as error:
        raise CourseError("git is not installed: install it, then release again.") from error


def _environment(folder: Path, when: str) -> dict[str, str]:
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CEILING_DIRECTORIES": str(folder.resolve().parent),  # never the course's own repository
    }
    for who in ("AUTHOR", "COMMITTER"):
        environment |= {f"GIT_{who}_NAME": NAME, f"GIT_{who}_EMAIL": EMAIL}
        environment |= {f"GIT_{who}_DATE": when} if when else {}
    return environment
