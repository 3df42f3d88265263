"""The verb ``release``: a repository for students, made from nothing by an allow-list, and searched for leaks.

What is not listed here does not ship. The folder comes with one commit, ready to push; its zip has no history.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from autograder.authoring.leaks import Secrets, search
from autograder.authoring.starters import generated
from autograder.course import HOME, Course, CourseError
from autograder.report.classroom import autograding_json

FROM_THE_COURSE = (
    "LICENSE",
    "data/README.md", "data/make_feedback.py", "data/feedback.json",
    "exercises/*/week.toml", "exercises/*/README.md", "exercises/*/hints.toml",
    "exercises/*/*.py", "exercises/*/*.ipynb",
    "self_checks/*/check_*.py", "self_checks/*/mistakes.json", "self_checks/*/quiz.toml",
    "autograder/*.py", "autograder/*.json", "autograder/*.ini",
    *(f"autograder/{name}/*.py" for name in ("confine", "intake", "notebooks", "probes", "quiz", "report", "watching")),
    "autograder/report/*.css",
)  # fmt: skip
STAFFS_OWN = (
    "autograder/staff.py", "autograder/attacks.py",
    *(f"autograder/quiz/{name}.py" for name in (
        "proof", "check_bank", "check_rubric", "labelled", "transforms", "agreement",
    )),
)  # fmt: skip
VERBS = ("help", "check", "watch", "hint", "quiz", "lesson", "doctor", "test", "clean")
"""What a student's Makefile keeps."""
EXTRA = re.compile(r"^([\w-]+) = \[\n.*?^\]\n", re.MULTILINE | re.DOTALL)
EXTRAS = ("lesson", "notebook")
"""Optional packages that students may want."""
WHEN = "2026-01-01T00:00:00Z"
ZIP_TIME = (2026, 1, 1, 0, 0, 0)
WHO = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "Attention workbook"), ("EMAIL", "workbook@example.org"), ("DATE", WHEN))
}


def release(out: Path, course: Course | None = None) -> int:
    """Writes ``out/student/`` and ``out/student.zip``; raises CourseError if anything would leak."""
    course = course or Course.open()
    _refuse_stale(course)
    files = student_files(course)
    folder, archive = out / "student", out / "student.zip"
    _start_anew(folder)
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    commit = _commit(folder)
    write_zip(archive, {f"student/{name}": data for name, data in files.items()})
    secrets = Secrets.of(course)
    refuse_leaks([folder, archive], secrets)
    print(
        f"{len(files)} files, {sum(map(len, files.values())) >> 10} KB; {secrets.count} lines searched for, none found."
    )
    print(f"{folder} (commit {commit[:12]}) and {archive}. Students begin with README.md.")
    return 0


def refuse_leaks(made: Iterable[Path], secrets: Secrets) -> None:
    """Removes what was made and raises CourseError if any of it would give an answer away."""
    made = list(made)
    found = [leak for path in made for leak in search(path, secrets)]
    if not found:
        return
    for path in made:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    raise CourseError("It would give answers away, and was removed:\n" + "\n".join(f"  {leak}" for leak in found[:20]))


def student_files(course: Course) -> dict[str, bytes]:
    """Every file of the release, by its name."""
    files = {path.relative_to(course.root).as_posix(): path.read_bytes() for path in listed(course.root)}
    template = HOME / "release" / "student"
    files |= {path.relative_to(template).as_posix(): path.read_bytes() for path in _plain(template.rglob("*"))}
    files["Makefile"] = makefile((HOME / "Makefile").read_text(encoding="utf-8"), VERBS).encode()
    files["pyproject.toml"] = project((HOME / "pyproject.toml").read_text(encoding="utf-8")).encode()
    files[".github/classroom/autograding.json"] = autograding_json(course, visible_points(course)).encode()
    files[".gitignore"] = (HOME / ".gitignore").read_bytes()
    return dict(sorted(files.items()))


def visible_points(course: Course) -> dict[str, int]:
    """The points of each task's visible checks, as their markers state them."""
    return {task.id: sum(_points(task.visible_checks)) for task in course.tasks()}


