"""The git history of the students' repository: a release is a commit on top of what is there, so that it can be pulled.

Everything is made in a clone beside the repository, where it can be searched for leaks; only then it is taken over.
Nothing that is not the release's own is deleted: files that an instructor has committed stay, files that were edited
and not committed are moved aside where a new release needs their place.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from autograder.course import CourseError

WHEN = "2026-01-01T00:00:00Z"
"""The time of a first commit, so that two builds from nothing are the same."""
NAME, EMAIL = "Attention workbook", "workbook@example.org"
"""Who commits a release: by this address a later one knows what earlier ones have put in."""
EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
FIRST, LATER = "The exercises", "A new release of the exercises"


@dataclass(frozen=True)
class Change:
    """What a release has changed in the repository; the names of files, by what became of them."""

    commit: str
    before: str | None
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    theirs: tuple[str, ...] = field(default=(), kw_only=True)
    """The instructor's own files, which stay."""
    replaced: tuple[str, ...] = field(default=(), kw_only=True)
    """Files of ours that the instructor had changed in a commit, and that are now the release's again."""

    their_objects: frozenset[str] = field(default=frozenset(), kw_only=True)
    """What those files hold and have held, as git names it."""

    @property
    def names(self) -> tuple[str, ...]:
        return self.added + self.changed + self.removed


def released(repository: Path) -> list[str]:
    """The files of the repository's newest commit; raises CourseError for a folder that is no repository."""
    if not repository.exists() or not any(repository.iterdir()):
        return []
    if not (repository / ".git").exists():
        raise CourseError(f"{repository} is there and holds no git repository: move it away, or release elsewhere.")
    return _names(repository, "ls-tree", "-rz", "--name-only", "HEAD") if _has_commits(repository) else []


def commit(files: dict[str, bytes], repository: Path, stage: Path) -> Change:
    """Makes the release's commit in the new folder ``stage``, on top of the repository's branch if there is one."""
    before = _begin(repository, stage)
    tracked, ours = _names(stage, "ls-files", "-z"), _ever_ours(stage, before)
    for name, data in files.items():
        (stage / name).parent.mkdir(parents=True, exist_ok=True)
        (stage / name).write_bytes(data)
    _feed(stage, [name for name in tracked if name in ours and name not in files], "rm", "--cached", "--quiet")
    _feed(stage, files, "add", "--force")
    added, changed, removed = (_staged(stage, kind, before) for kind in ("A", "MT", "D"))
    touched = {*added, *changed, *removed}
    if touched:
        when = "" if before else WHEN
        _git(stage, "commit", "--quiet", "--no-gpg-sign", "--no-verify", "-m", LATER if before else FIRST, when=when)
    return Change(
        _git(stage, "rev-parse", "HEAD").strip(), before, added, changed, removed,
        theirs=tuple(name for name in tracked if name not in ours and name not in files),
        replaced=tuple(name for name in _changed_since(stage, before) if name in touched),
        their_objects=_objects_of_others(stage, before, ours),
    )  # fmt: skip


def _begin(repository: Path, stage: Path) -> str | None:
    """A clone without files, of what a push of this branch would publish; its commit, if it has one."""
    if not (repository / ".git").exists():
        stage.mkdir()
        _git(stage, "init", "--quiet", "--initial-branch=main", "--template=")
        return None
    words = ("--quiet", "--no-local", "--no-checkout", "--single-branch", "--no-tags", "--template=")
    _git(stage.parent, "clone", *words, str(repository.resolve()), stage.name)
    if not _has_commits(stage):
        return None
    _git(stage, "read-tree", "HEAD")
    return _git(stage, "rev-parse", "HEAD").strip()


def _ever_ours(stage: Path, before: str | None) -> set[str]:
    """Every file that a release has ever put in."""
    if before is None:
        return set()
    return set(_names(stage, "log", "-z", "--no-renames", "--name-only", "--format=", *_by_us()))


