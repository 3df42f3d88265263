"""A release of one week works by itself, and says only what it holds."""

from __future__ import annotations

import re
import sys
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path, PurePosixPath

import pytest
from release_support import copy_of_the_course, run, with_python

from autograder.authoring.bundles import classroom50
from autograder.authoring.release import release
from autograder.authoring.release_files import student_files
from autograder.authoring.release_texts import VERBS, makefile
from autograder.course import HOME, Course, CourseError

WEEKS = [week.name for week in Course.open().weeks]
PATH = re.compile(r"(?<![\w./])(?:exercises|self_checks|tests|data|bench|docs|site|\.github)/[\w./-]*")
STAFFS_WORDS = r"ATTACKS|For those who|CHECK=1|project's own tests|nbgrader|export|audit|xdist|-n auto|ruff|hypothesis"
RELEASES = [[name] for name in WEEKS] + [WEEKS]


@pytest.fixture(scope="module", params=RELEASES, ids=" and ".join)
def files(request: pytest.FixtureRequest) -> dict[str, bytes]:
    """The files of each release: a week alone, and both."""
    course = Course.open()
    return student_files(course, [course.week(name) for name in request.param])


@pytest.fixture(scope="module")
def one_week(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A student's copy that holds that week alone."""
    made: dict[str, Path] = {}

    def copy(week: str) -> Path:
        if week not in made:
            out = tmp_path_factory.mktemp("dist")
            release(out, [week])
            made[week] = with_python(out / "student")
        return made[week]

    return copy


def text(files: dict[str, bytes], name: str) -> str:
    return files[name].decode("utf-8")


def verbs(makefile: str) -> set[str]:
    return set(re.findall(r"^([a-z0-9-]+):.*## ", makefile, re.MULTILINE))


# ---------------------------------------------------------------- it names only what is there


def test_every_verb_that_a_readme_names_is_in_the_makefile(files: dict[str, bytes]) -> None:
    named = {verb for name in files if name.endswith("README.md")
             for verb in re.findall(r"(?:^|`)make ([a-z]+)", text(files, name), re.MULTILINE)}  # fmt: skip
    assert {"check", "hint", "notebook", "test"} <= named
    assert named - {"build"} <= verbs(text(files, "Makefile"))


def test_every_link_of_a_readme_leads_somewhere(files: dict[str, bytes], tmp_path: Path) -> None:
    for name in files:
        for link in re.findall(r"\]\(([^)#]+)\)", text(files, name) if name.endswith(".md") else ""):
            where = (tmp_path / name).parent.joinpath(link).resolve().relative_to(tmp_path.resolve()).as_posix()
            assert link.startswith("https://") or where in files, (name, link)


def test_every_path_of_readme_and_makefile_is_there(files: dict[str, bytes]) -> None:
    """Folders too; what the README says of Windows has its own slashes."""
    folders = {str(parent) for name in files for parent in PurePosixPath(name).parents}
    for name in ("README.md", "Makefile"):
        for path in re.findall(PATH, text(files, name)):
            assert path.rstrip("/") in files.keys() | folders, (name, path)


def test_the_examples_are_tasks_of_the_release(files: dict[str, bytes]) -> None:
    weeks = {name.split("/")[1] for name in files if name.endswith("week.toml")}
    for name in ("README.md", "Makefile"):
        assert set(re.findall(r"WEEK=([\w-]+)", text(files, name))) <= weeks
        for task in re.findall(r"TASK=(\w+)", text(files, name)):
            assert any(f"exercises/{week}/{task}.py" in files for week in weeks)


def test_every_rule_finds_what_it_needs(files: dict[str, bytes]) -> None:
    made = text(files, "Makefile")
    rules = set(re.findall(r"^([\w./-]+):(?!=)", made, re.MULTILINE))
    needed = {name for needs in re.findall(r"^[\w./-]+:(?!=)([^#\n]*)", made, re.MULTILINE) for name in needs.split()}
    assert needed <= rules | {"pyproject.toml"}
    assert {rule for rule in rules if rule.startswith(".venv/")} <= needed, "a rule that no verb needs"
    extras = tomllib.loads(text(files, "pyproject.toml"))["project"]["optional-dependencies"]
    assert set(re.findall(r"'\.\[(\w+)\]'", made)) <= set(extras)
    phony = re.search(r"\.PHONY: (.*)", made)[1].split()
    assert set(phony) == verbs(made) <= set(VERBS)


def test_the_makefile_speaks_to_students(files: dict[str, bytes]) -> None:
    made = text(files, "Makefile")
    assert re.findall(STAFFS_WORDS, made) == []


def test_the_project_names_what_is_there(files: dict[str, bytes]) -> None:
    ours = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
    theirs = tomllib.loads(text(files, "pyproject.toml"))
    assert theirs["project"]["dependencies"] == ours["project"]["dependencies"]
    assert set(theirs["project"]["optional-dependencies"]) == {"lesson", "notebook"}
    assert "ruff" not in theirs["tool"]
    patterns = theirs["tool"]["setuptools"]["package-data"]["autograder"]
    assert patterns
    for pattern in patterns:
        assert any(PurePosixPath(name).match(f"autograder/{pattern}") for name in files), pattern


def test_no_module_of_the_engine_is_missing(files: dict[str, bytes]) -> None:
    """The allow-list cannot lag behind: every package ships, but those that hold answers or are staff's."""
    packages = {path.parent.name for path in (HOME / "autograder").glob("*/__init__.py")}
    shipped = {name.split("/")[1] for name in files if re.fullmatch(r"autograder/\w+/__init__\.py", name)}
    assert packages - shipped <= {"authoring", "desk", "graders"}


def test_the_students_own_rules_take_the_place_of_ours() -> None:
    first = Course.open().weeks[0].tasks[0]
    check, ready, base = "check: ready ## it\n\t@run", "ready: base\n\t@make", "base:\n\t@x"
    ours = "\n\n".join([check, ready, base, "other:\n\t@y", "audit: ready ## no\n\t@z"])
    own = "check: base ## else\n\t@own"
    assert makefile(ours, "", ["check"], first) == f"{check}\n\n{ready}\n\n{base}\n"
    assert makefile(ours, own, ["check"], first) == f"{own}\n\n{base}\n"


# ---------------------------------------------------------------- which week has what


def test_a_week_brings_its_own_files_alone(files: dict[str, bytes]) -> None:
    weeks = {name.split("/")[1] for name in files if name.endswith("week.toml")}
    assert {name.split("/")[1] for name in files if name.startswith(("exercises/", "self_checks/"))} == weeks
    assert ("data/feedback.json" in files) == ("lesson" in verbs(text(files, "Makefile"))) == ("week-20" in weeks)


def test_the_notebook_of_a_week_is_the_same_alone_and_with_others() -> None:
    """Else the next week's release would change what students have written in."""
    course = Course.open()
    alone, both = student_files(course, [course.week("week-12")]), student_files(course)
    changed = {name for name in alone if alone[name] != both[name]}
    assert changed == {"README.md", "Makefile", ".github/classroom/autograding.json"}


def test_a_release_without_the_quiz() -> None:
    files = student_files(Course.open(), quiz=False)
    assert not [name for name in files if name.endswith("quiz.toml")]
    assert "quiz" not in verbs(text(files, "Makefile")) and "make quiz" not in text(files, "README.md")


def test_a_quiz_that_was_left_out_stays_out_until_it_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    quiz = tmp_path / "student" / "self_checks" / "week-12" / "quiz.toml"
    for asked, there in ((False, False), (None, False), (True, True), (None, True)):
        release(tmp_path, ["week-12"], quiz=asked)
        assert quiz.is_file() == there
        said = " ".join(capsys.readouterr().out.split())
        assert ("The quiz is not in it." in said) != there
        assert ("The quiz is in it, with its answers; for questions that count, use QUIZ=no" in said) == there


def test_a_week_without_questions_is_not_taken_for_a_quiz_that_was_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    course = Course.open(copy_of_the_course(tmp_path / "course"))
    (course.root / "self_checks/week-20/quiz.toml").unlink()
    release(tmp_path / "dist", ["week-20"], course=course)
    said = capsys.readouterr().out
    assert "week-20 has no questions.\n" in said
    assert "The quiz is not in it" not in said


def test_an_unknown_week_is_said(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match="There is no week 'week-13'; the course has week-12, week-20"):
        release(tmp_path / "out", ["week-13"])
    assert not (tmp_path / "out").exists()


def test_tasks_of_other_weeks_that_a_quiz_names_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    release(tmp_path, ["week-20"])
    said = " ".join(capsys.readouterr().out.split())
    assert "The quiz sends learners to tasks that are not in this release: week-12/encoder_block" in said
    release(tmp_path, ["week-12"])
    assert "sends learners" not in capsys.readouterr().out


def test_classroom_50s_bundle_of_one_week(tmp_path: Path) -> None:
    classroom50(tmp_path, ["week-12"])
    with zipfile.ZipFile(tmp_path / "classroom50" / "student.zip") as archive:
        assert not [name for name in archive.namelist() if "week-20" in name]


@pytest.mark.parametrize("weeks", [["week-12"], []], ids=["a week", "all weeks"])
def test_classroom_50s_bundle_never_holds_the_answers_of_the_quiz(tmp_path: Path, weeks: list[str]) -> None:
    """Anyone can read it."""
    classroom50(tmp_path, weeks)
    with zipfile.ZipFile(tmp_path / "classroom50" / "student.zip") as archive:
        assert not [name for name in archive.namelist() if name.endswith("quiz.toml")]
        assert b"make quiz" not in archive.read("student/README.md")


# ---------------------------------------------------------------- as it is typed


def test_make_passes_on_what_is_said() -> None:
    _, said = run(HOME, "make", "-n", "release", "WEEK=week-12 week-20", "QUIZ=no", "OUT=a b")
    assert '--week "week-12" --week "week-20" --quiz "no"' in said and '--out "a b"' in said
    _, said = run(HOME, "make", "-n", "release", "QUIZ=yes")
    assert '--quiz "yes"' in said and "--week" not in said and "--out" not in said
    _, said = run(HOME, "make", "-n", "build", "FORCE=1")
    assert "build --force" in said


def test_the_verb_takes_several_weeks(tmp_path: Path) -> None:
    words = ("release", "--week", "week-12", "--week", "week-13", "--quiz", "No", "--out", str(tmp_path))
    status, said = run(HOME, sys.executable, "-m", "autograder", *words)
    assert status == 2 and said.startswith("Nothing was released. There is no week 'week-13'")


@pytest.mark.parametrize("said", ["nein", "off", "2", "ja"])
def test_a_quiz_that_is_neither_yes_nor_no_is_asked_back(tmp_path: Path, said: str) -> None:
    """What was released once stays in the history, so nothing is guessed."""
    status, told = run(HOME, sys.executable, "-m", "autograder", "release", "--quiz", said, "--out", str(tmp_path))
    assert (status, told) == (2, f"Nothing was released. QUIZ is yes or no, not '{said}'.\n")
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_installed_without_a_word() -> None:
    rules = re.findall(r"^\.venv/\S+:.*\n((?:\t.*\n)+)", (HOME / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    installing = [rule for rule in rules if "pip install" in rule]
    assert len(installing) > 5 and all(rule.startswith('\t@echo "') for rule in installing)


# ---------------------------------------------------------------- it works by itself


@pytest.mark.parametrize("week", WEEKS)
def test_check_and_test_work_with_one_week_alone(one_week: Callable[[str], Path], week: str) -> None:
    root = one_week(week)
    status, said = run(root, "make", "check")
    assert status == 2 and f"next: exercises/{week}/" in said and "0 / 100" in said, said
    assert not set(WEEKS) - {week} & set(re.findall(r"week-\d\d", said))
    status, said = run(root, "make", "test")
    assert (status, "2 passed" in said) == (0, True), said


@pytest.mark.parametrize("week", WEEKS)
def test_the_quiz_and_hints_work_with_one_week_alone(one_week: Callable[[str], Path], week: str) -> None:
    root = one_week(week)
    status, said = run(root, ".venv/bin/python", "-m", "autograder", "quiz", "--prompts")
    assert status == 0 and len(said.splitlines()) > 10, said
    task = Course.open().week(week).tasks[0].name
    status, said = run(root, "make", "hint", f"TASK={task}")
    assert status == 0 and said.startswith("1. "), said


def test_help_lists_what_a_student_can_do(one_week: Callable[[str], Path]) -> None:
    _, said = run(one_week("week-12"), "make")
    assert set(re.findall(r"^  make ([a-z]+)", said, re.MULTILINE)) == set(VERBS) - {"lesson"}
