"""nbgrader's whole way, with a real nbgrader and real kernels: release, hand in, autograde, our points, export."""

from __future__ import annotations

import copy
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from nbgrader.plugins.export import CsvExportPlugin
from nbgrader.validator import Validator
from test_course import HIDDEN, MANIFEST, NO_TEMPERATURE, RIGHT, softmax_course
from traitlets.config import Config, PyFileConfigLoader

from autograder.authoring.nbgrader_course import course_files, source_notebook, write_course
from autograder.course import HOME, Course, CourseError, Task
from autograder.grade import Grader
from autograder.intake.collected import Collected
from autograder.intake.submission import Source
from autograder.launch import ForkLauncher
from autograder.notebooks import Notebook
from autograder.outcomes import Problem
from autograder.report import nbgrader_scores
from autograder.report.nbgrader_scores import NbgraderError, read_results, transfer, write_scores
from autograder.result import Result
from autograder.verbs.cli import app  # noqa: F401  (the engine loads before nbgrader changes the logging)

WEEK = "week-12"
pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")
SPOOF = """\
import sys, types
fake = types.ModuleType("autograder.jupyter")
fake.points = lambda name: 0.5
sys.modules["autograder.jupyter"] = fake
get_ipython().display_formatter.formatters["text/plain"].for_type(float, lambda number, page, _: page.text("10.0"))
"""


def collected(path: Path, tasks: tuple[Task, ...]) -> Collected:
    """A notebook as a submission."""
    sources = {}
    for task in tasks:
        try:
            found = Notebook.read(path.read_bytes(), path.name).extract(task)
            sources[task.name] = Source(found.file, found.text, found.problem, found.notes)
        except Problem as problem:
            sources[task.name] = Source(path.name, problem=problem)
    return Collected(path.name, sources, {task.name: path.name for task in tasks})


@dataclass
class Run:
    """One course folder with everything that nbgrader made in it."""

    folder: Path
    api: NbGraderAPI
    book: str
    course: Course
    worked: dict[str, bool]

    def score(self, student: str) -> float:
        with Gradebook(self.book) as gradebook:
            return gradebook.find_submission(WEEK, student).score


def api_of(folder: Path) -> tuple[NbGraderAPI, Config]:
    config = PyFileConfigLoader("nbgrader_config.py", str(folder)).load_config()
    config.CourseDirectory.root = str(folder)
    return NbGraderAPI(CourseDirectory(config=config), config=config), config


def hand_in(folder: Path, student: str, write: Callable[[nbformat.NotebookNode], None] | None) -> None:
    notebook = nbformat.read(folder / f"release/{WEEK}/{WEEK}.ipynb", 4)
    if write is not None:
        write(notebook)
    path = folder / f"submitted/{student}/{WEEK}/{WEEK}.ipynb"
    path.parent.mkdir(parents=True)
    nbformat.write(notebook, path)
    (path.parent / "timestamp.txt").write_text("2026-01-02 10:00:00 UTC", encoding="utf-8")


def cell(notebook: nbformat.NotebookNode, name: str) -> nbformat.NotebookNode:
    return next(each for each in notebook.cells if each.metadata.get("nbgrader", {}).get("grade_id") == name)


def fill(text: str) -> Callable[[nbformat.NotebookNode], None]:
    """Writes a text where the answer belongs."""
    return lambda notebook: cell(notebook, "softmax").update(source=text)


def spoof(notebook: nbformat.NotebookNode) -> None:
    """Forges the number that the grade cell shows, and writes a number over the cell itself."""
    cell(notebook, "softmax").source = SPOOF
    cell(notebook, "softmax-points").source = "10.0"


def tamper(notebook: nbformat.NotebookNode) -> None:
    """A wrong and a right answer under one id, no grade cell, and a statement that is code now."""
    cell(notebook, "softmax").source = NO_TEMPERATURE
    notebook.cells.append(copy.deepcopy(cell(notebook, "softmax")))
    notebook.cells[-1].update(source=RIGHT, id="again")
    notebook.cells.remove(cell(notebook, "softmax-points"))
    cell(notebook, "softmax-statement").update(cell_type="code", outputs=[], execution_count=None)


