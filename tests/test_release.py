"""The students' repository: what ships is listed, nothing of an answer is in it, and it works by itself."""

from __future__ import annotations

import base64
import csv
import gzip
import json
import re
import shutil
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml
from release_support import copy_of_the_course, git, run, with_python

from autograder.authoring.bundles import classroom50, gradescope
from autograder.authoring.leaks import DEEPEST, Secrets, search
from autograder.authoring.recording import published_view
from autograder.authoring.release import refuse_leaks, release
from autograder.authoring.release_files import visible_points
from autograder.authoring.source import TaskSource
from autograder.authoring.starters import build_course, starter
from autograder.checks.mistakes import mistakes_of, variants_of
from autograder.course import HOME, Course, CourseError
from autograder.desk.verb import Options, grade_class

COURSE = Course.open()
PUBLIC, ALL = sum(visible_points(COURSE).values()), sum(week.max_score for week in COURSE.weeks)


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    assert release(out) == 0
    return out


@pytest.fixture
def student(dist: Path, tmp_path: Path) -> Path:
    """A fresh clone, with this interpreter where the Makefile makes one."""
    subprocess.run(["git", "clone", "--quiet", dist / "student", tmp_path / "clone"], check=True)
    return with_python(tmp_path / "clone")


# ---------------------------------------------------------------- what ships


def test_nothing_ships_but_what_is_listed(dist: Path) -> None:
    names = {path.relative_to(dist / "student").parts[0] for path in (dist / "student").rglob("*")}
    assert names == {
        ".git", ".github", ".gitignore", "LICENSE", "Makefile", "README.md", "autograder", "data", "exercises",
        "pyproject.toml", "self_checks", "tests",
    }  # fmt: skip
    engine = {path.name for path in (dist / "student" / "autograder").iterdir()}
    assert not engine & {"graders", "authoring", "desk", "staff.py", "attacks.py"}


def test_the_older_autograding_file_has_the_visible_points(dist: Path) -> None:
    path = dist / "student" / ".github" / "classroom" / "autograding.json"
    tests = json.loads(path.read_text(encoding="utf-8"))["tests"]
    assert [
        sum(test["points"] for test in tests if test["name"].startswith(week)) for week in ("week-12", "week-20")
    ] == [40, 40]


def test_two_builds_are_the_same(dist: Path, tmp_path: Path) -> None:
    release(tmp_path)
    assert (tmp_path / "student.zip").read_bytes() == (dist / "student.zip").read_bytes()
    heads = [subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=out / "student") for out in (dist, tmp_path)]
    assert heads[0] == heads[1]


def test_the_zip_holds_what_the_folder_holds(dist: Path) -> None:
    with zipfile.ZipFile(dist / "student.zip") as archive:
        inside = {name.removeprefix("student/"): archive.read(name) for name in archive.namelist()}
    root = dist / "student"
    files = {path.relative_to(root).as_posix(): path for path in root.rglob("*") if path.is_file()}
    assert inside == {name: path.read_bytes() for name, path in files.items() if not name.startswith(".git/")}


def test_a_folder_that_no_release_has_made_is_not_emptied(tmp_path: Path) -> None:
    (tmp_path / "student").mkdir()
    (tmp_path / "student" / "thesis.txt").write_text("years", encoding="utf-8")
    with pytest.raises(CourseError, match="holds no git repository"):
        release(tmp_path)
    assert (tmp_path / "student" / "thesis.txt").exists()


# ---------------------------------------------------------------- leaks


@pytest.fixture(scope="module")
def secrets() -> Secrets:
    return Secrets.of(Course.open())


@pytest.fixture(scope="module")
def solution() -> str:
    """A line of a reference that is said nowhere in public."""
    course = Course.open()
    lines = "\n".join(TaskSource.read(course.week("week-12").task("attention")).solutions()).splitlines()
    return max(lines, key=len)


def in_a_file(root: Path, line: str) -> None:
    (root / "notes.md").write_text(f"try this:\n\n        {line.strip()}\n", encoding="utf-8")


def in_a_notebook(root: Path, line: str) -> None:
    cell = {"cell_type": "code", "source": ["x = 1\n", f"{line}\n"], "outputs": []}
    (root / "n.ipynb").write_text(json.dumps({"cells": [cell]}), encoding="utf-8")


