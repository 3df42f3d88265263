"""The git history of the students' repository: a release is a commit on top of what is there, so that it can be pulled.

Everything is made in a clone beside the repository, where it can be searched for leaks; only then it is taken over.
Nothing that is not the release's own is deleted: files that an instructor has committed stay, files that were edited
and not committed are moved aside where a new release needs their place.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from autograder.authoring.release_git import EMAIL, feed, git, has_commits, names_of
from autograder.authoring.release_message import FIRST, message
from autograder.course import CourseError

WHEN = "2026-01-01T00:00:00Z"
"""The time of a first commit, so that two builds from nothing are the same."""
EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
MAIN = "main"


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
    new_objects: frozenset[str] = field(default=frozenset(), kw_only=True)
    """What no earlier commit holds, as git names it."""

    @property
    def names(self) -> tuple[str, ...]:
        return self.added + self.changed + self.removed


def released(repository: Path) -> list[str]:
    """The files of the repository's newest commit; raises CourseError for a folder that is no repository."""
    if not repository.exists() or not any(repository.iterdir()):
        return []
    if not (repository / ".git").exists():
        raise CourseError(f"{repository} is there and holds no git repository: move it away, or release elsewhere.")
    return names_of(repository, "ls-tree", "-rz", "--name-only", "HEAD") if has_commits(repository) else []


def commit(files: dict[str, bytes], repository: Path, stage: Path) -> Change:
    """Makes the release's commit in the new folder ``stage``, on top of the repository's branch if there is one."""
    before = _begin(repository, stage)
    tracked, ours = names_of(stage, "ls-files", "-z"), _ever_ours(stage, before)
    for name, data in files.items():
        (stage / name).parent.mkdir(parents=True, exist_ok=True)
        (stage / name).write_bytes(data)
    feed(stage, [name for name in tracked if name in ours and name not in files], "rm", "--cached", "--quiet")
    feed(stage, files, "add", "--force")
    added, changed, removed = (_staged(stage, kind, before) for kind in ("A", "MT", "D"))
    touched = {*added, *changed, *removed}
    if touched:
        when = "" if before else WHEN
        what = message(added, changed, removed) if before else FIRST
        git(stage, "commit", "--quiet", "--no-gpg-sign", "--no-verify", "-m", what, when=when)
    return Change(
        git(stage, "rev-parse", "HEAD").strip(), before, added, changed, removed,
        theirs=tuple(name for name in tracked if name not in ours and name not in files),
        replaced=tuple(name for name in _changed_since(stage, before) if name in touched),
        their_objects=_objects_of_others(stage, before, ours),
        new_objects=_objects_since(stage, before),
    )  # fmt: skip


def _begin(repository: Path, stage: Path) -> str | None:
    """A clone without files, of what a push of this branch would publish; its commit, if it has one."""
    if not (repository / ".git").exists():
        stage.mkdir()
        git(stage, "init", "--quiet", f"--initial-branch={MAIN}", "--template=")
        return None
    words = ("--quiet", "--no-local", "--no-checkout", "--single-branch", "--no-tags", "--template=")
    git(stage.parent, "clone", *words, str(repository.resolve()), stage.name)
    if not has_commits(stage):
        return None
    git(stage, "read-tree", "HEAD")
    return git(stage, "rev-parse", "HEAD").strip()


def _ever_ours(stage: Path, before: str | None) -> set[str]:
    """Every file that a release has ever put in."""
    if before is None:
        return set()
    return set(names_of(stage, "log", "-z", "--no-renames", "--name-only", "--format=", *_by_us()))


def _changed_since(stage: Path, before: str | None) -> list[str]:
    """What the instructor has changed since the last release, by commits."""
    if before is None:
        return []
    last = git(stage, "log", "-1", "--format=%H", *_by_us(), before).strip() or EMPTY_TREE
    return names_of(stage, "diff", "-z", "--no-renames", "--name-only", last, before)


def _objects_of_others(stage: Path, before: str | None, ours: set[str]) -> frozenset[str]:
    """The contents, old and new, of files that no release has ever put in."""
    if before is None:
        return frozenset()
    raw = names_of(stage, "log", "-m", "-z", "--raw", "--no-abbrev", "--no-renames", "--format=", before)
    return frozenset(entry.split(" ")[3] for entry, name in zip(raw[::2], raw[1::2], strict=True) if name not in ours)


def _objects_since(stage: Path, before: str | None) -> frozenset[str]:
    lines = git(stage, "rev-list", "--objects", "HEAD", *([f"^{before}"] if before else [])).splitlines()
    return frozenset(line.partition(" ")[0] for line in lines)


def _by_us() -> tuple[str, str]:
    return "--fixed-strings", f"--author=<{EMAIL}>"


def _staged(stage: Path, kinds: str, before: str | None) -> tuple[str, ...]:
    listing = ("diff", "--cached", "-z", "--no-renames", "--name-only", f"--diff-filter={kinds}")
    return tuple(names_of(stage, *listing, before or EMPTY_TREE))


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
    git(repository, "fetch", "--quiet", "--no-tags", str(stage.resolve()), "HEAD")
    aside = _move_aside(repository, _in_the_way(repository, change))
    try:
        git(repository, "merge", "--quiet", "--ff-only", "FETCH_HEAD")
    except CourseError as error:
        raise CourseError(f"{error}\nWhat you had edited is in {aside}." if aside else str(error)) from error
    return aside


def uncommitted(repository: Path) -> list[str]:
    """Files that were edited or added and not committed; ignored ones do not count."""
    entries = names_of(repository, "status", "-z", "--porcelain", "--no-renames", "--untracked-files=normal")
    return [entry[3:] for entry in entries]


def branch(repository: Path) -> str:
    """The branch that the folder is on; empty where it is on none."""
    return git(repository, "branch", "--show-current").strip()


def has_remote(repository: Path) -> bool:
    return bool(git(repository, "remote").strip())


def _in_the_way(repository: Path, change: Change) -> list[str]:
    """Files of the commit that are edited here, or that are here and not in git, ignored or not."""
    edited = names_of(repository, "diff", "-z", "--no-renames", "--name-only", "HEAD") if change.before else []
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
    feed(repository, names, "rm", "--cached", "--quiet", "--ignore-unmatch")
    feed(repository, sorted(set(released(repository)).intersection(names)), "checkout", "--quiet", "HEAD")
    return aside


def _free_name(repository: Path) -> Path:
    names = (repository.with_name(f"{repository.name}.before-release{number}") for number in ("", *range(2, 1000)))
    return next(name for name in names if not name.exists())
