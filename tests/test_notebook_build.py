"""Generated notebooks: valid, the same bytes each time, and with everything that a task needs."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import nbformat
import pytest
from test_course import SOLUTION, softmax_course

from autograder.authoring.companions import companion
from autograder.authoring.ipynb import is_pristine
from autograder.authoring.nbgrader_course import source_notebook
from autograder.authoring.notebooks import notebook_files, student_notebook
from autograder.authoring.source import TaskSource
from autograder.authoring.statements import as_markdown
from autograder.course import Course, CourseError
from autograder.notebooks import Notebook, asked_names


@pytest.fixture(scope="module")
def files() -> dict[Path, str]:
    return notebook_files(Course.open())


def sources(text: str) -> dict[str, str]:
    return {cell["id"]: "".join(cell["source"]) for cell in json.loads(text)["cells"]}


def test_each_week_has_its_notebook_and_its_lesson(files, course: Course) -> None:
    lessons = [week for week in course.weeks if (course.solutions / week.name / "companion.py").is_file()]
    names = {f"{week.name}/{week.name}.ipynb" for week in course.weeks}
    names |= {f"{week.name}/lesson.ipynb" for week in lessons}
    assert {path.relative_to(course.exercises).as_posix() for path in files} == names


def test_what_is_committed_is_what_the_build_makes(files) -> None:
    for path, text in files.items():
        assert path.read_text(encoding="utf-8") == text, f"{path} is stale: run `make build`."
    assert notebook_files(Course.open()) == files


def test_they_are_valid_and_laid_out_as_jupyter_saves_them(files) -> None:
    for text in files.values():
        notebook = nbformat.reads(text, 4)
        nbformat.validate(notebook)
        assert nbformat.writes(notebook) + "\n" == text
        assert not any(cell.get("outputs") for cell in notebook.cells)


def test_a_task_has_statement_code_demonstration_and_check(files, course: Course) -> None:
    week = course.week("week-12")
    cells = sources(files[course.exercises / "week-12/week-12.ipynb"])
    for task in week.tasks:
        assert cells[f"{task.name}-statement"].startswith(f"## {week.tasks.index(task) + 1} · {task.title}")
        assert "is yours to write" in cells[f"{task.name}-code"]
        assert "BEGIN" not in cells[f"{task.name}-code"]
        ast.parse(cells[f"{task.name}-demonstration"])
        assert cells[f"{task.name}-check"].startswith("check(")
    assert cells["softmax-check"] == 'check("softmax")'
    assert cells["positions-check"] == 'check("week-12/positions")'


@pytest.mark.parametrize("made", [student_notebook, source_notebook], ids=["students", "nbgrader"])
def test_a_task_without_a_demonstration_has_no_cell_for_it_and_keeps_its_function(tmp_path: Path, made) -> None:
    course = softmax_course(tmp_path)
    solution = tmp_path / SOLUTION
    solution.write_text(solution.read_text(encoding="utf-8").partition("\nif __name__")[0], encoding="utf-8")
    cells = sources(made(course, course.week("week-12")))
    assert "softmax-demonstration" not in cells
    [code] = [text for text in cells.values() if "def softmax(" in text and "### BEGIN HINTS" not in text]
    assert [node.name for node in ast.parse(code).body if isinstance(node, ast.FunctionDef)] == ["softmax"]


def test_the_untouched_notebook_gives_each_task_its_starter(files, course: Course) -> None:
    for week in course.weeks:
        text = files[course.exercises / week.name / f"{week.name}.ipynb"]
        notebook = Notebook.read(text.encode(), f"{week.name}.ipynb")
        for task in week.tasks:
            found = notebook.extract(task)
            assert found.problem is None
            assert f'"{task.id}: ' in found.text
            assert found.notes == ()


def test_no_demonstration_binds_a_name_that_a_task_asks_for(course: Course) -> None:
    """In one notebook all cells share their names."""
    for week in course.weeks:
        asked = set().union(*map(asked_names, week.tasks))
        text = student_notebook(course, week)
        for name, source in sources(text).items():
            if name.endswith("-demonstration"):
                bound = {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)
                         and isinstance(node.ctx, ast.Store)}  # fmt: skip
                assert not bound & asked, name


def test_a_solved_notebook_gives_each_task_its_solution(course: Course, grade_text) -> None:
    """Point for point what the file earns: full marks."""
    week = course.week("week-12")
    cells = json.loads(student_notebook(course, week))
    for cell in cells["cells"]:
        name = cell["id"].removesuffix("-code")
        if cell["id"].endswith("-code"):
            cell["source"] = TaskSource.read(week.task(name)).text
    notebook = Notebook.read(json.dumps(cells).encode(), "week-12.ipynb")
    for name in ("score_shape", "explanation"):
        task = week.task(name)
        graded = grade_text(notebook.extract(task).text, task.id)
        assert (graded.earned, graded.status) == (task.points, "passed")


# ---------------------------------------------------------------- written in or not


def test_running_a_notebook_is_no_edit_and_writing_in_it_is(files) -> None:
    text = next(iter(files.values()))
    notebook = json.loads(text)
    notebook["cells"][-1]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "x"}]
    assert is_pristine(text)
    assert is_pristine(json.dumps(notebook))
    notebook["cells"][-1]["source"] = "mine"
    assert not is_pristine(json.dumps(notebook))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"metadata": 3, "cells": []}', '{"metadata": {}, "cells": [3]}'])
def test_what_is_no_notebook_of_ours_counts_as_edited(text: str) -> None:
    assert not is_pristine(text)


# ---------------------------------------------------------------- statements and lessons


def test_prose_stays_prose_and_indented_blocks_keep_their_columns() -> None:
    statement = (
        "Prose with a * b and `a * b`.\n\n    w = 1\n\n      deeper\n\nThen run this file.\nYou build\n    f(x)\n"
    )
    assert as_markdown(statement) == (
        "Prose with a \\* b and `a * b`.\n\n```text\nw = 1\n\n  deeper\n```\n\n"
        "Then run the cell below your code.\nYou build\n\n```text\nf(x)\n```"
    )


def test_a_lesson_falls_into_its_cells(tmp_path: Path) -> None:
    path = tmp_path / "companion.py"
    path.write_text("# head\n# %% [markdown]\n# # Title\n#\n# text\n\n# %%\nx = 1\n", encoding="utf-8")
    assert sources(companion(path)) == {"lesson-01": "# Title\n\ntext", "lesson-02": "x = 1"}
    path.write_text("# %% [markdown]\nno comment\n", encoding="utf-8")
    with pytest.raises(CourseError, match="begin each of its lines with #"):
        companion(path)


def test_a_week_without_a_lesson_has_none(tmp_path: Path) -> None:
    course = softmax_course(tmp_path)
    assert [path.name for path in notebook_files(course)] == ["week-12.ipynb"]
    assert sources(student_notebook(course, course.week("week-12")))["softmax-check"] == 'check("softmax")'