def in_an_output(root: Path, line: str) -> None:
    cell = {"cell_type": "code", "source": [], "outputs": [{"text": f"first\n{line}\nlast"}]}
    (root / "n.ipynb").write_text(json.dumps({"cells": [cell]}), encoding="utf-8")


def in_metadata(root: Path, line: str) -> None:
    (root / "n.ipynb").write_text(json.dumps({"metadata": {"nbgrader": {"answer": line}}}), encoding="utf-8")


def in_the_history(root: Path, line: str) -> None:
    in_a_file(root, line)
    git(root, "add", "notes.md"), git(root, "commit", "-qm", "oops")
    git(root, "rm", "-q", "notes.md"), git(root, "commit", "-qm", "away with it")


def in_a_message(root: Path, line: str) -> None:
    git(root, "commit", "-q", "--allow-empty", "-m", f"Fix\n\n{line}")


def in_a_name(root: Path, line: str) -> None:
    (root / "self_checks" / "grade_softmax.py").write_text("", encoding="utf-8")


def in_a_zip(root: Path, line: str) -> None:
    with zipfile.ZipFile(root / "more.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("inner.py", f"def f():\n{line}\n")


def in_base64(root: Path, line: str) -> None:
    (root / "blob.txt").write_bytes(base64.b64encode(f"def f():\n{line}\n    return out\n".encode()))


def in_what_is_compiled(root: Path, line: str) -> None:
    (root / "softmax.pyc").write_bytes(b"\x00\x01" + line.encode())


def in_another_encoding(root: Path, line: str) -> None:
    (root / "notes.txt").write_text(line, encoding="utf-16")


def in_deflated_data(root: Path, line: str) -> None:
    (root / "reply.bin").write_bytes(zlib.compress(line.encode()))


def in_a_gzip(root: Path, line: str) -> None:
    (root / "notes.txt.gz").write_bytes(gzip.compress(line.encode()))


def in_a_text_that_begins_like_a_zip(root: Path, line: str) -> None:
    (root / "notes.txt").write_text(f"PK is short for primary key\n{line}\n", encoding="utf-8")


def packed_again_and_again(root: Path, line: str) -> None:
    data = line.encode()
    for _ in range(DEEPEST + 1):
        data = gzip.compress(data)
    (root / "notes.gz").write_bytes(data)


def behind_a_link(root: Path, line: str) -> None:
    (root / "link").symlink_to(HOME / "solutions")


LEAKS = [
    in_a_file, in_a_notebook, in_an_output, in_metadata, in_the_history, in_a_message, in_a_name, in_a_zip, in_base64,
    in_what_is_compiled, in_another_encoding, behind_a_link, in_deflated_data, in_a_gzip,
    in_a_text_that_begins_like_a_zip, packed_again_and_again,
]  # fmt: skip


@pytest.mark.parametrize("plant", LEAKS, ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_found(student: Path, secrets: Secrets, solution: str, plant: Callable) -> None:
    shutil.rmtree(student / ".venv")
    assert search(student, secrets) == []
    plant(student, solution)
    assert search(student, secrets), plant.__name__


def test_a_zip_that_cannot_be_opened_cannot_be_searched(tmp_path: Path, secrets: Secrets) -> None:
    """It is broken, or asks for a password."""
    in_a_zip(tmp_path, "nothing at all\0")
    zipped = (tmp_path / "more.zip").read_bytes()
    (tmp_path / "more.zip").write_bytes(zipped[:-30])
    assert search(tmp_path, secrets) == ["more.zip is no text, so it cannot be searched"]
    locked = bytearray(zipped)
    locked[6] |= 1
    locked[zipped.index(b"PK\1\2") + 8] |= 1
    (tmp_path / "more.zip").write_bytes(locked)
    assert search(tmp_path, secrets) == ["more.zip is no text, so it cannot be searched"]


def test_what_is_packed_too_often_is_said_to_be(tmp_path: Path, secrets: Secrets) -> None:
    packed_again_and_again(tmp_path, "nothing at all")
    [said] = search(tmp_path, secrets)
    assert said == "notes.gz: deflated: deflated: deflated: deflated is packed too often to be searched"


def test_a_task_without_hidden_checks_has_no_secrets_in_them(course: Course) -> None:
    """As one of a later week, that is being written."""
    for task in course.tasks():
        task.hidden_checks.unlink()
    assert not any("grade_" in where for where in Secrets.of(course).lines.values())
    with published_view(course) as view:
        assert not list(view.root.rglob("grade_*.py"))
        assert list(view.root.rglob("check_softmax.py"))


@pytest.mark.parametrize("kind", ["grader", "mistake", "variant"])
def test_every_hidden_kind_is_searched_for(tmp_path: Path, secrets: Secrets, kind: str) -> None:
    task = Course.open().week("week-20").task("training_loop")
    text = {
        "grader": lambda: task.hidden_checks.read_text(encoding="utf-8"),
        "mistake": lambda: mistakes_of(task)[0].code,
        "variant": lambda: variants_of(task)[0].code,
    }[kind]()
    (tmp_path / "notes.txt").write_text(text, encoding="utf-8")
    assert search(tmp_path, secrets)


def test_what_would_give_an_answer_away_is_refused(tmp_path: Path, secrets: Secrets, solution: str) -> None:
    in_a_zip(tmp_path, solution)
    with pytest.raises(CourseError, match="would give answers away, so everything stays as it was"):
        refuse_leaks([tmp_path / "more.zip"], secrets)


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return Course.open(copy_of_the_course(tmp_path / "course"))


def test_a_release_that_would_leak_leaves_nothing_behind(course: Course, tmp_path: Path, solution: str) -> None:
    readme = course.exercises / "week-12" / "README.md"
    readme.write_text(readme.read_text(encoding="utf-8") + f"\n{solution}\n", encoding="utf-8")
    for make in (release, classroom50):
        with pytest.raises(CourseError, match=r"week-12/README\.md holds a line of the reference"):
            make(tmp_path / "out", course=course)
        assert list((tmp_path / "out").iterdir()) == []


# ---------------------------------------------------------------- an instructor who tries the exercises


def test_answers_in_the_working_folder_do_not_ship_and_do_not_stop_a_release(
    course: Course, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    week = course.week("week-12")
    for task in week.tasks:
        shutil.copy(task.solution, task.starter)
    notebook = course.exercises / "week-12" / "week-12.ipynb"
    notebook.write_text('{"cells": [], "my answers": 1}', encoding="utf-8")
    (course.exercises / "week-12" / "my_try.py").write_text("answer = 42\n", encoding="utf-8")
    release(tmp_path / "out", ["week-12"], course=course)
    exercises = tmp_path / "out" / "student" / "exercises" / "week-12"
    for task in week.tasks:
        assert (exercises / task.filename).read_text(encoding="utf-8") == starter(TaskSource.read(task))
    assert (exercises / "week-12.ipynb").read_bytes() == (HOME / "exercises/week-12/week-12.ipynb").read_bytes()
    assert not (exercises / "my_try.py").exists()
    said = " ".join(capsys.readouterr().out.split())
    assert "These are no files of the course, and were left out: exercises/week-12/my_try.py." in said
    assert "Here these differ from what their sources make; the release holds the sources': exercises/week-12/" in said


def test_answers_in_the_working_folder_do_not_blind_the_search(course: Course, tmp_path: Path, solution: str) -> None:
    """What somebody has written into a starter is no public line."""
    task = course.week("week-12").task("attention")
    shutil.copy(task.solution, task.starter)
    (tmp_path / "notes.txt").write_text(solution, encoding="utf-8")
    assert search(tmp_path / "notes.txt", Secrets.of(course))


def test_a_correction_ships_without_a_build(course: Course, tmp_path: Path) -> None:
    """Starters, and what mistakes answer to the visible checks, are made from the solutions as they are now."""
    solution = course.week("week-12").task("softmax").solution
    text = solution.read_text(encoding="utf-8").replace("Turn scores into weights", "Turn scores into shares")
    solution.write_text(text, encoding="utf-8")
    release(tmp_path / "out", ["week-12"], course=course)
    root = tmp_path / "out" / "student"
    assert "Turn scores into shares" in (root / "exercises/week-12/softmax.py").read_text(encoding="utf-8")
    assert build_course(check=True, course=course) == 1
    for name in ("exercises", "self_checks"):
        shutil.copytree(root / name, course.root / name, dirs_exist_ok=True)
    assert build_course(check=True, course=course) == 0


def test_a_week_that_is_still_to_be_written_does_not_stop_another(course: Course, tmp_path: Path) -> None:
    course.week("week-20").task("evidence").solution.unlink()
    assert release(tmp_path / "out", ["week-12"], course=course) == 0
    with pytest.raises(CourseError, match="week-20/evidence has no solution yet"):
        release(tmp_path / "all", course=course)


# ---------------------------------------------------------------- what cannot be graded is not published


def more_points(course: Course, text: str, by: str) -> None:
    manifest = course.exercises / "week-12" / "week.toml"
    whole = manifest.read_text(encoding="utf-8")
    assert whole.count(text) >= 1
    manifest.write_text(whole.replace(text, by, 1), encoding="utf-8")


@pytest.mark.parametrize("make", [release, classroom50])
def test_a_week_that_does_not_add_up_is_not_published(course: Course, tmp_path: Path, make: Callable) -> None:
    more_points(course, "points = 10", "points = 12")
    says = "week-12: its tasks are worth 102 points, not 100: mend that in exercises/week-12/week.toml"
    with pytest.raises(CourseError, match=says):
        make(tmp_path / "out", course=Course.open(course.root))
    assert not (tmp_path / "out").exists()
    with pytest.raises(CourseError, match=says):
        gradescope(tmp_path / "out", "week-12", course=Course.open(course.root))


def test_points_that_the_checks_do_not_have_are_not_published(course: Course, tmp_path: Path) -> None:
    """One task's points went to another, and the marks stayed where they were."""
    more_points(course, "points = 10", "points = 11")
    more_points(course, "points = 15", "points = 14")
    says = (
        r"The checks of week-12/softmax add up to 10 points, its manifest says 11\. The marks stand in "
        r"autograder/graders/week-12/grade_softmax\.py; after a change of one, `make build`\."
    )
    with pytest.raises(CourseError, match=says):
        release(tmp_path / "out", course=Course.open(course.root))
    assert not (tmp_path / "out").exists()


def test_changed_marks_ship_without_a_build(course: Course, tmp_path: Path) -> None:
    """A point goes from one task to another: the files of visible checks, which are stale now, are made anew."""
    for task, old, new in (("softmax", 1, 2), ("attention", 2, 1)):
        graders = course.week("week-12").task(task).hidden_checks
        text = graders.read_text(encoding="utf-8")
        graders.write_text(text.replace(f"points({old})", f"points({new})", 1), encoding="utf-8")
    more_points(course, "points = 10", "points = 11")
    more_points(course, "points = 15", "points = 14")
    assert release(tmp_path / "out", ["week-12"], course=Course.open(course.root)) == 0
    checks = tmp_path / "out" / "student" / "self_checks" / "week-12" / "check_softmax.py"
    assert "points(2)" in checks.read_text(encoding="utf-8")


# ---------------------------------------------------------------- it works by itself


def test_check_says_what_the_public_checks_gave_and_what_is_still_to_run(student: Path) -> None:
    shutil.copy(HOME / "solutions" / "week-12" / "softmax.py", student / "exercises" / "week-12")
    status, said = run(student, "make", "check", "WEEK=week-12")
    assert status == 2, said  # make's own status for "not everything passed"
    assert "✓ softmax              4/10  public checks; 6 points run after hand-in" in said
    assert "public checks: 4 of 40 points · 60 points run after hand-in" in said


def test_the_set_up_is_proven_by_its_own_tests(student: Path) -> None:
    status, said = run(student, "make", "test")
    assert status == 0 and re.search(r"\b[1-9]\d* passed", said), said


def test_staffs_verbs_are_not_there(student: Path) -> None:
    status, said = run(student, ".venv/bin/python", "-m", "autograder", "--help")
    verbs = set(re.findall(r"^  ([a-z0-9-]+)  ", said, re.MULTILINE))
    assert status == 0 and {"check", "hint", "quiz", "doctor"} <= verbs
    assert not verbs & {"audit", "grade", "release", "build", "override"}


HOSTILE = "import os\n\n\ndef softmax(*args, **kwargs):\n    os._exit(0)\n"


def test_three_clones_come_back_and_are_graded(dist: Path, tmp_path: Path) -> None:
    """One solved, one half, one hostile, as repositories come: hidden checks run now."""
    week = COURSE.week("week-12")
    solved = {task.filename: task.solution.read_text(encoding="utf-8") for task in week.tasks}
    half = {name: solved[name] for name in ("softmax.py", "score_shape.py", "causal_mask.py")}
    work = {"ada": solved, "ben": half, "mia": half | {"softmax.py": HOSTILE}}
    for student, texts in work.items():
        clone = tmp_path / "week-12-submissions" / f"week-12-{student}"
        subprocess.run(["git", "clone", "--quiet", dist / "student", clone], check=True)
        for name, text in texts.items():
            (clone / "exercises" / "week-12" / name).write_text(text, encoding="utf-8")
    out = tmp_path / "grades"
    assert grade_class(Options(tmp_path / "week-12-submissions", out, week="week-12", jobs=1)) == 0
    with (out / "grades.csv").open(encoding="utf-8", newline="") as file:
        finals = {row["student"]: row["week-12 final"] for row in csv.DictReader(file)}
    of_half = sum(week.task(name.removesuffix(".py")).points for name in half)
    assert finals == {"ada": "100", "ben": str(of_half), "mia": str(of_half - week.task("softmax").points)}


# ---------------------------------------------------------------- GitHub Actions


@pytest.fixture
def workflow(student: Path) -> dict:
    return yaml.safe_load((student / ".github" / "workflows" / "check.yml").read_text(encoding="utf-8"))


def test_the_workflow_asks_for_little(workflow: dict) -> None:
    assert workflow["permissions"] == {"contents": "read"}
    assert set(workflow[True]) == {"push", "workflow_dispatch"}  # YAML 1.1 reads `on` as true; no pull_request_target
    [job] = workflow["jobs"].values()
    assert job["timeout-minutes"] <= 15
    used = [step["uses"] for step in job["steps"] if "uses" in step]
    assert used and all(re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", each) for each in used)
    assert "secrets." not in str(workflow)
    assert "${{" not in "".join(step.get("run", "") for step in job["steps"])


def filled(value: str, outputs: dict[str, str]) -> str:
    """An expression of an earlier step's output, as GitHub fills it in."""
    return re.sub(r"\$\{\{ steps\.\w+\.outputs\.(\w+) \}\}", lambda found: outputs[found[1]], value)


def steps(workflow: dict, root: Path, tmp_path: Path) -> Iterator[tuple[str, int, str]]:
    """Runs each ``run:`` as GitHub does; later steps see the outputs of earlier ones."""
    [job] = workflow["jobs"].values()
    outputs: dict[str, str] = {}
    for step in job["steps"]:
        if "run" not in step:
            continue
        files = {name: tmp_path / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        given = {name: filled(str(value), outputs) for name, value in step.get("env", {}).items()}
        (tmp_path / "GITHUB_OUTPUT").write_text("", encoding="utf-8")
        environment = given | {name: str(path) for name, path in files.items()}
        status, said = run(root, "bash", "-e", "-o", "pipefail", "-c", step["run"], **environment)
        lines = (tmp_path / "GITHUB_OUTPUT").read_text(encoding="utf-8").split()
        outputs |= dict(line.split("=", 1) for line in lines)
        yield step["name"], status, said


def test_the_workflow_reports_what_is_wrong(workflow: dict, student: Path, tmp_path: Path) -> None:
    wrong = "def softmax(scores, dim=-1, temperature=1.0):\n    raise ValueError('no')\n"
    (student / "exercises" / "week-12" / "softmax.py").write_text(wrong, encoding="utf-8")
    done = {name: (status, said) for name, status, said in steps(workflow, student, tmp_path)}
    assert [status for status, _ in done.values()] == [0, 0, 0, 1], done
    report = done["Report"][1]
    assert "::error file=exercises/week-12/softmax.py,line=2,title=softmax::" in report
    assert f"::notice title=Autograding complete::Points 0/{PUBLIC}" in report
    assert f'::notice title=Autograding report::{{"maxPoints":{PUBLIC},"totalPoints":0}}' in report
    assert "week-12 · Attention" in (tmp_path / "GITHUB_STEP_SUMMARY").read_text(encoding="utf-8")


def test_a_check_that_could_not_run_stops_the_workflow(workflow: dict, student: Path, tmp_path: Path) -> None:
    shutil.rmtree(student / "exercises")
    done = {name: status for name, status, _ in steps(workflow, student, tmp_path)}
    assert done["Check"] != 0


# ---------------------------------------------------------------- bundles


def test_the_public_bundle_of_classroom_50_gives_nothing_away(tmp_path: Path, secrets: Secrets) -> None:
    assert classroom50(tmp_path) == 0
    assert {path.name for path in (tmp_path / "classroom50").iterdir()} == {"autograder.py", "student.zip"}
    assert search(tmp_path / "classroom50", secrets) == []


def test_classroom_50s_autograder_fulfils_its_contract(student: Path, tmp_path: Path) -> None:
    classroom50(tmp_path)
    shutil.copy(HOME / "solutions" / "week-12" / "softmax.py", student / "exercises" / "week-12")
    script = (tmp_path / "classroom50" / "autograder.py").read_text(encoding="utf-8")
    stand_in = script.replace('if __name__ == "__main__":', f"set_up = lambda *_: {sys.executable!r}\n\nif True:")
    (tmp_path / "classroom50" / "autograder.py").write_text(stand_in, encoding="utf-8")
    environment = {
        "CLASSROOM": "cs", "ASSIGNMENT": "week-12", "SUBMISSION_TAG": "submit/1", "USERNAME": "ada",
        "COMMIT_URL": "https://c", "RELEASE_URL": "https://r", "REVIEW_URL": "https://v",
        "GITHUB_OUTPUT": str(tmp_path / "out"),
    }  # fmt: skip
    status, said = run(student, sys.executable, str(tmp_path / "classroom50" / "autograder.py"), **environment)
    assert status == 0, said
    result = json.loads((student / "result.json").read_text(encoding="utf-8"))
    assert (result["score"], result["max-score"], result["owner"]) == (4, PUBLIC, "ada")
    assert f"{ALL - PUBLIC} points more are graded after hand-in." in (student / "release-body.md").read_text(
        encoding="utf-8"
    )
    assert (tmp_path / "out").read_text(encoding="utf-8").startswith("status=failed\n")


@pytest.fixture
def autograder(tmp_path: Path) -> Path:
    """A folder laid out like Gradescope's, set up."""
    gradescope(tmp_path, "week-12")
    root = tmp_path / "autograder"
    with zipfile.ZipFile(tmp_path / "gradescope-week-12.zip") as archive:
        archive.extractall(root / "source")
        modes = {info.filename: info.external_attr >> 16 for info in archive.infolist()}
    assert all(modes[name] & 0o111 for name in ("setup.sh", "run_autograder"))
    (root / "submission").mkdir()
    course = with_python(root / "source" / "course")
    shutil.move(course / ".venv", root / "source" / "venv")
    return root


@pytest.mark.parametrize(("file", "score"), [("softmax.py", 10), ("essay.txt", 0)])
def test_gradescopes_run_always_leaves_results(autograder: Path, file: str, score: int) -> None:
    shutil.copy(HOME / "solutions" / "week-12" / "softmax.py", autograder / "submission" / file)
    run(autograder, "bash", str(autograder / "source" / "run_autograder"), AUTOGRADER=str(autograder))
    results = json.loads((autograder / "results" / "results.json").read_text(encoding="utf-8"))
    assert results["score"] == score
    assert bool(results.get("tests")) == (file == "softmax.py")
    assert score or "holds no task file of week-12" in results["output"]


def test_other_weeks_are_not_in_gradescopes_zip(tmp_path: Path) -> None:
    gradescope(tmp_path, "week-12")
    with zipfile.ZipFile(tmp_path / "gradescope-week-12.zip") as archive:
        assert not [name for name in archive.namelist() if "week-20" in name]