ANSWERS = {
    "full": fill(RIGHT),
    "half": fill(NO_TEMPERATURE),
    "starter": None,
    "spoof": spoof,
    "tamper": tamper,
    "exits": fill(f"{RIGHT}\nimport os\nos._exit(0)"),
    "damaged": None,
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """A workbook of one task with an engine of its own, which the kernels import."""
    root = tmp_path_factory.mktemp("home")
    course = softmax_course(root, MANIFEST)
    ignore = shutil.ignore_patterns("__pycache__", "graders")
    shutil.copytree(HOME / "autograder", root / "autograder", dirs_exist_ok=True, ignore=ignore)
    return course


@pytest.fixture(scope="module")
def run(home: Course, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """From an empty folder to the autograded work of seven students."""
    folder = tmp_path_factory.mktemp("nbgrader") / "our course"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(home.root))
        patch.setenv("PATH", f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}")
        patch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path_factory.mktemp("jupyter")))
        (folder.parent / "roster.csv").write_text(
            "id,name\n" + "".join(f'{name},"Doe, {name}"\n' for name in ANSWERS), encoding="utf-8"
        )
        write_course(folder, folder.parent / "roster.csv", home)
        patch.chdir(folder)
        api, _ = api_of(folder)
        assert api.generate_assignment(WEEK)["success"]
        for student, write in ANSWERS.items():
            hand_in(folder, student, write)
        with Gradebook(f"sqlite:///{folder}/gradebook.db") as gradebook:
            gradebook.update_or_create_assignment(WEEK, duedate="2026-01-01 10:00:00 UTC")
        damaged = folder / f"submitted/damaged/{WEEK}/{WEEK}.ipynb"
        damaged.write_text(damaged.read_text(encoding="utf-8")[:500], encoding="utf-8")
        worked = {student: bool(api.autograde(WEEK, student)["success"]) for student in ANSWERS}
        yield Run(folder, api, f"sqlite:///{folder}/gradebook.db", home, worked)


@pytest.fixture(scope="module")
def results(run: Run, launcher: ForkLauncher) -> dict[str, Result]:
    """What the confined graders say of the same hand-ins."""
    paths = {student: run.folder / f"submitted/{student}/{WEEK}/{WEEK}.ipynb" for student in ANSWERS}
    with Grader(run.course, launcher) as grader:
        week = run.course.week(WEEK)
        return {student: grader.grade(collected(path, week.tasks), week) for student, path in paths.items()}


# ---------------------------------------------------------------- the course


def test_points_agree_with_the_manifest_and_every_cell_has_its_role(course: Course) -> None:
    for week in course.weeks:
        notebook = nbformat.reads(source_notebook(course, week), 4)
        nbformat.validate(notebook)
        roles = [cell.metadata.nbgrader for cell in notebook.cells if "nbgrader" in cell.metadata]
        points = {role.grade_id: role.points for role in roles if role.grade}
        assert points == {f"{task.name}-points": task.points for task in week.tasks}
        assert {role.grade_id for role in roles if role.solution} == {task.name for task in week.tasks}
        assert source_notebook(course, week) == source_notebook(course, week)


def test_students_come_from_the_roster_without_commas_in_their_names(run: Run) -> None:
    rows = list(csv.DictReader((run.folder / "students.csv").open(encoding="utf-8")))
    assert [row["id"] for row in rows] == list(ANSWERS)
    assert {row["last_name"] for row in rows} == {"Doe"}