def _points(path: Path) -> Iterator[int]:
    """The numbers of a file's ``@pytest.mark.points(n)``."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.points":
            yield ast.literal_eval(node.args[0])


def listed(root: Path) -> Iterator[Path]:
    """The course's files that may be published."""
    files = plain_files(root, FROM_THE_COURSE)
    return (path for path in files if path.relative_to(root).as_posix() not in STAFFS_OWN)


def plain_files(root: Path, patterns: Iterable[str]) -> Iterator[Path]:
    """Regular files that fit one of the patterns."""
    for pattern in patterns:
        yield from _plain(root.glob(pattern))


def _plain(paths: Iterable[Path]) -> Iterator[Path]:
    """Regular files; a link could lead anywhere."""
    return (path for path in sorted(paths) if path.is_file() and not path.is_symlink() and path.suffix != ".pyc")


def _refuse_stale(course: Course) -> None:
    """A starter in which somebody has written would ship what they wrote."""
    for path, text in generated(course).items():
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            raise CourseError(f"{path} is not as `make build` makes it: run that first.")


def makefile(text: str, verbs: Iterable[str]) -> str:
    """The Makefile with those verbs alone; rules that are no verbs stay.

    >>> makefile("check: ## it\\n\\t@run\\n\\naudit: ## it\\n\\t@prove\\n", ["check"])
    'check: ## it\\n\\t@run\\n'
    """
    blocks = re.split(r"\n{2,}", text.strip("\n"))
    kept = [block for block in blocks if _verb(block) in (None, *verbs)]
    phony = " ".join(verb for verb in verbs if any(_verb(block) == verb for block in blocks))
    return re.sub(r"\.PHONY:.*", f".PHONY: {phony}", "\n\n".join(kept)) + "\n"


def _verb(block: str) -> str | None:
    found = re.match(r"([a-z0-9-]+):.*## ", block)
    return found[1] if found else None


def project(text: str) -> str:
    """The student's pyproject.toml: the same dependencies, without what staff, tests and style need."""
    before, heading, after = text.partition("[project.optional-dependencies]\n")
    extras, following, rest = after.partition("[project.entry-points.pytest11]")
    kept = "".join(block[0] for block in EXTRA.finditer(extras) if block[1] in EXTRAS)
    return f"{before}{heading}{kept}dev = []\n\n{following}{rest.partition('[tool.ruff]')[0]}".rstrip() + "\n"


def _start_anew(folder: Path) -> None:
    """Empties a folder that an earlier release has made; refuses one that holds anything else."""
    if folder.exists() and not (folder / ".git").is_dir():
        raise CourseError(f"{folder} is there and was not made by a release: remove it, or give another --out.")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


def _commit(folder: Path) -> str:
    """One commit with everything, at a fixed time by nobody in particular, so that two builds are the same."""
    _git(folder, "init", "--quiet", "--initial-branch=main", "--template=")
    _git(folder, "add", "--all", "--force")
    _git(folder, "commit", "--quiet", "--no-gpg-sign", "--no-verify", "-m", "The exercises")
    return _git(folder, "rev-parse", "HEAD").strip()


def _git(folder: Path, *words: str) -> str:
    bare = {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "HOME": str(folder),
        "PATH": os.environ["PATH"],
    }
    try:
        done = subprocess.run(
            ["git", "-c", "core.autocrlf=false", *words],
            cwd=folder, env=bare | WHO, check=True, capture_output=True, text=True,
        )  # fmt: skip
    except (OSError, subprocess.CalledProcessError) as error:
        said = getattr(error, "stderr", "") or error
        raise CourseError(f"git could not make the repository: {said}") from error
    return done.stdout


def write_zip(path: Path, files: dict[str, bytes], executable: Iterable[str] = ()) -> None:
    """A zip whose bytes depend on nothing but the files."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, ZIP_TIME)
            mode = 0o100755 if name in executable else 0o100644
            entry.external_attr, entry.create_system, entry.compress_type = mode << 16, 3, zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
