"""Points and comments of the confined graders, written into nbgrader's gradebook through its own interface.

A manual grade or comment of nbgrader stays in front of ours; its late penalties are worked out anew from our points.

>>> transfer(Path("course"), week, {"ada": result})
['ada: 47 of 100']
"""

from __future__ import annotations

import importlib
import logging
import os
import sysconfig
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from autograder.course import Course, Week
from autograder.plain import plain
from autograder.report import words
from autograder.report.markdown import inert
from autograder.report.names import page_name
from autograder.result import Result, TaskResult

CONFIG = "nbgrader_config"
GRADE_ID = "{task}-points"
"""The name of a task's grade cell."""


class NbgraderError(Exception):
    """Raised when nbgrader or its course is not as it must be; its sentence says what to do."""


def write_scores(folder: Path, week: str, results: Path, course: Course | None = None) -> int:
    """The verb ``nbgrader-scores``: results by student into the gradebook; status 1 if some student had none."""
    gradebook = _Gradebook(folder)
    students = gradebook.students(week)
    found = read_results(results, week, students)
    lines = gradebook.transfer((course or Course.open()).week(week), found)
    left = [student for student in students if student not in found]
    lines += [f"{student}: there is no result in {results}, so nbgrader's own points stay" for student in left]
    if not students:
        raise NbgraderError(
            f"nbgrader has no autograded hand-in of {week} in {folder}: run `nbgrader autograde {week}` there first."
        )
    print(plain("\n".join(lines)))
    return 1 if left or not found else 0


def transfer(folder: Path, week: Week, results: Mapping[str, Result]) -> list[str]:
    """Writes the results into the course's gradebook; one line for each student."""
    return _Gradebook(folder).transfer(week, results)


def read_results(folder: Path, week: str, students: Iterable[str]) -> dict[str, Result]:
    """Each student's result, from the files that `make grade` writes into its folder ``results``."""
    if not folder.is_dir():
        raise NbgraderError(f"There is no folder {folder}. Name the folder `results` that `make grade` has written.")
    paths = {student: folder / f"{page_name(student, '')}.{week}.json" for student in students}
    return {student: _read(path) for student, path in paths.items() if path.is_file()}


def _read(path: Path) -> Result:
    try:
        return Result.from_json(path.read_text(encoding="utf-8"))
    except (ValueError, TypeError, LookupError) as error:
        raise NbgraderError(f"{path} is no result of this workbook: {error}") from error


class _Gradebook:
    """The gradebook of one nbgrader course folder."""

    def __init__(self, folder: Path):
        if not (folder / f"{CONFIG}.py").is_file():
            raise NbgraderError(f"{folder} has no {CONFIG}.py: it is no nbgrader course. `make nbgrader` makes one.")
        _find_programs()
        self.folder = folder.resolve()
        self.config = _import("traitlets.config").PyFileConfigLoader(f"{CONFIG}.py", str(self.folder)).load_config()
        self.config.CourseDirectory.root = str(self.folder)
        directory = _import("nbgrader.coursedir").CourseDirectory(config=self.config)
        self.address, self.course_id = directory.db_url, directory.course_id
        self.api = _import("nbgrader.api")

    def students(self, week: str) -> list[str]:
        """Whose work nbgrader knows of."""
        with self.api.Gradebook(self.address, self.course_id) as book:
            return sorted(submission.student.id for submission in book.assignment_submissions(week))

    def transfer(self, week: Week, results: Mapping[str, Result]) -> list[str]:
        lines = []
        with self.api.Gradebook(self.address, self.course_id) as book:
            self._compare_points(book, week)
            for student, result in results.items():
                lines.append(self._one(book, week, student, result))
        for student in results:
            self._late_penalty(week, student)
        return lines

    def _compare_points(self, book: Any, week: Week) -> None:
        """Raises NbgraderError unless the course was made of this manifest."""
        for task in week.tasks:
            name = GRADE_ID.format(task=task.name)
            try:
                points = book.find_grade_cell(name, week.name, week.name).max_score
            except self.api.MissingEntry as error:
                raise NbgraderError(
                    f"The gradebook has no cell {name} of {week.name}: run `nbgrader generate_assignment {week.name}` "
                    f"in {self.folder} first."
                ) from error
            if points != task.points:
                raise NbgraderError(f"{name} is worth {points:g} points there and {task.points} here: make it anew.")

    def _one(self, book: Any, week: Week, student: str, result: Result) -> str:
        if result.week != week.name:
            raise NbgraderError(f"The result of {student} is one of {result.week}, not of {week.name}.")
        if result.internal:
            return f"{student}: not written, since a check broke by our own fault; grade it again"
        if not any(known.id == student for known in book.students):
            book.add_student(student)
        book.update_or_create_submission(week.name, student)
        for task in result.for_learner().tasks:
            where = (week.name, week.name, student)
            grade = book.find_grade(GRADE_ID.format(task=task.task), *where)
            grade.auto_score = float(task.earned)
            grade.needs_manual_grade = False
            book.find_comment(task.task, *where).auto_comment = comment(task)
        book.db.commit()
        return f"{student}: {result.score} of {result.max_score}"

    def _late_penalty(self, week: Week, student: str) -> None:
        """As ``nbgrader autograde`` does it, with the plugin that the course's configuration names."""
        work = {"notebook": week.name, "assignment": week.name, "student": student, "db_url": self.address}
        assign = _import("nbgrader.preprocessors").AssignLatePenalties(config=self.config)
        assign.log.setLevel(logging.ERROR)
        assign.preprocess(_import("nbformat.v4").new_notebook(), {"nbgrader": work})


def comment(task: TaskResult) -> str:
    """What the learner reads beside the solution, as Markdown in which no word of theirs is markup."""
    head = f"{task.earned} of {task.points} points."
    if task.status == "passed":
        return head
    said = [words.in_one(task)] if words.all_alike(task) else [_problem(check) for check in _open(task)]
    return "\n".join([head, "", *(f"- {inert(sentence)}" for sentence in dict.fromkeys([*said, *task.notes]))])


def _open(task: TaskResult) -> list:
    return [check for check in task.checks if check.outcome != "passed"]


def _problem(check: Any) -> str:
    hint = words.to_try(check)
    return f"{check.title if check.visible else ''} {words.said(check)} {f'Try: {hint}' if hint else ''}".strip()


def _find_programs() -> None:
    """Puts the programs of this Python on the path, since nbgrader calls one of them (alembic) by its bare name."""
    scripts, path = sysconfig.get_path("scripts"), os.environ.get("PATH", "")
    if scripts not in path.split(os.pathsep):
        os.environ["PATH"] = f"{scripts}{os.pathsep}{path}"


def _import(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise NbgraderError(
            f"nbgrader is not installed ({error}). Get it with: pip install -e '.[nbgrader]'"
        ) from error
