"""A whole nbgrader course from the same solutions: configuration, source notebooks, header, students.

In a grade cell the kernel holds both the learner's code and the score, so its points are for practice: the share of
the visible checks that pass. The points that count come from the confined graders (``report/nbgrader_scores.py``).
"""

from __future__ import annotations

import csv
import io
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from autograder.authoring.ipynb import code, document, markdown
from autograder.authoring.notebooks import Parts, called, heading
from autograder.authoring.source import TaskSource
from autograder.course import Course, CourseError, Task, Week
from autograder.intake.roster import Student, read_roster
from autograder.report.nbgrader_scores import GRADE_ID

CONFIG = """# nbgrader's settings for the attention workbook; made by `make nbgrader`.
c = get_config()  # noqa: F821

c.CourseDirectory.course_id = "attention-workbook"
c.IncludeHeaderFooter.header = "source/header.ipynb"
c.ClearSolutions.code_stub = {{
    "python": '# TODO: your code here, in place of the next line.\\nraise NotImplementedError("this is yours to write")'
}}

# The first grade cell of a notebook waits until PyTorch is loaded.
c.ExecutePreprocessor.timeout = 120

# Task files that a learner hands in beside the notebook stay as they are.
c.Autograde.exclude_overwriting = {{
{kept}
}}
"""
README = """# The attention workbook as an nbgrader course

Run these in this folder. First, in each new terminal, put the workbook's programs before others:

```
export PATH={programs}:"$PATH"
```

Replace `{week}` by the week. `students.csv` lists the class (`make nbgrader COURSE=dir ROSTER=roster.csv` fills it).

1. `nbgrader db student import students.csv`
2. `nbgrader generate_assignment {week}` writes `release/{week}`, without the solutions.
3. Put what was handed in into `submitted/STUDENT/{week}/{week}.ipynb`.
4. `nbgrader autograde {week}` runs the notebooks. Their points are for practice: the share of the visible checks that
   pass in the learner's own kernel, which a learner can deceive. Do this in a container if you do not trust the code.
5. In the workbook's folder, `make grade SUBMISSIONS=COURSE/submitted WEEK={week} OUT=DIR` runs all checks, confined.
6. There, `make nbgrader-scores COURSE=COURSE WEEK={week} RESULTS=DIR/results` writes those points and comments into
   `gradebook.db`. A manual grade or comment stays; late penalties are worked out anew. Repeat it after `autograde`.
7. `nbgrader generate_feedback {week}` and `nbgrader export`.

`source/` holds the solutions. Publish `release/` only. A learner's kernel needs the students' repository installed
(`pip install --editable PATH-TO-IT`), since the notebook imports `autograder.jupyter`.

A correction of the workbook does not reach this folder by itself: write a new one with `make nbgrader COURSE=another`,
copy its `source/` over this one, and `nbgrader generate_assignment {week} --force`.
"""
HEADER = """Work from top to bottom. Write in the cells that say `TODO`; cells with a lock are put back as they were
when your work is graded. A cell that ends in `points(...)` shows what the visible checks say. The points that count
come after hand-in, when hidden checks run too."""
STUDENT_COLUMNS = ("id", "first_name", "last_name", "email", "lms_user_id")


def write_course(folder: Path, roster: Path | None = None, course: Course | None = None) -> int:
    """Writes the course into a folder that does not exist yet or is empty; raises CourseError."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CourseError(f"{folder} is not empty. Name a new folder: make nbgrader COURSE=dir")
    students = read_roster(roster).students if roster else ()
    for name, text in course_files(course or Course.open(), students).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    print(f"wrote an nbgrader course to {folder}; its README.md says how to go on.")
    return 0


def course_files(course: Course, students: Sequence[Student] = ()) -> dict[str, str]:
    """Every file of the course by its path, and its text."""
    files = {
        "nbgrader_config.py": CONFIG.format(kept="\n".join(_kept(week) for week in course.weeks)),
        "README.md": README.format(week=course.weeks[0].name, programs=_programs()),
        "students.csv": _students(students),
        ".gitignore": "gradebook.db\n.nbgrader.log\nsubmitted/\nautograded/\nfeedback/\ngrades.csv\n",
        "source/header.ipynb": document([markdown("header", HEADER)]),
    }
    return files | {f"source/{week.name}/{week.name}.ipynb": source_notebook(course, week) for week in course.weeks}


def _programs() -> str:
    """The folder of the workbook's nbgrader, for a shell: this Python's own."""
    return shlex.quote(str(Path(sys.executable).parent))


def _kept(week: Week) -> str:
    names = ", ".join(f'"{task.filename}"' for task in week.tasks)
    return f'    "{week.name}": [{names}],'


def _students(students: Sequence[Student]) -> str:
    """nbgrader's table; it writes its own tables without quotes, so a comma in a name would move their columns."""
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(STUDENT_COLUMNS)
    for student in students:
        last, _, first = student.name.partition(",") if "," in student.name else student.name.rpartition(" ")[::-1]
        names = (first.replace(",", " ").strip(), last.replace(",", " ").strip())
        writer.writerow((student.id, *names, student.email, student.canvas))
    return table.getvalue()


def source_notebook(course: Course, week: Week) -> str:
    """One week with its solutions, a locked statement and a grade cell for each task."""
    cells = [markdown("title", f"# {heading(week)}", nbgrader=_role("title", locked=True))]
    for number, task in enumerate(week.tasks, start=1):
        parts = Parts.of(task, number, _solved(TaskSource.read(task)))
        cells += [
            markdown(f"{task.name}-statement", parts.statement, nbgrader=_role(f"{task.name}-statement", locked=True)),
            code(task.name, parts.code, nbgrader=_role(task.name, solution=True)),
            *parts.shown(f"{task.name}-demonstration"),
            _grade_cell(course, task),
        ]
    return document(cells)


def _grade_cell(course: Course, task: Task) -> dict:
    name = GRADE_ID.format(task=task.name)
    text = f'from autograder.jupyter import points\n\npoints("{called(course, task)}")'
    return code(name, text, nbgrader=_role(name, grade=True, locked=True) | {"points": task.points})


def _role(name: str, grade: bool = False, solution: bool = False, locked: bool = False) -> dict:
    """What nbgrader must know of a cell; it wants every key."""
    role = {"grade": grade, "grade_id": name, "locked": locked, "schema_version": 3}
    return role | {"solution": solution, "task": False}


def _solved(source: TaskSource) -> str:
    """The solution with its markers, which nbgrader knows too, and without the hints."""
    lines = source.text.split("\n")
    for region in reversed(source.regions):
        if region.kind == "HINTS":
            del lines[region.start - 1 : region.end]
    return "\n".join(lines)
