"""The key ``r``: a task's file becomes the untouched starter again, and what was in it is kept beside it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

from autograder.course import Task
from autograder.stamp import is_pristine

GIT_SECONDS = 10
COPY, MAX_COPIES = "before-reset", 1000


class ResetError(Exception):
    """Raised when a file cannot be reset; its sentence says why."""


def starter_text(task: Task, remembered: str | None) -> str:
    """The task's untouched starter: as watch has once seen it, or from the course's git history."""
    for text in (*([remembered] if remembered else []), *_history(task)):
        if is_pristine(text):
            return text
    raise ResetError(
        f"There is no untouched {task.filename} to go back to, neither seen earlier nor in git. "
        "Take it from where you got the workbook."
    )


def reset(path: Path, text: str) -> Path | None:
    """Writes the starter in one step; the path of the copy of what was there, if anything was."""
    try:
        kept = _keep(path) if path.is_file() else None
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        beside.write_text(text, encoding="utf-8", newline="\n")
        os.replace(beside, path)
        return kept
    except OSError as error:
        raise ResetError(f"{path.name} cannot be reset: {error.strerror}. Nothing of yours was lost.") from error


def _keep(path: Path) -> Path:
    """A copy under a name that no earlier copy has; no editor and no grader takes it for a task's file."""
    data = path.read_bytes()
    for number in ("", *range(2, MAX_COPIES + 1)):
        copy = path.with_name(f"{path.name}.{COPY}{number}")
        try:
            with copy.open("xb") as file:
                file.write(data)
            return copy
        except FileExistsError:
            continue
    raise ResetError(f"There are too many copies of {path.name} beside it: remove some of *.{COPY}*.")


def _history(task: Task) -> Iterator[str]:
    """The file's texts in git, the newest first; none where there is no git."""
    name = f"./{task.starter.relative_to(task.root).as_posix()}"
    for commit in _git(task.root, "log", "--format=%H", "--", name).split():
        yield _git(task.root, "show", f"{commit}:{name}")


def _git(root: Path, *arguments: str) -> str:
    command = ["git", "-C", str(root), "--no-pager", *arguments]
    try:
        done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, timeout=GIT_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else ""
