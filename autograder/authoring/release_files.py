"""What a release holds: files of the course by an allow-list, and starters and notebooks made anew from the solutions.

What is not listed here does not ship. Files in which an instructor may have tried the exercises are never read.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from autograder.authoring.documents import week_readmes
from autograder.authoring.notebooks import student_notebook
from autograder.authoring.release_texts import makefile, project, readme, verbs_for
from autograder.authoring.starters import generated
from autograder.authoring.visible import visible_checks
from autograder.course import HOME, Course, Week
from autograder.report.classroom import autograding_json

FROM_THE_COURSE = (
    "LICENSE",
    "exercises/*/week.toml", "exercises/*/README.md", "exercises/*/starter.py", "exercises/*/lesson_*.py",
    "self_checks/*/check_*.py", "self_checks/*/quiz.toml",
    "autograder/*.py", "autograder/*.json", "autograder/checks/*.ini",
    *(f"autograder/{name}/*.py" for name in (
        "checks", "confine", "course", "intake", "launch", "notebooks", "quiz", "report", "verbs", "watching", "worker",
        "worker/probes",
    )),
    "autograder/report/*.css",
)  # fmt: skip
DATA = ("data/README.md", "data/make_feedback.py", "data/feedback.json")
NAMES_DATA = b"feedback.json"
"""A week that has this in one of its files gets the data."""
STAFFS_OWN = (
    "autograder/verbs/staff.py", "autograder/verbs/attacks.py",
    *(f"autograder/quiz/{name}.py" for name in (
        "proof", "check_bank", "check_rubric", "labelled", "transforms", "agreement",
    )),
)  # fmt: skip
OF_A_WEEK = re.compile(r"(?:exercises|self_checks)/([^/]+)/")
KEPT_COPY = re.compile(r"\.before-(build|reset)")


def student_files(course: Course, weeks: Sequence[Week] = (), quiz: bool = True) -> dict[str, bytes]:
    """Every file of the release by its name; without weeks, of all of them."""
    chosen = replace(course, weeks=tuple(weeks) or course.weeks)
    files = course_files(course, chosen.weeks)
    if not quiz:
        files = {name: data for name, data in files.items() if not name.endswith("/quiz.toml")}
    files |= plain_files(HOME / "release" / "student", ["**/*"])
    files |= {name: text.encode() for name, text in _texts(chosen, files).items()}
    return dict(sorted(files.items()))


def course_files(course: Course, weeks: Sequence[Week]) -> dict[str, bytes]:
    """The course's public files of those weeks, as they are in a repository in which nobody has tried an exercise."""
    names = {week.name for week in weeks}
    files = plain_files(course.root, FROM_THE_COURSE)
    files = {name: data for name, data in files.items() if name not in STAFFS_OWN and week_of(name) in (None, *names)}
    files |= {path.relative_to(course.root).as_posix(): text.encode() for path, text in _made(course, weeks).items()}
    if any(NAMES_DATA in data for name, data in files.items() if week_of(name)):
        files |= plain_files(course.root, DATA)
    return files


def _made(course: Course, weeks: Sequence[Week]) -> dict[Path, str]:
    """What `make build` makes of the weeks; a notebook names its tasks as if all weeks were there, to stay the same."""
    chosen = replace(course, weeks=tuple(weeks))
    files = generated(chosen) | week_readmes(chosen)
    return files | {
        course.exercises / week.name / f"{week.name}.ipynb": student_notebook(course, week) for week in weeks
    }


def _texts(course: Course, files: Collection[str]) -> dict[str, str]:
    """What is written for this release: it names only what is there."""
    ours, own, words = (_read(name) for name in ("Makefile", "release/student.mk", "release/student/README.md"))
    verbs, first = verbs_for(files), course.weeks[0].tasks[0]
    return {
        "Makefile": makefile(ours, own, verbs, first),
        "README.md": readme(words, verbs, first),
        "pyproject.toml": project(_read("pyproject.toml"), files),
        ".github/classroom/autograding.json": autograding_json(course, visible_points(course)),
        ".gitignore": _read(".gitignore"),
    }


def _read(name: str) -> str:
    return (HOME / name).read_text(encoding="utf-8")


def week_of(name: str) -> str | None:
    """The week that a file belongs to.

    >>> week_of("exercises/week-12/softmax.py")
    'week-12'
    """
    found = OF_A_WEEK.match(name)
    return found[1] if found else None


def left_out(course: Course, weeks: Iterable[Week], files: Collection[str]) -> list[str]:
    """Programs and notebooks that somebody has put beside the exercises: they stay at home."""
    folders = [course.exercises / week.name for week in weeks]
    found = [path for folder in folders for kind in ("*.py", "*.ipynb") for path in sorted(folder.glob(kind))]
    names = [path.relative_to(course.root).as_posix() for path in found]
    return [name for name in names if name not in files and not KEPT_COPY.search(name)]


def visible_points(course: Course) -> dict[str, int]:
    """The points of each task's visible checks, as their markers state them."""
    return {task.id: sum(_points(visible_checks(task))) for task in course.tasks()}


def _points(text: str) -> Iterator[int]:
    """The numbers of a text's ``@pytest.mark.points(n)``."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.points":
            yield ast.literal_eval(node.args[0])


def plain_files(root: Path, patterns: Iterable[str]) -> dict[str, bytes]:
    """Regular files that fit one of the patterns, by their names; a link could lead anywhere."""
    found = (path for pattern in patterns for path in sorted(root.glob(pattern)))
    regular = (path for path in found if path.is_file() and not path.is_symlink() and path.suffix != ".pyc")
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in regular}
