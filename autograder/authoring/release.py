"""The verb ``release``: a repository for students, made by an allow-list, searched for leaks, and ready to push.

The first release is one commit; a later one is a commit on top of it, so that a correction or the next week reaches
those who have begun. The zip has no history, and the same weeks give the same bytes.
"""

from __future__ import annotations

import tempfile
import textwrap
import zipfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from autograder.authoring.leaks import Secrets, search
from autograder.authoring.release_files import left_out, student_files, week_of
from autograder.authoring.release_history import Change, commit, released, take_over, uncommitted
from autograder.course import Course, CourseError, Week
from autograder.plain import plain
from autograder.quiz import places

ZIP_TIME = (2026, 1, 1, 0, 0, 0)
SHOWN = 20
"""Of a long list of files or leaks, how many are named."""
WHERE_FROM = (
    "Take these lines out of the course's public files. If they stand in the git history, take back the commit that "
    "brought them (git reset), or move the repository away and release anew."
)


def release(out: Path, weeks: Sequence[str] = (), quiz: bool | None = None, course: Course | None = None) -> int:
    """Writes ``out/student/`` and ``out/student.zip``; raises CourseError, and writes nothing, if anything would leak.

    Args:
        out: the folder for both.
        weeks: the weeks to release, beside those that the repository holds already; without any, all.
        quiz: whether the question banks, which hold their answers, go with it; unless said, as in the last release.
    """
    course = course or Course.open()
    repository = out / "student"
    before = released(repository)
    chosen = _chosen(course, weeks, before)
    quiz = _has_quiz(before) if quiz is None else quiz
    files, secrets = student_files(course, chosen, quiz), Secrets.of(course)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out, prefix=".release-") as folder:
        stage, archive = Path(folder) / "student", Path(folder) / "student.zip"
        change = commit(files, repository, stage)
        write_zip(archive, {f"student/{name}": data for name, data in files.items()})
        refuse_leaks([stage, archive], secrets, change.their_objects)
        aside = take_over(stage, repository, change)
        archive.replace(out / "student.zip")
    _tell(_contents(files, chosen, secrets))
    _tell(_news(change, repository, aside))
    _tell(_words_for_starters(course, change))
    _tell(_not_in_it(course, chosen, files, quiz))
    return 0


def _chosen(course: Course, names: Iterable[str], before: Iterable[str]) -> list[Week]:
    """The weeks asked for and those that students have already, in the course's order."""
    asked = {course.week(name).name for name in names} or {week.name for week in course.weeks}
    have = {week_of(name) for name in before if name.endswith("/week.toml")}
    return [week for week in course.weeks if week.name in asked | have]


def _has_quiz(before: Iterable[str]) -> bool:
    """Whether the last release had the quiz; a first one has it."""
    weeks = [name for name in before if week_of(name)]
    return not weeks or any(name.endswith("/quiz.toml") for name in weeks)


def refuse_leaks(made: Iterable[Path], secrets: Secrets, unread: Collection[str] = ()) -> None:
    """Raises CourseError if any of what was made would give an answer away."""
    found = [leak for path in made for leak in search(path, secrets, unread)]
    if found:
        listing = "\n".join(f"  {leak}" for leak in found[:SHOWN])
        raise CourseError(f"It would give answers away, so everything stays as it was:\n{listing}\n{WHERE_FROM}")


# ---------------------------------------------------------------- telling


def _contents(files: dict[str, bytes], weeks: Iterable[Week], secrets: Secrets) -> Iterator[str]:
    yield f"{_names(week.name for week in weeks)}: {len(files)} files, {sum(map(len, files.values())) >> 10} KB."
    yield (
        f"No answer was found in it: {secrets.count} lines of solutions, graders and mistakes were looked for, "
        f"in {len(files)} files and in the git history."
    )


def _news(change: Change, repository: Path, aside: Path | None) -> Iterator[str]:
    """What the release has done to the repository, and what it has left alone."""
    if not change.names:
        yield f"{repository} holds this release already (commit {change.commit[:12]}); {repository}.zip is new."
    else:
        yield f"{repository} (commit {change.commit[:12]}{_counts(change)}) and {repository}.zip are made."
    if change.replaced:
        yield f"You had changed these there; now they are as the course makes them: {_names(change.replaced)}."
    if change.theirs:
        yield f"These are your own, and stay (only texts were searched for answers): {_names(change.theirs)}."
    if aside is not None:
        yield f"You had edited files there that the release needed to write. Your versions are in {aside}."
    if loose := uncommitted(repository):
        yield f"These are not committed, so a push leaves them out: {_names(loose)}."


def _counts(change: Change) -> str:
    if change.before is None:
        return ""
    counts = (len(change.added), len(change.changed), len(change.removed))
    return " on top of {}: {} new, {} changed, {} removed".format(change.before[:12], *counts)


def _words_for_starters(course: Course, change: Change) -> Iterator[str]:
    """Which of the files that students write in have changed under their hands."""
    written_in = {f"exercises/{task.week}/{task.filename}" for task in course.tasks()}
    written_in |= {f"exercises/{week.name}/{week.name}.ipynb" for week in course.weeks}
    if begun := [name for name in change.changed if name in written_in]:
        yield (
            f"Students write in these files, and they have changed: {_names(begun)}. "
            "docs/platforms.md says how a correction reaches those who have begun."
        )


def _not_in_it(course: Course, weeks: Sequence[Week], files: dict[str, bytes], quiz: bool) -> Iterator[str]:
    """What an instructor may miss in it."""
    if stray := left_out(course, weeks, files):
        yield f"These are no files of the course, and were left out: {_names(stray)}."
    if not quiz:
        yield "The quiz is not in it. What was released once stays in the history."
    if quiz and (tasks := _asked_for(course, weeks)):
        yield f"The quiz sends learners to tasks that are not in this release: {_names(tasks)}."


def _asked_for(course: Course, weeks: Sequence[Week]) -> list[str]:
    """The tasks of other weeks that the question banks of these weeks name."""
    banks = places.banks(replace(course, weeks=tuple(weeks))).values()
    named = {name for bank in banks for question in bank.questions for name in question.revisit}
    return [task.id for week in course.weeks if week not in weeks for task in week.tasks if task.id in named]


def _names(names: Iterable[str]) -> str:
    listed = [plain(name) for name in names]
    more = f" and {len(listed) - SHOWN} more" if len(listed) > SHOWN else ""
    return ", ".join(listed[:SHOWN]) + more


def _tell(sentences: Iterable[str]) -> None:
    for sentence in sentences:
        print(textwrap.fill(sentence, 80, break_long_words=False, break_on_hyphens=False))


# ---------------------------------------------------------------- the zip


def write_zip(path: Path, files: dict[str, bytes], executable: Iterable[str] = ()) -> None:
    """A zip whose bytes depend on nothing but the files."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, ZIP_TIME)
            mode = 0o100755 if name in executable else 0o100644
            entry.external_attr, entry.create_system, entry.compress_type = mode << 16, 3, zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
