"""From a folder of hand-ins and a roster to jobs: whose is what, for which week, and what must be graded anew."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath

from autograder.course import Course, Task, Week
from autograder.desk.records import HAND_IN
from autograder.desk.saying import either, some
from autograder.desk.tries import Tries, tries
from autograder.desk.work import Job
from autograder.intake import reading
from autograder.intake.handin import Attempt, HandIn, closed, join
from autograder.intake.layouts import ClassError, ClassFolder
from autograder.intake.names import as_text, squashed
from autograder.intake.roster import Roster, Student
from autograder.intake.submission import Submission
from autograder.intake.trees import Tree

NAMED = 5
UNCLEAR = " (whose?)"


class NotRead(Exception):
    """Raised when reading a hand-in broke through a fault of ours: it keeps no other from being graded."""


@dataclass(frozen=True)
class Entry:
    """A student and all that came from them."""

    student: Student
    hand_ins: tuple[HandIn, ...]
    on_roster: bool

    def hand_in(self, week: Week) -> HandIn | None:
        """All that came for the week as one hand-in; None if nothing did."""
        meant = [each for each in self.hand_ins if _is_for(each, week)]
        return join(meant) if meant else None


@dataclass(frozen=True)
class Ticket:
    """A job and whose it is."""

    student: str
    week: str
    attempt: Attempt
    warnings: tuple[str, ...]
    job: Job
    refused: str = ""
    """Why this cannot be graded before a person has looked."""
    places: Mapping[str, str] = field(default_factory=dict)
    """Where each task's file lies on the disk, by the task's name; under no name, the hand-in."""
    tries: Tries = field(default_factory=Tries)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the learner should know of the hand-in as a whole."""
        return (*self.tries.told, *self.job.submission.unread)

    @cached_property
    def content(self) -> str:
        """The hash of what is to be graded."""
        return self.job.submission.content_hash()


def entries(found: ClassFolder, roster: Roster) -> list[Entry]:
    """One entry a student, by id; a hand-in that nobody on the roster matches is a student of its own."""
    matched = [(roster.match(hand_in.ids), hand_in) for hand_in in found.hand_ins]
    unknown = {hand_in.ids[0] for student, hand_in in matched if student is None and hand_in.layout == "folders"}
    taken = {student.id for student in roster.students}
    by_id: dict[str, tuple[Student, bool, list[HandIn]]] = {}
    for known, hand_in in matched:
        student = known or _stranger(hand_in, unknown, taken)
        by_id.setdefault(student.id, (student, known is not None, []))[2].append(hand_in)
    listed = [Entry(student, tuple(hand_ins), is_known) for student, is_known, hand_ins in by_id.values()]
    return sorted(listed, key=lambda entry: entry.student.id)


def _stranger(hand_in: HandIn, unknown: set[str], taken: set[str]) -> Student:
    """A student of that id; never one of the roster, though the id may be one that two of them claim.

    Of zips and folders ``ada-2`` is another attempt of ``ada``; what a repository calls its owner is not believed.
    """
    ids = hand_in.ids
    known_beside = [key for key in ids[1:] if key in unknown and hand_in.layout == "folders"]
    name = next(iter(known_beside), ids[0])
    while name in taken:
        name += UNCLEAR
    return Student(name, name=ids[-1] if len(ids) > 1 else "")


def weeks_of(course: Course, listed: Iterable[Entry], asked: str | None) -> list[Week]:
    """The week asked for, else every week that some hand-in clearly speaks of; raises ClassError if none does."""
    if asked is not None:
        return [course.week(asked)]
    spoken_of = {name for entry in listed for name in _spoken_of(entry, course.weeks)}
    weeks = [week for week in course.weeks if week.name in spoken_of]
    if not weeks:
        names = ", ".join(week.name for week in course.weeks)
        raise ClassError(
            f"No hand-in says which week it is for: add {either('WEEK=NAME', '--week NAME')}, one of {names}."
        )
    return weeks


def _spoken_of(entry: Entry, weeks: tuple[Week, ...]) -> Iterator[str]:
    for hand_in in entry.hand_ins:
        if hand_in.week is not None:
            yield from (week.name for week in weeks if _is_for(hand_in, week))
        else:
            with suppress(Exception):  # what cannot be read is told when its ticket is made
                told = [Submission("", attempt.tree).weeks_told(weeks) for attempt in hand_in.attempts]
                yield from (week.name for those in told for week in those)


def _is_for(hand_in: HandIn, week: Week) -> bool:
    return hand_in.week is None or squashed(hand_in.week) == squashed(week.name)


