"""Bundles for platforms that run the checks themselves: Classroom 50 (public) and Gradescope (staff's own)."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from autograder.authoring.leaks import Secrets
from autograder.authoring.points import demand_points
from autograder.authoring.release import refuse_leaks, write_zip
from autograder.authoring.release_files import course_files, plain_files, student_files
from autograder.authoring.release_texts import project
from autograder.course import HOME, Course

HIDDEN_OF_A_WEEK = (
    "autograder/graders/{week}/*.py", "solutions/{week}/*.py", "solutions/{week}/known/*.py",
)  # fmt: skip


def classroom50(out: Path, weeks: Sequence[str] = (), course: Course | None = None) -> int:
    """Writes ``classroom50/``: the autograder and the students' zip. Anyone can read it: no hidden check, no quiz."""
    course = course or Course.open()
    chosen = [course.week(name) for name in weeks] or list(course.weeks)
    files = student_files(course, chosen, quiz=False)
    demand_points(course, chosen)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out, prefix=".release-") as folder:
        made = Path(folder) / "classroom50"
        made.mkdir()
        write_zip(made / "student.zip", {f"student/{name}": data for name, data in files.items()})
        shutil.copyfile(HOME / "release" / "classroom50" / "autograder.py", made / "autograder.py")
        refuse_leaks([made], Secrets.of(course))
        shutil.copytree(made, out / "classroom50", dirs_exist_ok=True)
    print(f"{out / 'classroom50'} goes to")
    print("  <organisation>/classroom50/<classroom>/autograders/<assignment>/")
    print("with runtime.python: 3.12.")
    return 0


def gradescope(out: Path, week: str, course: Course | None = None) -> int:
    """Writes ``gradescope-<week>.zip`` with hidden checks: for the assignment's autograder, never for students."""
    course = course or Course.open()
    chosen = course.week(week)
    demand_points(course, [chosen])
    patterns = [pattern.format(week=chosen.name) for pattern in HIDDEN_OF_A_WEEK]
    inside = course_files(course, [chosen]) | plain_files(course.root, patterns)
    inside["pyproject.toml"] = project((HOME / "pyproject.toml").read_text(encoding="utf-8"), inside).encode()
    inside["README.md"] = b"The course as Gradescope runs it.\n"
    files = {f"course/{name}": data for name, data in inside.items()} | {"week": f"{chosen.name}\n".encode()}
    scripts = plain_files(HOME / "release" / "gradescope", ["*"])
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"gradescope-{chosen.name}.zip"
    write_zip(path, dict(sorted((files | scripts).items())), executable=set(scripts))
    print(f"{path}: upload it as the assignment's autograder. It holds hidden checks: keep it from students.")
    return 0
