"""The verb ``build``: what is made from solutions and graders; ``build --check`` compares.

Starters, hints and notebooks come from the solutions, visible checks from the graders, recordings from both; what
READMEs say of the tasks comes from the manifests.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from autograder.authoring import ipynb
from autograder.authoring.documents import readme, week_readmes
from autograder.authoring.notebooks import notebook_files
from autograder.authoring.points import faults_of
from autograder.authoring.recording import recordings
from autograder.authoring.source import TaskSource
from autograder.authoring.visible import visible_checks
from autograder.course import Course, CourseError, Week
from autograder.plain import plain
from autograder.stamp import is_pristine, stamped

HINTS_HEAD = "# Made by `make build` from the solutions: read one hint at a time with `make hint TASK=...`.\n"


def build_course(check: bool = False, force: bool = False, course: Course | None = None) -> int:
    """Writes what is stale, or only names it (``check``); returns the exit status."""
    course = course or Course.open()
    if check:
        return _name_stale(course)
    status = _write_all(course, force)
    for fault in faults_of(course.weeks):  # to be mended before a release; a week in the making is built all the same
        print(fault)
    return status


def _write_all(course: Course, force: bool) -> int:
    written = _write_stale(_of_the_weeks(course), force)
    try:
        written += _write_stale(readme(course), force)
    except CourseError as error:  # the rest is there, and what is missing can be written now
        print(plain(f"Not everything was built: the sample report in README.md is as it was. {error}"), file=sys.stderr)
        return 2
    if not written:
        print("Everything is fresh.")
    return 0


def _name_stale(course: Course) -> int:
    for made in MADE:
        stale = _stale(made(course))
        for path in stale:
            print(f"{path} is stale: run `make build`.")
        if stale:
            return 1
    print("Everything is fresh.")
    return 0


def _write_stale(files: dict[Path, str], force: bool) -> int:
    """Writes what differs from what is there; how many files that were."""
    stale = _stale(files)
    if not force:
        _refuse_edited(stale)
    for path in stale:
        kept = _write(path, files[path])
        print(f"wrote {path}" + (f"; what was there is kept as {kept.name}" if kept else ""))
    return len(stale)


def _stale(files: dict[Path, str]) -> list[Path]:
    return [path for path, text in files.items() if _differs(path, text)]


def generated(course: Course) -> dict[Path, str]:
    """Every generated file of the tasks and its text."""
    files: dict[Path, str] = {}
    for week in course.weeks:
        sources = [TaskSource.read(task) for task in week.tasks]
        files |= {source.task.starter: starter(source) for source in sources}
        files[week.hints] = _hints(week, sources)
        files |= {task.visible_checks: text for task in week.tasks if (text := visible_checks(task))}
    return files | notebook_files(course) | recordings(course)


def _of_the_weeks(course: Course) -> dict[Path, str]:
    return generated(course) | week_readmes(course)


MADE = (_of_the_weeks, readme)
"""One after the other: the sample in the README comes of checks that have to be there."""


def starter(source: TaskSource) -> str:
    """The starter's text, stamped."""
    return stamped(source.task.id, source.starter())


def _hints(week: Week, sources: list[TaskSource]) -> str:
    lines = [HINTS_HEAD]
    for source in sources:
        quoted = "".join(f"    {json.dumps(hint, ensure_ascii=False)},\n" for hint in source.hints())
        lines.append(f"\n{source.task.name} = [\n{quoted}]\n")
    return "".join(lines)


def _differs(path: Path, text: str) -> bool:
    return not path.is_file() or path.read_text(encoding="utf-8") != text


def _refuse_edited(paths: Iterable[Path]) -> None:
    for path in paths:
        if _is_edited(path):
            raise CourseError(
                f"{path} was edited by hand and would be lost; `make build FORCE=1` keeps a copy of it.\n"
                f"It is made from {_source_of(path)}: correct it there."
            )


def _source_of(path: Path) -> str:
    """Where a generated file of that name comes from.

    >>> _source_of(Path("self_checks/week-12/check_softmax.py"))
    'autograder/graders/week-12/grade_softmax.py'
    >>> _source_of(Path("exercises/week-12/week-12.ipynb"))
    'the tasks in solutions/week-12/'
    """
    week, name = path.parent.name, path.name
    if name.startswith("check_"):
        return f"autograder/graders/{week}/{name.replace('check_', 'grade_', 1)}"
    if path.suffix == ".ipynb":
        return f"solutions/{week}/companion.py" if path.stem == "lesson" else f"the tasks in solutions/{week}/"
    return f"solutions/{week}/{name}"


def _is_edited(path: Path) -> bool:
    pristine = {".py": is_pristine, ".ipynb": ipynb.is_pristine}.get(path.suffix)
    return path.is_file() and pristine is not None and not pristine(path.read_text(encoding="utf-8"))


def _write(path: Path, text: str) -> Path | None:
    """Writes the file; where somebody's work was in it, the path of the copy that is kept."""
    kept = _free_name(path) if _is_edited(path) else None
    if kept is not None:
        shutil.copy2(path, kept)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    return kept


def _free_name(path: Path) -> Path:
    """A name for the copy that no earlier copy has."""
    names = (path.with_name(f"{path.name}.before-build{number}") for number in ("", *range(2, 1000)))
    return next(name for name in names if not name.exists())
