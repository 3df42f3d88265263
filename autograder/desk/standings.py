"""Where everybody stands after a run: what the gradebook holds, and what keeps a hand-in from being in it."""

from __future__ import annotations

from collections.abc import Sequence

from autograder.course import Course, Week
from autograder.desk.gradebook import Gradebook
from autograder.desk.marks import standing
from autograder.desk.outputs import Report
from autograder.desk.plan import Entry, NotRead, Plan
from autograder.desk.run import Run
from autograder.desk.saying import either
from autograder.intake.roster import Student
from autograder.report.standing import Standing

WAITING = "Handed in, and not graded yet."


class Standings:
    """Puts together the report on every week of the gradebook, also those that this run did not ask for."""

    def __init__(self, book: Gradebook, course: Course, plan: Plan, listed: Sequence[Entry], run: Run):
        self.book, self.course, self.plan, self.run = book, course, plan, run
        self._handed_in = {entry.student.id: entry for entry in listed}
        self._graded = book.hashes()
        self._before = book.reported()
        self._on_roster = {student.id for student, on_roster in book.students() if on_roster}
        self._in_book = {student for student, _ in (*self._graded, *book.decisions())}
        asked = {week.name for week in plan.weeks}
        self._graded_elsewhere = {student for student, week in self._graded if week not in asked}

    def report(self) -> Report:
        """Everyone's standings; the marks of weeks that were not asked for stay as they are."""
        names = {*self.book.weeks(), *(week.name for week in self.plan.weeks)}
        weeks = [week for week in self.course.weeks if week.name in names]
        known = [student for student, _ in self.book.students()]
        students = [student for student in known if self._is_in_class(student)]
        marks = {(student.id, week.name): self._standing(student, week) for student in students for week in weeks}
        gone = [student for student in known if not self._is_in_class(student)]
        others = [week for week in self.course.weeks if week.name not in names]
        missed = [] if self._on_roster else [student for student in gone if student.id in self._in_book]
        return Report(students, weeks, marks, self.plan.weeks, gone, missed, others)

    def _is_in_class(self, student: Student) -> bool:
        """On the roster, or handed in now, or graded in a week that was not asked for."""
        return any(student.id in those for those in (self._on_roster, self._handed_in, self._graded_elsewhere))

    def _standing(self, student: Student, week: Week) -> Standing:
        stranger = bool(self._on_roster) and student.id not in self._on_roster
        if week not in self.plan.weeks:
            return standing(self.book, student, week, self._failed_before(student, week), stranger=stranger)
        entry, key = self._handed_in.get(student.id), (student.id, week.name)
        failed = self.run.failed.get(key, "")
        said = failed if key in self.run.refused else ""
        if not failed and entry is not None and key not in self._graded:
            failed, said = self._waiting(entry, week)
        warnings = self.plan.nothing_in(entry, week) if entry is not None else ()
        if said and not failed:
            warnings = (*warnings, f"Nothing for {week.name} was handed in. {said}")
        places = self.plan.places(entry, week) if entry is not None else {}
        return standing(self.book, student, week, failed, warnings, (said,) if said else (), stranger, places)

    def _waiting(self, entry: Entry, week: Week) -> tuple[str, str]:
        """Why a hand-in that is there has no grading yet, and what of that its learner should know."""
        try:
            ticket = self.plan.ticket(entry, week)
        except NotRead as error:
            return str(error), ""
        if ticket is None:
            return "", self.plan.elsewhere(entry, week)
        return ticket.refused or WAITING, ticket.refused

    def _failed_before(self, student: Student, week: Week) -> str:
        """Of a week that was not asked for: that a hand-in could not be graded when it was."""
        before = self._before.get((student.id, week.name))
        if before is None or before.status != "not_graded":
            return ""
        again = either(f"WEEK={week.name}", f"--week {week.name}")
        return f"Not graded when {week.name} was graded last: run it again with {again}."