def _changed_since(stage: Path, before: str | None) -> list[str]:
    """What the instructor has changed since the last release, by commits."""
    if before is None:
        return []
    last = _git(stage, "log", "-1", "--format=%H", *_by_us(), before).strip() or EMPTY_TREE
    return _names(stage, "diff", "-z", "--no-renames", "--name-only", last, before)


def _objects_of_others(stage: Path, before: str | None, ours: set[str]) -> frozenset[str]:
    """The contents, old and new, of files that no release has ever put in."""
    if before is None:
        return frozenset()
    raw = _names(stage, "log", "-m", "-z", "--raw", "--no-abbrev", "--no-renames", "--format=", before)
    return frozenset(entry.split(" ")[3] for entry, name in zip(raw[::2], raw[1::2], strict=True) if name not in ours)


def _by_us() -> tuple[str, str]:
    return "--fixed-strings", f"--author=<{EMAIL}>"


def _staged(stage: Path, kinds: str, before: str | None) -> tuple[str, ...]:
    listing = ("diff", "--cached", "-z", "--no-renames", "--name-only", f"--diff-filter={kinds}")
    return tuple(_names(stage, *listing, before or EMPTY_TREE))


# ---------------------------------------------------------------- taking over


def take_over(stage: Path, repository: Path, change: Change) -> Path | None:
    """Brings the commit into the repository; where edited files were in its way, the folder that keeps them."""
    if not (repository / ".git").exists():
        if repository.exists():
            repository.rmdir()
        shutil.move(stage, repository)
        return None
    if not change.names:
        return None
    _git(repository, "fetch", "--quiet", "--no-tags", str(stage.resolve()), "HEAD")
    aside = _move_aside(repository, _in_the_way(repository, change))
    try:
        _git(repository, "merge", "--quiet", "--ff-only", "FETCH_HEAD")
    except CourseError as error:
        raise CourseError(f"{error}\nWhat you had edited is in {aside}." if aside else str(error)) from error
    return aside


def uncommitted(repository: Path) -> list[str]:
    """Files that were edited or added and not committed; ignored ones do not count."""
    if not (repository / ".git").exists():
        return []
    entries = _names(repository, "status", "-z", "--porcelain", "--no-renames", "--untracked-files=normal")
    return [entry[3:] for entry in entries]


def _in_the_way(repository: Path, change: Change) -> list[str]:
    """Files of the commit that are edited here, or that are here and not in git, ignored or not."""
    edited = _names(repository, "diff", "-z", "--no-renames", "--name-only", "HEAD") if change.before else []
    new = [name for name in change.added if os.path.lexists(repository / name)]
    return sorted({*new, *(name for name in edited if name in change.names)})


def _move_aside(repository: Path, names: list[str]) -> Path | None:
    """Keeps those files in a folder beside the repository, and puts back what git has of them."""
    if not names:
        return None
    aside = _free_name(repository)
    for name in names:
        if os.path.lexists(repository / name):
            (aside / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.move(repository / name, aside / name)
    _feed(repository, names, "rm", "--cached", "--quiet", "--ignore-unmatch")
    _feed(repository, sorted(set(released(repository)).intersection(names)), "checkout", "--quiet", "HEAD")
    return aside


def _free_name(repository: Path) -> Path:
    names = (repository.with_name(f"{repository.name}.before-release{number}") for number in ("", *range(2, 1000)))
    return next(name for name in names if not name.exists())


# ---------------------------------------------------------------- git


def _has_commits(repository: Path) -> bool:
    return _run(repository, "rev-parse", "--verify", "--quiet", "HEAD").returncode == 0


def _names(folder: Path, *words: str) -> list[str]:
    """What git lists with a zero byte behind each."""
    return [name.strip("\n") for name in _git(folder, *words).split("\0") if name.strip("\n")]


def _feed(folder: Path, names: Iterable[str], *words: str) -> None:
    """A git command on those files, taken by their names and not as patterns."""
    listed = "\0".join(names)
    if listed:
        _git(folder, "--literal-pathspecs", *words, "--pathspec-from-file=-", "--pathspec-file-nul", given=listed)


def _git(folder: Path, *words: str, given: str = "", when: str = "") -> str:
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
