"""The last words of a run: what was done, what to look at, where the files are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from autograder.desk.outputs import Report, Written
from autograder.desk.run import Run
from autograder.desk.saying import SHOWN, count, either, say, some
from autograder.intake.reading import BOOK
from autograder.intake.roster import Student, maybe, names_of
from autograder.plain import plain
from autograder.report.filling import Filled
from autograder.report.page import OVERVIEW
from autograder.report.standing import Standing

HEADINGS = {"absent": "nothing handed in", "excused": "excused", "not_graded": "NOT GRADED"}
NAMED = 3
"""So many names stand before a reason that several share."""


def last_words(report: Report, run: Run, changed: Sequence[str], written: Written, out: Path) -> None:
    """Says them: of the weeks that this run was about, and of every mark that has changed."""
    say(f"\n{count(run.graded, 'grading')} made, {run.skipped} unchanged and kept.")
    lines = (*_statuses(report), *_strangers(report), *_missed(report), *_untimed(report.now))
    for line in (*lines, *_lacks(report, run)):
        say(line)
    if changed:
        say(f"{count(len(changed), 'mark')} changed since the last report:")
        say("\n".join(f"  {line}" for line in changed))
    looked = sum(bool(each.warnings) for each in report.now)
    say(f"{count(looked, 'hand-in')} with warnings to look at." if looked else "No warnings.")
    for name, filled in written.filled.items():
        say("\n".join(_worksheet(name, filled)))
    for refusal in written.refused:
        say(plain(refusal))
    others = [week.name for week in report.weeks if week not in (report.asked or report.weeks)]
    if others:
        say(f"Pages and tables hold {some(others)} too, as graded before.")
    say(f"{count(written.files, 'file')} written. Begin with {plain(str(out / OVERVIEW))}")


def _statuses(report: Report) -> Iterator[str]:
    """Who is not graded, and why; a stranger who handed in for another week is not missed in this one."""
    for status, words in HEADINGS.items():
        those = [each for each in report.now if each.status == status and not (status == "absent" and each.stranger)]
        if those:
            yield f"{len(those)} × {words}: {some([f'{report.names[each.student]} ({each.week})' for each in those])}."
        if status != "excused":
            yield from _reasons([each for each in those if each.warnings], report.names)


def _reasons(standings: Sequence[Standing], called: Mapping[str, str]) -> Iterator[str]:
    """Why, with whose it is: each reason once, and each student once, whatever the number of weeks."""
    whose: dict[str, dict[str, None]] = {}
    for each in standings:
        whose.setdefault(each.warnings[-1], {})[called[each.student]] = None
    yield from (f"  {some(list(names), NAMED)}: {plain(reason)}" for reason, names in list(whose.items())[:SHOWN])
    if len(whose) > SHOWN:
        yield f"  And {len(whose) - SHOWN} more reasons, on the overview."


def _strangers(report: Report) -> Iterator[str]:
    handed_in = {each.student for each in report.now if each.stranger and each.status != "absent"}
    names = [_stranger(each, report.on_platforms) for each in report.students if each.id in handed_in]
    if names:
        canvas = " The files for Canvas leave them out." if any(each.canvas for each in report.students) else ""
        yield f"{len(names)} × not on the roster: {some(names)}.{canvas}"


def _stranger(student: Student, roster: Sequence[Student]) -> str:
    """The id, the name, and a question where that may be somebody on the roster."""
    meant = [each.id for each in maybe(roster, student)]
    known = [student.name] if student.name else []
    asked = [f"{' or '.join(meant[:NAMED])}?"] if meant else []
    return f"{student.id} ({', '.join((*known, *asked))})" if known or asked else student.id


def _missed(report: Report) -> Iterator[str]:
    """Who was graded before and is not in the folder now: a folder of corrections alone is no class."""
    names = list(names_of(report.missed).values())
    if names:
        are, them = ("is", "this student") if len(names) == 1 else ("are", "them")
        yield (
            f"{count(len(names), 'student')} graded here before {are} not in this folder, and left out of pages and "
            f"tables: {some(names)}. What was graded stays in {BOOK}. To keep {them}, give the whole folder, or a "
            f"roster: {either('ROSTER=roster.csv', '--roster roster.csv')}."
        )


def _untimed(standings: Sequence[Standing]) -> Iterator[str]:
    number = sum(not each.timed for each in standings)
    if number:
        verb, they = ("has", "it") if number == 1 else ("have", "they")
        yield f"{count(number, 'hand-in')} {verb} no time of submission, so {they} counted as in time."


def _lacks(report: Report, run: Run) -> Iterator[str]:
    """Whose latest attempt, which counts as a whole, may have been meant as an addition."""
    now = {(each.student, each.week) for each in report.now}
    those = [f"{report.names[key[0]]} ({lacks})" for key, lacks in run.lacks.items() if key in now]
    if those:
        yield f"{len(those)} × the latest attempt lacks tasks that an earlier one has: {some(those)}."


def _worksheet(name: str, filled: Filled) -> Iterator[str]:
    yield f"{plain(name)}: {count(filled.graded, 'row')} filled in."
    lists = {
        "matches nobody in this class": list(names_of(filled.unknown).values()),
        "has no mark here, so the one that stood there is kept": filled.kept,
        "cannot be changed there, so it is left alone": filled.locked,
    }
    yield from (f"  {len(names)} × {words}: {some(names)}." for words, names in lists.items() if names)
    if filled.worth:
        yield f"  {plain(filled.worth)}"
