"""What a run leaves behind in its folder: results, gradebook tables, pages, files for learning systems."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path

from autograder.course import Week
from autograder.desk.saying import either
from autograder.intake.roster import RosterError, Student, names_of, read_table
from autograder.plain import plain
from autograder.report import filling, tables
from autograder.report.feedback import feedback
from autograder.report.gradescope import results_json
from autograder.report.page import OVERVIEW, STAFF, Standing, overview_page, page_name, student_markdown, student_page

PAGES = "students"


@dataclass(frozen=True)
class Report:
    """Everyone's standings, in the order of students and weeks."""

    students: Sequence[Student]
    weeks: Sequence[Week]
    """Every week of the gradebook."""
    marks: Mapping[tuple[str, str], Standing]
    asked: Sequence[Week] = ()
    """The weeks that this run was about; without them, all."""
    gone: Sequence[Student] = ()
    """Whom the gradebook knows, and who is in the class no more."""
    missed: Sequence[Student] = ()
    """Those of them who were graded, where no roster says that they have left."""
    other_weeks: Sequence[Week] = ()
    """The course's weeks of which the gradebook holds nothing."""

    @cached_property
    def names(self) -> dict[str, str]:
        """What each student is called where it is said whose something is."""
        return names_of(self.students)

    def of(self, student: Student) -> list[Standing]:
        return [self.marks[student.id, week.name] for week in self.weeks]

    @property
    def all(self) -> list[Standing]:
        return [standing for student in self.students for standing in self.of(student)]

    @property
    def now(self) -> list[Standing]:
        """The standings in the weeks that this run was about."""
        names = {week.name for week in self.asked or self.weeks}
        return [standing for standing in self.all if standing.week in names]

    @property
    def on_platforms(self) -> list[Student]:
        """Those whom a platform can know: strangers to the roster are left out."""
        strangers = {each.student for each in self.all if each.stranger}
        return [student for student in self.students if student.id not in strangers]


@dataclass(frozen=True)
class Written:
    """What was written: how many files, and what came of each worksheet, by its new name."""

    files: int
    filled: Mapping[str, filling.Filled]
    refused: Sequence[str] = ()
    """Why a worksheet could not be filled in, a sentence each."""


def write(report: Report, out: Path, title: str, worksheets: Sequence[Path] = ()) -> Written:
    """Writes every file that is not there as it should be; worksheets are filled in for the weeks asked for.

    What an earlier run has written of students who are gone, or for a platform that is no longer asked for, goes.
    """
    made = {}
    for name, text in chain(_pages(report, title), _tables(report)):
        made[name] = _write(out / name, text)
    for name in _ours(report):
        if name not in made:
            (out / name).unlink(missing_ok=True)
    filled, refused = {}, []
    for path in worksheets:
        try:
            filled |= _filled(report, path, report.asked or report.weeks)
        except (filling.TableError, RosterError) as error:
            refused.append(f"The worksheet {plain(path.name)} was not filled in; all else is written. {error}")
    files = sum(made.values()) + sum(_write(out / name, each.text) for name, each in filled.items())
    return Written(files, filled, tuple(refused))


def _ours(report: Report) -> Iterator[str]:
    """The names of files that a run may have written of those who are gone, and for Canvas."""
    for name in (page_name(student.id, "") for student in report.gone):
        yield from (f"{PAGES}/{name}.html", f"{PAGES}/{name}.md", f"{STAFF}/{name}.html")
        for week in report.weeks:
            yield from (f"results/{name}.{week.name}.json", f"gradescope/{name}.{week.name}.json")
    yield from (f"canvas-{week.name}.csv" for week in (*report.weeks, *report.other_weeks))


def _pages(report: Report, title: str) -> Iterator[tuple[str, str]]:
    for student in report.students:
        standings = report.of(student)
        name = page_name(student.id, "")
        yield f"{PAGES}/{name}.html", student_page(standings, audience="learner")
        yield f"{PAGES}/{name}.md", student_markdown(standings)
        yield f"{STAFF}/{name}.html", student_page(standings, audience="staff")
        for standing in standings:
            if standing.result is not None:
                yield f"results/{name}.{standing.week}.json", standing.result.to_json()
                tests = results_json(standing.result.for_learner())
                yield f"gradescope/{name}.{standing.week}.json", json.dumps(tests, indent=1, sort_keys=True) + "\n"
    yield OVERVIEW, overview_page(report.all, title=title)


def _tables(report: Report) -> Iterator[tuple[str, str]]:
    names = [week.name for week in report.weeks]
    yield "grades.csv", tables.grades(report.students, names, report.marks)
    if any(student.canvas for student in report.on_platforms):
        for week in report.weeks:
            yield f"canvas-{week.name}.csv", tables.canvas(report.on_platforms, week.name, week.title, report.marks)


Filled = Iterator[tuple[Week, filling.Filled]]


def _filled(report: Report, path: Path, weeks: Sequence[Week]) -> dict[str, filling.Filled]:
    """A worksheet that was downloaded, filled in under its own name; raises TableError or RosterError."""
    text = read_table(path)
    fill = _moodle if "Identifier" in text.partition("\n")[0] else _canvas
    return {f"filled-{week.name}-{path.name}": filled for week, filled in fill(report, text, weeks)}


def _moodle(report: Report, text: str, weeks: Sequence[Week]) -> Filled:
    """Moodle's worksheet is for one assignment, and does not say which."""
    if len(weeks) > 1:
        which = either("WEEK=NAME", "--week NAME")
        raise filling.TableError(f"A worksheet of Moodle's is for one week: say which with {which}.")
    (week,) = weeks
    yield week, filling.fill_moodle(text, report.students, week.name, report.marks, _feedback(report, week))


def _canvas(report: Report, text: str, weeks: Sequence[Week]) -> Filled:
    """An export of Canvas's has a column for each assignment that was made there."""
    made = [week for week in weeks if filling.has_column(text, week.name, week.title)]
    for week in made or weeks[:1]:
        yield week, filling.fill_canvas(text, report.students, week.name, week.title, report.marks)


def _feedback(report: Report, week: Week) -> dict[str, str]:
    standings = {student.id: report.marks[student.id, week.name] for student in report.students}
    return {who: feedback(each) for who, each in standings.items() if each.status == "graded"}


def _write(path: Path, text: str) -> bool:
    """Writes a file whole or not at all, and only if it differs."""
    data = text.encode("utf-8", "backslashreplace")
    if path.is_file() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_bytes(data)
    fresh.replace(path)
    return True