def test_the_readme_says_first_where_nbgrader_is(run: Run) -> None:
    """Its line to type works in a shell, also where the folder's name has blanks."""
    readme = (run.folder / "README.md").read_text(encoding="utf-8")
    [line] = re.findall(r"^export PATH=.*$", readme, re.MULTILINE)
    found = subprocess.run(["sh", "-c", f"{line}; command -v python"], capture_output=True, text=True).stdout.strip()
    assert Path(found).parent == Path(sys.executable).parent
    assert readme.index(line) < readme.index("nbgrader db student import")
    [rule] = re.findall(r"^nbgrader: (\S+)", (HOME / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert rule == ".venv/ready-for-nbgrader"


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path, home: Course) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(CourseError, match="is not empty"):
        write_course(tmp_path, None, home)


def test_no_solution_and_no_hidden_check_is_released(run: Run) -> None:
    text = (run.folder / f"release/{WEEK}/{WEEK}.ipynb").read_text(encoding="utf-8")
    assert "keepdim=True)  # exp" not in text
    assert "BEGIN" not in text
    assert "is yours to write" in text


def test_the_source_passes_validation(run: Run) -> None:
    assert Validator().validate(str(run.folder / f"source/{WEEK}/{WEEK}.ipynb")) == {}


# ---------------------------------------------------------------- points


def test_in_the_kernel_there_are_practice_points_and_a_spoof_gets_all_of_them(run: Run) -> None:
    """Three of four visible checks are 7.5 of 10 points in proportion; three hand-ins nbgrader cannot run at all."""
    assert {student for student, worked in run.worked.items() if not worked} == {"tamper", "exits", "damaged"}
    assert [run.score(student) for student in ("full", "half", "starter")] == [10, 7.5, 0]
    assert run.score("spoof") == 10


def test_our_points_count_and_manual_grades_and_late_penalties_stay(run: Run, results: dict[str, Result]) -> None:
    scores = {student: result.score for student, result in results.items()}
    assert scores == {
        "full": 10,
        "half": scores["half"],
        "starter": 0,
        "spoof": 0,
        "tamper": 10,
        "exits": 10,
        "damaged": 0,
    }
    assert 0 < scores["half"] < 10
    with Gradebook(run.book) as gradebook:
        gradebook.find_grade("softmax-points", WEEK, WEEK, "starter").manual_score = 2.0
        gradebook.find_comment("softmax", WEEK, WEEK, "starter").manual_comment = "Come and see me."
        gradebook.db.commit()
    (run.folder / "nbgrader_config.py").open("a").write('\nc.LateSubmissionPlugin.penalty_method = "zero"\n')
    said = transfer(run.folder, run.course.week(WEEK), results)
    assert said[1] == f"half: {scores['half']} of 10"
    CsvExportPlugin().export(gradebook := Gradebook(run.book))
    gradebook.close()
    rows = {row["student_id"]: row for row in csv.DictReader((run.folder / "grades.csv").open(encoding="utf-8"))}
    assert {name: float(row["raw_score"]) for name, row in rows.items()} == scores | {"starter": 2}
    assert float(rows["half"]["late_submission_penalty"]) == scores["half"]
    assert float(rows["half"]["score"]) == 0


def test_feedback_has_our_comment_and_nothing_of_a_hidden_check(run: Run, results: dict[str, Result]) -> None:
    transfer(run.folder, run.course.week(WEEK), results)
    assert run.api.generate_feedback(WEEK)["success"]
    pages = {student: run.folder / f"feedback/{student}/{WEEK}/{WEEK}.html" for student in ("half", "starter")}
    half, starter = (page.read_text(encoding="utf-8") for page in pages.values())
    assert f"{results['half'].score} of 10 points." in half
    assert "Come and see me." in starter
    secret = [line.strip() for line in (run.course.root / HIDDEN).read_text(encoding="utf-8").split("\n")]
    asserted = [line for line in secret if line.startswith(("expect", "student.")) and len(line) > 30]
    assert len(asserted) > 3
    assert not [line for line in asserted if line in half + starter]
    assert not list((run.folder / "feedback").rglob("*.py"))


# ---------------------------------------------------------------- refusals


def test_results_are_read_by_student(tmp_path: Path, results: dict[str, Result]) -> None:
    result = results["half"]
    (tmp_path / f"half.{WEEK}.json").write_text(result.to_json(), encoding="utf-8")
    assert read_results(tmp_path, WEEK, ANSWERS) == {"half": result}
    (tmp_path / f"full.{WEEK}.json").write_text("[]", encoding="utf-8")
    with pytest.raises(NbgraderError, match="is no result"):
        read_results(tmp_path, WEEK, ANSWERS)
    with pytest.raises(NbgraderError, match="There is no folder"):
        read_results(tmp_path / "nowhere", WEEK, ANSWERS)


def test_a_student_without_a_result_is_named(run: Run, results: dict[str, Result], tmp_path: Path, capsys) -> None:
    for student in [*ANSWERS][1:]:
        (tmp_path / f"{student}.{WEEK}.json").write_text(results[student].to_json(), encoding="utf-8")
    assert write_scores(run.folder, WEEK, tmp_path, run.course) == 1
    said = capsys.readouterr().out
    assert f"full: there is no result in {tmp_path}, so nbgrader's own points stay" in said
    (tmp_path / f"full.{WEEK}.json").write_text(results["full"].to_json(), encoding="utf-8")
    assert write_scores(run.folder, WEEK, tmp_path, run.course) == 0


def test_a_course_without_autograded_work_is_told_what_comes_first(run: Run, tmp_path: Path) -> None:
    """A student whom nbgrader knows, and who has handed nothing in, changes nothing about that."""
    shutil.copytree(run.folder, tmp_path / "course")
    with Gradebook(f"sqlite:///{tmp_path}/course/gradebook.db") as book:
        for student in [each.student.id for each in book.assignment_submissions(WEEK)]:
            book.remove_submission(WEEK, student)
    with pytest.raises(NbgraderError, match=rf"no autograded hand-in of {WEEK} in .*: run `nbgrader autograde {WEEK}`"):
        write_scores(tmp_path / "course", WEEK, tmp_path, run.course)


def test_a_check_that_broke_by_our_own_fault_costs_nobody_points(run: Run, results: dict[str, Result]) -> None:
    week, half = run.course.week(WEEK), results["half"]
    transfer(run.folder, week, {"half": half})
    task = half.tasks[0]
    broken = replace(task, earned=0, checks=(replace(task.checks[0], outcome="internal"), *task.checks[1:]))
    said = transfer(run.folder, week, {"half": replace(half, score=0, tasks=(broken,))})
    assert said == ["half: not written, since a check broke by our own fault; grade it again"]
    assert run.score("half") == half.score


def test_who_handed_in_elsewhere_gets_a_row(run: Run, results: dict[str, Result]) -> None:
    assert transfer(run.folder, run.course.week(WEEK), {"newcomer": results["half"]})
    assert run.score("newcomer") == results["half"].score


def test_what_does_not_fit_is_refused_with_a_sentence(
    tmp_path: Path, run: Run, course: Course, results: dict[str, Result]
) -> None:
    with pytest.raises(NbgraderError, match="is no nbgrader course"):
        transfer(tmp_path, run.course.week(WEEK), {})
    with pytest.raises(NbgraderError, match="has no cell score_shape-points"):
        transfer(run.folder, course.week(WEEK), {})
    week = run.course.week(WEEK)
    dearer = replace(week, tasks=tuple(replace(task, points=99) for task in week.tasks))
    with pytest.raises(NbgraderError, match=r"^softmax-points is worth 10 points there and 99 here: make it anew\.$"):
        transfer(run.folder, dearer, {})
    with pytest.raises(NbgraderError, match=r"^The result of half is one of week-20, not of week-12\.$"):
        transfer(run.folder, week, {"half": replace(results["half"], week="week-20")})
    assert json.loads(course_files(course)["source/header.ipynb"])["nbformat"] == 4


def test_where_nbgrader_is_not_installed_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nbgrader.api", None)
    with pytest.raises(NbgraderError, match=r"^nbgrader is not installed \(.*\)\. Get it with: pip install -e "):
        nbgrader_scores._import("nbgrader.api")


def test_the_programs_beside_python_are_on_the_path_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/bin")
    for _ in range(2):
        nbgrader_scores._find_programs()
    assert os.environ["PATH"] == f"{sysconfig.get_path('scripts')}{os.pathsep}/bin"
