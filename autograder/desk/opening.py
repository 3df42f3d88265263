"""The first words of a run: what was found, for which weeks, and what the roster cannot do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from autograder.course import Week
from autograder.desk.plan import Entry
from autograder.desk.saying import count, either, some
from autograder.intake.layouts import ClassFolder
from autograder.intake.reading import BOOK
from autograder.intake.roster import Roster
from autograder.plain import plain

ROSTER = "roster.csv"


def first_words(
    submissions: Path, found: ClassFolder, listed: Sequence[Entry], roster: Roster, weeks: Sequence[Week], asked: bool
) -> Iterator[str]:
    """Line by line; ``asked`` says whether a week was asked for."""
    yield f"{count(len(found.hand_ins), 'hand-in')}: {found.told}."
    ignored = [name for name in found.ignored if name != ROSTER]
    if ignored:
        yield f"Not looked at: {some(ignored)}."
    if found.outs:
        what = f"it holds a {BOOK}" if len(found.outs) == 1 else f"each holds a {BOOK}"
        yield f"Left out, since an earlier run wrote it: {some(found.outs)} ({what})."
    if len(listed) == 1 and not listed[0].on_roster:
        folder = plain(str(submissions))
        yield f"If {folder} is the work of one student, give the folder that it lies in: all hand-ins together."
    if not asked and len(weeks) == 1:
        yield f"No WEEK was given: the hand-ins speak of {weeks[0].name} alone, so that is graded."
    elif not asked:
        one = either(f"WEEK={weeks[0].name}", f"--week {weeks[0].name}")
        both = "both" if len(weeks) == 2 else "all"
        yield f"No WEEK was given, so {both} are graded: {', '.join(week.name for week in weeks)}. {one} grades one."
    by_canvas = any(hand_in.layout == "canvas" for hand_in in found.hand_ins)
    if roster.students and by_canvas and not any(student.canvas for student in roster.students):
        yield "The roster has no canvas_id: hand-ins are joined by name, and there is no file for Canvas."
