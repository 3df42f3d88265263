"""The last words of a run: what was done, what to look at, where the files are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from autograder.desk.outputs import Report, Written
from autograder.desk.run import Run
from autograder.plain import plain
from autograder.report.page import OVERVIEW
from autograder.report.standing import Standing
from autograder.report.tables import Filled

SHOWN = 10
HEADINGS = {"absent": "nothing handed in", "excused": "excused", "not_graded": "NOT GRADED"}


def last_words(report: Report, run: Run, changed: Sequence[str], written: Written, out: Path) -> None:
    """Prints them: of the weeks that this run was about, and of every mark that has changed."""
    print(f"\n{count(run.graded, 'grading')} made, {run.skipped} unchanged and kept.")
    for line in (*_statuses(report.now), *_strangers(report), *_untimed(report.now)):
        print(line)
    if changed:
        print(f"{count(len(changed), 'mark')} changed since the last report:")
        print("\n".join(f"  {line}" for line in changed))
    looked = sum(bool(each.warnings) for each in report.now)
    print(f"{count(looked, 'hand-in')} with warnings to look at." if looked else "No warnings.")
    for name, filled in written.filled.items():
        print("\n".join(_worksheet(name, filled)))
    others = [week.name for week in report.weeks if week not in (report.asked or report.weeks)]
    if others:
        print(f"Pages and tables hold {some(others)} too, as graded before.")
    print(f"{count(written.files, 'file')} written. Begin with {plain(str(out / OVERVIEW))}")


def _statuses(standings: Sequence[Standing]) -> Iterator[str]:
    """Who is not graded, and why; a stranger who handed in for another week is not missed in this one."""
    for status, words in HEADINGS.items():
        those = [each for each in standings if each.status == status and not (status == "absent" and each.stranger)]
        names = [f"{each.called} ({each.week})" for each in those]
        if names:
            yield f"{len(names)} × {words}: {some(names)}."
    reasons = {each.warnings[-1] for each in standings if each.status == "not_graded" and each.warnings}
    yield from (f"  {plain(reason)}" for reason in sorted(reasons)[:SHOWN])


def _strangers(report: Report) -> Iterator[str]:
    names = list(dict.fromkeys(each.student for each in report.now if each.stranger and each.status != "absent"))
    if names:
        canvas = " The files for Canvas leave them out." if any(each.canvas for each in report.students) else ""
        yield f"{len(names)} × not on the roster: {some(names)}.{canvas}"


def _untimed(standings: Sequence[Standing]) -> Iterator[str]:
    number = sum(not each.timed for each in standings)
    if number:
        verb, they = ("has", "it") if number == 1 else ("have", "they")
        yield f"{count(number, 'hand-in')} {verb} no time of submission, so {they} counted as in time."


def _worksheet(name: str, filled: Filled) -> Iterator[str]:
    yield f"{plain(name)}: {count(filled.graded, 'row')} filled in."
    if filled.unknown:
        yield f"  {len(filled.unknown)} × matches nobody in this class: {some(filled.unknown)}."


def some(names: Sequence[str]) -> str:
    """The first names, and how many more there are."""
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return plain(", ".join(names[:SHOWN])) + more


def count(number: int, thing: str) -> str:
    """A number and what it counts.

    >>> count(1, "file"), count(2, "file")
    ('1 file', '2 files')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
