"""What `make release` tells: what it has made, what students will notice, and what to do next."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.authoring.release_files import left_out, week_of
from autograder.authoring.release_history import MAIN, Change, branch, has_remote, uncommitted
from autograder.authoring.release_message import new_tasks
from autograder.course import Course, Week
from autograder.plain import listed, plain
from autograder.quiz import places

SHOWN = 20
"""Of a long list of files or leaks, how many are named."""
OF_A_NEW_WEEK = ("autograder", "self_checks", "data", "Makefile", "README.md", "pyproject.toml")
"""What comes with a new week, besides its folder: nothing that students write in."""
OF_A_NEW_TASK = ("autograder", "self_checks", "data")
LISTS_OF_TASKS = ("week.toml", "README.md", "hints.toml")
"""What comes with a new task, besides its starter: nothing that students write in."""


@dataclass(frozen=True)
class Release:
    """What was released, and what that has changed."""

    repository: Path
    weeks: Sequence[Week]
    files: dict[str, bytes]
    secrets: int
    """How many lines of answers were looked for."""
    change: Change
    aside: Path | None
    """Where edited files went that were in the way."""

    @property
    def has_quiz(self) -> bool:
        return any(name.endswith("/quiz.toml") for name in self.files)


def tell(course: Course, made: Release) -> None:
    """Prints the news, each sentence folded; a line to copy, which is set in, stays one line."""
    for news in (_contents(made), _done(made), _for_students(course, made), _not_in_it(course, made), _next(made)):
        for sentence in news:
            is_to_copy = sentence.startswith("  ")
            folded = textwrap.fill(sentence, 80, break_long_words=False, break_on_hyphens=False)
            print(sentence if is_to_copy else folded)


def _contents(made: Release) -> Iterator[str]:
    names, count = _names(week.name for week in made.weeks), len(made.files)
    yield f"{names}: {count} files, {sum(map(len, made.files.values())) >> 10} KB."
    yield (
        f"No answer was found in it: {made.secrets} lines of solutions, graders and mistakes were looked for, "
        f"in {count} files and in the git history."
    )
    if made.has_quiz:
        yield "The quiz is in it, with its answers; for questions that count, use QUIZ=no from the first release on."


def _done(made: Release) -> Iterator[str]:
    """What the release has done to the repository, and what it has left alone."""
    repository, change, where = made.repository, made.change, _where(made.repository)
    if not change.names:
        yield f"{repository} holds this release already (commit {change.commit[:12]}{where}); {repository}.zip is new."
    else:
        yield f"{repository} (commit {change.commit[:12]}{_counts(change)}{where}) and {repository}.zip are made."
    if change.replaced:
        yield f"You had changed these there; now they are as the course makes them: {_names(change.replaced)}."
    if change.theirs:
        yield f"These are your own, and stay (only texts were searched for answers): {_names(change.theirs)}."
    if made.aside is not None:
        yield f"You had edited files there that the release needed to write. Your versions are in {made.aside}."
    if loose := uncommitted(repository):
        yield f"These are not committed, so a push leaves them out: {_names(loose)}."


def _where(repository: Path) -> str:
    name = branch(repository)
    return "" if name in ("", MAIN) else f", on the branch {plain(name)}"


def _counts(change: Change) -> str:
    if change.before is None:
        return ""
    counts = (len(change.added), len(change.changed), len(change.removed))
    return " on top of {}: {} new, {} changed, {} removed".format(change.before[:12], *counts)


def _for_students(course: Course, made: Release) -> Iterator[str]:
    """Which of the files that students write in have changed under their hands, and how they get a new week."""
    written_in = {f"exercises/{task.week}/{task.filename}" for task in course.tasks()}
    written_in |= {f"exercises/{week.name}/{week.name}.ipynb" for week in course.weeks}
    if begun := [name for name in made.change.changed if name in written_in]:
        yield (
            f"Students write in these files, and they have changed: {_names(begun)}. "
            "docs/platforms.md says how a correction reaches those who have begun."
        )
    for week in new_weeks(made.change):
        yield from _lines_for_a_copy(week, with_a_new_week(week, made.files))
    for week, names in (new_tasks(made.change.added) if made.change.before else {}).items():
        yield from _lines_for_a_copy(f"{', '.join(names)} of {week}", with_new_tasks(week, names, made.files))


def _lines_for_a_copy(what: str, names: Sequence[str]) -> Iterator[str]:
    yield f"Who has a copy made from a template gets {what} by these lines, after a commit of their own work:"
    yield "  git fetch ADDRESS main"
    yield f"  git checkout FETCH_HEAD -- {' '.join(names)}"


def new_weeks(change: Change) -> list[str]:
    """The weeks that a later release has added."""
    return [week_of(name) for name in change.added if name.endswith("/week.toml")] if change.before else []


def with_a_new_week(week: str, files: Iterable[str]) -> list[str]:
    """What a student's copy needs of the release to have that week too.

    >>> with_a_new_week("week-20", ["Makefile", "autograder/grade.py", "exercises/week-20/evidence.py"])
    ['autograder', 'Makefile', 'exercises/week-20']
    """
    tops = {name.partition("/")[0] for name in files}
    return [*(name for name in OF_A_NEW_WEEK if name in tops), f"exercises/{week}"]


def with_new_tasks(week: str, tasks: Iterable[str], files: Collection[str]) -> list[str]:
    """What a student's copy needs of the release to have those tasks of a week that it has.

    >>> with_new_tasks("week-12", ["entropy"], ["autograder/grade.py", "exercises/week-12/week.toml"])
    ['autograder', 'exercises/week-12/week.toml', 'exercises/week-12/entropy.py']
    """
    tops = {name.partition("/")[0] for name in files}
    lists = [name for name in (f"exercises/{week}/{each}" for each in LISTS_OF_TASKS) if name in files]
    starters = [f"exercises/{week}/{task}.py" for task in tasks]
    return [*(name for name in OF_A_NEW_TASK if name in tops), *lists, *starters]


def _not_in_it(course: Course, made: Release) -> Iterator[str]:
    """What an instructor may miss in it."""
    if stray := left_out(course, made.weeks, made.files):
        yield f"These are no files of the course, and were left out: {_names(stray)}."
    if other := _made_otherwise(course, made.files):
        yield f"Here these differ from what their sources make; the release holds the sources': {_names(other)}."
    have = [week.name for week in places.weeks_with_bank(replace(course, weeks=tuple(made.weeks)))]
    if have and not made.has_quiz:
        yield "The quiz is not in it. QUIZ=yes puts it in; what was released once stays in the history."
    if without := [week.name for week in made.weeks if week.name not in have]:
        yield f"{_names(without)} {'has' if len(without) == 1 else 'have'} no questions."
    if made.has_quiz and (tasks := _asked_for(course, made.weeks)):
        yield f"The quiz sends learners to tasks that are not in this release: {_names(tasks)}."


def _made_otherwise(course: Course, files: dict[str, bytes]) -> list[str]:
    """Generated files of the weeks in which somebody has written here, or that are not made anew yet."""
    there = [name for name in files if week_of(name) and (course.root / name).is_file()]
    return [name for name in there if (course.root / name).read_bytes() != files[name]]


def _asked_for(course: Course, weeks: Sequence[Week]) -> list[str]:
    """The tasks of other weeks that the question banks of these weeks name."""
    banks = places.banks(replace(course, weeks=tuple(weeks))).values()
    named = {name for bank in banks for question in bank.questions for name in question.revisit}
    return [task.id for week in course.weeks if week not in weeks for task in week.tasks if task.id in named]


def _next(made: Release) -> Iterator[str]:
    if made.change.names and has_remote(made.repository):
        yield f"Next: `git push` in {made.repository}."


def _names(names: Iterable[str]) -> str:
    return listed([plain(name) for name in names], SHOWN)
