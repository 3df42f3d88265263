"""The verb ``release``: a repository for students, made by an allow-list, searched for leaks, and ready to push.

The first release is one commit; a later one is a commit on top of it, so that a correction or the next week reaches
those who have begun. The zip has no history, and the same weeks give the same bytes.
"""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from autograder.authoring.leaks import Secrets, is_of_history, search
from autograder.authoring.points import demand_points
from autograder.authoring.release_files import student_files, week_of
from autograder.authoring.release_history import commit, released, take_over
from autograder.authoring.release_news import SHOWN, Release, tell
from autograder.course import Course, CourseError, Week

ZIP_TIME = (2026, 1, 1, 0, 0, 0)
IN_FILES = "Take these lines out of the course's public files."
IN_HISTORY = (
    "What stands in the git history goes with the commit that brought it: take that back (git reset), or move the "
    "repository away and release anew."
)


def release(out: Path, weeks: Sequence[str] = (), quiz: bool | None = None, course: Course | None = None) -> int:
    """Writes ``out/student/`` and ``out/student.zip``; raises CourseError, and writes nothing, if that would do harm.

    It would where anything leaks, and where the points do not add up, since that could not be graded.

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
    demand_points(course, chosen)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out, prefix=".release-") as folder:
        stage, archive = Path(folder) / "student", Path(folder) / "student.zip"
        change = commit(files, repository, stage)
        write_zip(archive, {f"student/{name}": data for name, data in files.items()})
        refuse_leaks([stage, archive], secrets, change.their_objects, change.new_objects)
        aside = take_over(stage, repository, change)
        archive.replace(out / "student.zip")
    tell(course, Release(repository, chosen, files, secrets.count, change, aside))
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


def refuse_leaks(
    made: Iterable[Path], secrets: Secrets, unread: Collection[str] = (), new: Collection[str] = ()
) -> None:
    """Raises CourseError if any of what was made would give an answer away; what is found in one is not said of others.

    ``unread`` and ``new`` name objects of the git history, as ``search`` takes them.
    """
    found = next((leaks for path in made if (leaks := search(path, secrets, unread, new))), [])
    if found:
        listing = "\n".join(f"  {leak}" for leak in found[:SHOWN])
        advice = {IN_HISTORY if is_of_history(leak) else IN_FILES: None for leak in found}
        raise CourseError(f"It would give answers away, so everything stays as it was:\n{listing}\n{' '.join(advice)}")


# ---------------------------------------------------------------- the zip


def write_zip(path: Path, files: dict[str, bytes], executable: Iterable[str] = ()) -> None:
    """A zip whose bytes depend on nothing but the files."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, ZIP_TIME)
            mode = 0o100755 if name in executable else 0o100644
            entry.external_attr, entry.create_system, entry.compress_type = mode << 16, 3, zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
