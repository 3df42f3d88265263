"""Bundles for platforms that run the checks themselves: Classroom 50 (public) and Gradescope (staff's own)."""

from __future__ import annotations

import re
from pathlib import Path

from autograder.authoring.leaks import Secrets
from autograder.authoring.release import listed, plain_files, project, refuse_leaks, student_files, write_zip
from autograder.course import HOME, Course

HIDDEN_OF_A_WEEK = (
    "autograder/graders/{week}/*.py", "solutions/{week}/*.py", "solutions/{week}/mistakes/*.py",
)  # fmt: skip


def classroom50(out: Path, course: Course | None = None) -> int:
    """Writes ``classroom50/``: the autograder and the students' zip. Anyone can read such a bundle: no hidden check."""
    course = course or Course.open()
    folder = out / "classroom50"
    folder.mkdir(parents=True, exist_ok=True)
    write_zip(folder / "student.zip", {f"student/{name}": data for name, data in student_files(course).items()})
    template = HOME / "release" / "classroom50" / "autograder.py"
    (folder / "autograder.py").write_bytes(template.read_bytes())
    refuse_leaks([folder], Secrets.of(course))
    print(f"{folder} goes to <organisation>/classroom50/<classroom>/autograders/<assignment>/; runtime.python: 3.12.")
    return 0


def gradescope(out: Path, week: str, course: Course | None = None) -> int:
    """Writes ``gradescope-<week>.zip`` with hidden checks: for the assignment's autograder, never for students."""
    course = course or Course.open()
    chosen = course.week(week)
    patterns = [pattern.format(week=chosen.name) for pattern in HIDDEN_OF_A_WEEK]
    inside = {path: path.read_bytes() for path in [*listed(course.root), *plain_files(course.root, patterns)]}
    files = {f"course/{path.relative_to(course.root).as_posix()}": data for path, data in inside.items()}
    files = {name: data for name, data in files.items() if not _of_another_week(name, chosen.name)}
    files["course/pyproject.toml"] = project((HOME / "pyproject.toml").read_text(encoding="utf-8")).encode()
    files["course/README.md"] = b"The course as Gradescope runs it.\n"
    files["week"] = f"{chosen.name}\n".encode()
    template = HOME / "release" / "gradescope"
    scripts = {path.name: path.read_bytes() for path in sorted(template.iterdir())}
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"gradescope-{chosen.name}.zip"
    write_zip(path, dict(sorted((files | scripts).items())), executable=set(scripts))
    print(f"{path}: upload it as the assignment's autograder. It holds hidden checks: keep it from students.")
    return 0


def _of_another_week(name: str, week: str) -> bool:
    found = re.match(r"course/(exercises|self_checks)/([^/]+)/", name)
    return bool(found) and found[2] != week
