"""In a real kernel: what ``check("softmax")`` shows of the cells that were run, and the lessons from top to bottom."""

from __future__ import annotations

import io
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
from test_course import RIGHT, a_task

from autograder import jupyter
from autograder.authoring.companions import companion
from autograder.course import HOME

UNTOUCHED = """\
def softmax(scores, dim=-1, temperature=1.0):
    raise NotImplementedError("softmax is yours to write")"""
OVERFLOWS = RIGHT.replace(" - scores.amax(dim, keepdim=True)", "")
CELLS = {
    "import": "from autograder.jupyter import check, points",
    "nothing is defined": 'check("softmax")',
    "no such task": 'check("softmux")',
    "two weeks have it": 'check("positions")',
    "right": RIGHT + 'check("softmax")',
    "points of right": 'points("softmax")',
    "wrong": OVERFLOWS + 'check("week-12/softmax")',
    "points of wrong": 'points("softmax")',
    "broken": "def softmax(scores:\n    return 1",
    "the last that ran counts": 'check("softmax")',
    "raises": "def helper(x):\n    return x.no\ndef softmax(scores, dim=-1, temperature=1.0):\n    print('<i>')\n"
    "    return helper(scores)",
    "lines": "%matplotlib inline\ncheck('softmax')",
    "untouched": f"{UNTOUCHED}\ncheck('softmax')",
    "points of untouched": 'points("softmax")',
    "kills": "from autograder import jupyter\njupyter.GRADER._process.kill()\njupyter.GRADER._process.wait()",
    "lives": RIGHT + 'check("softmax")',
    "cannot start": "jupyter.GRADER.end()\nsys.executable = '/bin/false'",
    "says so": 'check("softmax")',
    "the function itself": "def raw_scores(queries, keys): ...\ncheck(raw_scores)",
    "no name": "check()",
    "points of nothing": 'points("softmax")',
}


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, nbformat.NotebookNode]:
    """The outputs of each cell, run in a folder far from the course."""
    notebook = new_notebook(cells=[new_code_cell("import sys"), *map(new_code_cell, CELLS.values())])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(HOME))
        _run(notebook, tmp_path_factory.mktemp("far away"), allow_errors=True)
    return {name: cell.outputs for name, cell in zip(CELLS, notebook.cells[1:], strict=True)}


def _run(notebook: nbformat.NotebookNode, folder: Path, **options: object) -> None:
    client = NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(folder)}}, **options)
    client.execute()


def plain(outputs: list) -> str:
    return " ".join(outputs[0]["data"]["text/plain"].split())


def html(outputs: list) -> str:
    return outputs[0]["data"]["text/html"]


# ---------------------------------------------------------------- what is shown


def test_the_visible_checks_speak_about_the_function_in_the_cells(shown) -> None:
    assert plain(shown["right"]).startswith("softmax: 4 of 4 public points · 6 more run after hand-in ✓ Scores 2, 1, 0")
    assert "softmax: 3 of 4 public points" in plain(shown["wrong"])
    assert "✗ Scores of 1000 give finite weights." in plain(shown["wrong"])
    assert "expected a finite number" in plain(shown["wrong"])


def test_the_last_definition_that_ran_counts(shown) -> None:
    said = plain(shown["the last that ran counts"])
    assert said.startswith(plain(shown["wrong"]))
    assert said.endswith("! In [10] cannot be read (line 1: '(' was never closed), so its `softmax` does not count.")


def test_a_line_is_named_by_the_input_that_it_stands_in(shown) -> None:
    """The eleventh cell is In [12], after the import of sys."""
    assert "(In [12], line 2)" in plain(shown["lines"])


def test_what_a_learner_wrote_is_never_markup(shown) -> None:
    assert "<i>" not in html(shown["lines"])
    assert "&lt;i&gt;" in html(shown["lines"])


def test_an_untouched_starter_is_not_started(shown) -> None:
    assert "· `softmax` is not started." in plain(shown["untouched"])


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("nothing is defined", "No code cell of this notebook defines `softmax`. Run the cell that defines it"),
        ("no such task", "Did you mean softmax?"),
        ("two weeks have it", 'say which, check("week-12/positions") or check("week-20/positions").'),
        ("the function itself", 'Say which task by its name, in quotes: check("score_shape").'),
        ("no name", 'Say which task by its name, in quotes: check("softmax").'),
        ("says so", "The grading process ended: it said nothing."),
    ],
)
def test_what_is_missing_is_said_in_a_sentence(shown, cell: str, said: str) -> None:
    assert said in plain(shown[cell])
    assert html(shown[cell]).startswith('<p role="status">')


def test_the_grading_process_comes_back(shown) -> None:
    assert "4 of 4 public points" in plain(shown["lives"])


def test_points_are_a_plain_float_whatever_happens(shown) -> None:
    """Nothing on stderr, no exception, and the number is what the cell returns."""
    expected = {"points of right": "10.0", "points of wrong": "7.5", "points of untouched": "0.0"}
    for name, number in (expected | {"points of nothing": "0.0"}).items():
        display, result = shown[name]
        assert display.output_type == "display_data"
        assert (result.output_type, result["data"]["text/plain"]) == ("execute_result", number)


# ---------------------------------------------------------------- without a kernel


def test_outside_a_notebook_check_says_what_to_type(capsys) -> None:
    jupyter.check("softmax")
    assert "make check TASK=name" in capsys.readouterr().out
    assert jupyter.points("softmax") == 0.0


# ---------------------------------------------------------------- lessons


@pytest.mark.parametrize(("week", "widgets"), [("week-12", True), ("week-12", False), ("week-20", True)])
def test_a_lesson_runs_from_top_to_bottom_with_nothing_solved(week: str, widgets: bool) -> None:
    notebook = nbformat.reads(companion(HOME / "solutions" / week / "companion.py"), 4)
    if not widgets:
        notebook.cells.insert(0, new_code_cell("import sys\nsys.modules['ipywidgets'] = None"))
    _run(notebook, HOME / "exercises" / week)
    kinds = [set(output.get("data", ())) for cell in notebook.cells for output in cell.get("outputs", ())]
    assert sum("image/png" in kind for kind in kinds) >= 2
    assert any("application/vnd.jupyter.widget-view+json" in kind for kind in kinds) == (widgets and week == "week-12")


def test_a_cell_that_is_interrupted_ends_the_process_whose_answer_would_come_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted() -> bytes:
        raise KeyboardInterrupt

    grader, ended = jupyter.WarmGrader(), []
    process = SimpleNamespace(stdin=io.BytesIO(), stdout=SimpleNamespace(readline=interrupted))
    monkeypatch.setattr(grader, "_running", lambda: process)
    monkeypatch.setattr(grader, "end", lambda: ended.append(True))
    with pytest.raises(KeyboardInterrupt):
        grader.grade(a_task(), RIGHT)
    assert ended == [True]