class Plan:
    """Makes the jobs of the weeks that are graded together."""

    def __init__(self, weeks: list[Week], any_level: bool = False):
        self.weeks = weeks
        self.any_level = any_level
        self._hashes = {week.name: week.content_hash() for week in weeks}

    def ticket(self, entry: Entry, week: Week) -> Ticket | None:
        """The job of a student's week; None if nothing was handed in, or only work for other weeks; raises NotRead."""
        try:
            return self._ticket(entry, week)
        except Exception as error:
            broke = f"{type(error).__name__}: {error}"
            raise NotRead(
                f"It could not be read, through a fault of ours ({broke}): report it, then decide."
            ) from error

    def _ticket(self, entry: Entry, week: Week) -> Ticket | None:
        hand_in = entry.hand_in(week)
        if hand_in is None or _is_empty(hand_in):
            return None
        read = {id(each.tree): Submission("", each.tree) for each in hand_in.attempts}  # each of them once
        has_work = {tree: _holds_work(submission, hand_in, week) for tree, submission in read.items()}
        attempt, chosen = hand_in.choose(lambda tree: has_work[id(tree)])
        submission, found_work = read[id(attempt.tree)], has_work[id(attempt.tree)]
        with_work = [each for each in hand_in.attempts if has_work[id(each.tree)]]
        tried = tries(attempt, with_work, lambda each: read[id(each.tree)], week)
        if not found_work and submission.holds(_other_tasks(week)):
            return None
        collected = submission.collect(week, as_text(attempt.label))
        unopened = (*hand_in.unopened, *(note for each in hand_in.attempts for note in closed(each.tree)))
        astray = tuple(_notes(submission, week))
        no_work = () if found_work else (_no_work(attempt.tree, week),)
        warnings = (
            *hand_in.notes, *unopened, *chosen, *tried.warnings, *attempt.tree.notes, *collected.unreadable, *astray,
            *collected.unread, *no_work,
        )  # fmt: skip
        job = Job(week.name, self._hashes[week.name], collected, self.any_level)
        refused = "" if found_work else as_text(" ".join((*(unopened or no_work), *astray)))
        found = {task.name: os.path.abspath(path) for task in week.tasks if (path := submission.path(task))}
        places = {HAND_IN: attempt.place, **found}
        told = tuple(map(as_text, warnings))
        return Ticket(entry.student.id, week.name, attempt, told, job, refused, places, tried)

    def places(self, entry: Entry, week: Week) -> dict[str, str]:
        """Where all that came for the week lies on the disk, by what it is called."""
        hand_in = entry.hand_in(week)
        return {as_text(each.label): each.place for each in hand_in.attempts} if hand_in is not None else {}

    def nothing_in(self, entry: Entry, week: Week) -> tuple[str, ...]:
        """The warning that what was handed in is empty."""
        hand_in = entry.hand_in(week)
        if hand_in is None or not _is_empty(hand_in):
            return ()
        labels = some([as_text(attempt.label) for attempt in hand_in.attempts], NAMED)
        return (f"There is nothing in {labels}, so it counts as not handed in.",)

    def elsewhere(self, entry: Entry, week: Week) -> str:
        """Where there is no ticket: which week that is not graded now it is for, and what of this week is not read."""
        hand_in = entry.hand_in(week)
        if hand_in is None or _is_empty(hand_in):
            return ""
        submission = Submission("", hand_in.choose(lambda tree: bool(tree.files))[0].tree)
        held = submission.weeks_held(reading.course_weeks())
        files = [submission.find(task) for each in held for task in each.tasks if submission.find(task)]
        said = [as_text(each) for each in submission.answers_astray_together(week.tasks)]
        if files and not {each.name for each in held} & {each.name for each in self.weeks}:
            weeks = " and ".join(each.name for each in held)
            names = some([as_text(PurePosixPath(name).name) for name in dict.fromkeys(files)], NAMED)
            said.insert(0, f"What came is for {weeks}: {names}.")
        return " ".join(said)


def _holds_work(submission: Submission, hand_in: HandIn, week: Week) -> bool:
    """Whether there is a file for a task of the week, and nothing says that it is for another week."""
    if not submission.holds(week.tasks):
        return False
    return hand_in.week is not None or week.name in {
        each.name for each in submission.weeks_held(reading.course_weeks())
    }


def _notes(submission: Submission, week: Week) -> Iterator[str]:
    """How the files of the week's tasks were found; what stands in files that nobody reads comes in one sentence."""
    astray = {task.name: submission.answers_astray(task).values() for task in week.tasks}
    notes = {task.name: submission.source(task).notes for task in week.tasks}
    for name in notes:
        yield from (note for note in notes[name] if note not in astray[name])
    yield from submission.answers_astray_together(
        task for task in week.tasks if set(astray[task.name]) & set(notes[task.name])
    )


def _is_empty(hand_in: HandIn) -> bool:
    """Whether there is no file in it, and nothing that had to be left out."""
    trees = [attempt.tree for attempt in hand_in.attempts]
    return not hand_in.unopened and not any(tree.files or tree.notes for tree in trees)


def _other_tasks(week: Week) -> list[Task]:
    return [task for task in reading.tasks() if task.week != week.name]


def _no_work(tree: Tree, week: Week) -> str:
    found = some([as_text(name) for name in tree.files], NAMED) or "nothing"
    return f"No task file of {week.name} was found; expected {week.tasks[0].filename} and the like, found {found}."
