"""A notebook as a hand-in: each task gets the statements that it needs, and the learner is told what was left out."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_course import NO_TEMPERATURE, RIGHT, a_task
from test_notebook_file import file_of

from autograder.course import Course, Task
from autograder.notebooks import Extract, Notebook, asked_names, handin, is_begun, slices
from autograder.outcomes import LearnerError, Missing
from autograder.report.quote import of_text

RAISES = 'raise NotImplementedError("week-12/softmax: softmax is yours to write")'
STARTER = f'def softmax(scores):\n    """Doc."""\n    {RAISES}'


@pytest.fixture(scope="module")
def task() -> Task:
    return Course.open().week("week-12").task("softmax")


@pytest.fixture
def extract(task: Task) -> Callable[..., Extract]:
    """``extract("import torch", "def softmax(x): ...")``: what the task gets from a notebook of these code cells."""
    return lambda *sources: Notebook.read(file_of(*sources), "a.ipynb").extract(task)


def text_of(extracted: Extract) -> str:
    assert extracted.problem is None
    return extracted.text.rstrip("\n")


# ---------------------------------------------------------------- what is taken


def test_the_names_are_those_that_the_checks_ask_for(task: Task) -> None:
    assert asked_names(task) == {"softmax"}
    assert asked_names(Course.open().week("week-12").task("causal_mask")) == {"causal_mask", "future_weight"}


@pytest.mark.parametrize("task", list(Course.open().tasks()), ids=lambda task: task.id)
def test_they_are_read_as_text_and_come_out_as_python_would_read_them(task: Task) -> None:
    nodes = [node for path in task.check_files for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    attributes = [node for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)]
    assert asked_names(task) == {node.attr for node in attributes if node.value.id == "student"} - {"probe"}


def test_a_definition_comes_with_its_imports_and_helpers_and_nothing_else(extract) -> None:
    found = extract(
        "import torch, math\nimport pandas",
        "SHIFT = 1\nrates = [0.1]\nprint('hello')",
        "def helper(x):\n    return x - SHIFT",
        "for epoch in range(100):\n    train(epoch)",
        "def softmax(scores):\n    rates = helper(scores)\n    return torch.exp(rates)",
        "check('softmax')\nplt.show()\nsoftmax(1)",
    )
    assert text_of(found) == (
        "import torch, math\nSHIFT = 1\ndef helper(x):\n    return x - SHIFT\n"
        "def softmax(scores):\n    rates = helper(scores)\n    return torch.exp(rates)"
    )
    assert found.notes == ()
    assert [found.origin(line) for line in (1, 2, 4, 7, 8, None)] == [(1, 1), (2, 1), (3, 2), (5, 3), None, None]


@pytest.mark.parametrize(
    ("cells", "taken"),
    [
        (("A = 1", "A = 2", "def softmax(x): return A"), "A = 2\ndef softmax(x): return A"),
        (("def softmax(x): return A", "A = 1", "A = 2"), "def softmax(x): return A\nA = 2"),
        (("A = 1\nA = A + 1", "def softmax(x): return A"), "A = 1\nA = A + 1\ndef softmax(x): return A"),
        (("A = []", "A.append(1)", "def softmax(x): return A"), "A = []\nA.append(1)\ndef softmax(x): return A"),
        (("A = {}", "A['x'] = B", "def softmax(x): return A"), "A = {}\nA['x'] = B\ndef softmax(x): return A"),
        (("def f(): return B", "B = 1", "A = f()", "B = 2", "def softmax(x): return A"),
         "def f(): return B\nB = 1\nA = f()\ndef softmax(x): return A"),
        (("if True:\n    A = 1\nelse:\n    A = 2", "def softmax(x): return A"),
         "if True:\n    A = 1\nelse:\n    A = 2\ndef softmax(x): return A"),
        (("import torch", "torch.manual_seed(0)", "def softmax(x): return torch.exp(x)"),
         "import torch\ndef softmax(x): return torch.exp(x)"),
        (("import torch", "torch.exp = torch.sin", "def softmax(x): return torch.exp(x)"),
         "import torch\ntorch.exp = torch.sin\ndef softmax(x): return torch.exp(x)"),
        (("class softmax:\n    pass", "softmax.half = 1", "setattr(softmax, 'x', 2)"),
         "class softmax:\n    pass\nsoftmax.half = 1\nsetattr(softmax, 'x', 2)"),
        (("from functools import cache", "@cache\ndef softmax(x): return x"),
         "from functools import cache\n@cache\ndef softmax(x): return x"),
        (("A = 1; B = 2", "softmax = lambda x: [A for _ in x]"), "A = 1; B = 2\nsoftmax = lambda x: [A for _ in x]"),
        (("def softmax(x): return x", "from __future__ import annotations"),
         "from __future__ import annotations\ndef softmax(x): return x"),
        (("from torch import *", "def softmax(x): return ln(x)"), "from torch import *\ndef softmax(x): return ln(x)"),
        (("def softmax(x): return x", "del softmax"), "def softmax(x): return x"),
        (("def softmax(x): return x", "for softmax in (1, 2):\n    print(softmax)"), "def softmax(x): return x"),
        (("if True:\n    def softmax(x): return x",), "if True:\n    def softmax(x): return x"),
        (("for softmax in (1, 2):\n    pass",), "for softmax in (1, 2):\n    pass"),
        (("await get()", "def softmax(x): return x"), "def softmax(x): return x"),
        (("x = '''\n%time\n'''", "def softmax(y): return x"), "x = '''\n%time\n'''\ndef softmax(y): return x"),
    ],
)  # fmt: skip
def test_what_a_definition_needs(extract, cells: tuple[str, ...], taken: str) -> None:
    assert text_of(extract(*cells)) == taken


@pytest.mark.parametrize(
    "cells",
    [
        ("exec('def softmax(x): return x')", "A = 1"),
        ("globals()['helper'] = abs", "def softmax(x): return helper(x)"),
        ("A = 1", "def setup():\n    global A\n    A = 2", "setup()", "def softmax(x): return A"),
    ],
)
def test_where_names_are_made_unseen_all_cells_are_run_and_that_is_said(extract, cells: tuple[str, ...]) -> None:
    found = extract(*cells)
    assert text_of(found) == "\n".join(cells)
    assert found.notes == ("a.ipynb makes names in a way that cannot be followed, so all of its cells were run.",)


# ---------------------------------------------------------------- twice, untouched, absent


def test_the_last_definition_counts_and_a_note_names_both_cells(extract) -> None:
    found = extract("def softmax(x): return 1", "y = 1", "def softmax(x): return 2")
    assert text_of(found) == "def softmax(x): return 2"
    assert found.notes == (
        "`softmax` is defined in code cell 1 and code cell 3, and not in the same way: "
        "the last one in code cell 3 counts.",
    )


def test_twice_in_one_cell_is_said_too(extract) -> None:
    found = extract("def softmax(x): return 1\ndef softmax(x): return 2")
    assert found.notes == ("`softmax` is defined twice in code cell 1, and not in the same way: the last one counts.",)


def test_the_same_definition_twice_is_no_news(extract) -> None:
    assert extract("def softmax(x): return 1", "def softmax(x): return 1  ").notes == ()


def test_an_untouched_starter_never_stands_in_front_of_what_was_written(extract) -> None:
    found = extract("def softmax(x): return 1", STARTER)
    assert text_of(found) == "def softmax(x): return 1"
    assert "the starter there is untouched, so the one in code cell 1 counts." in found.notes[0]
    assert text_of(extract(STARTER)) == STARTER


@pytest.mark.parametrize(
    ("cells", "kind", "said"),
    [
        (("x = 1",), Missing, "No code cell of a.ipynb defines `softmax`."),
        (("x = 1\ndef softmax(x):\nreturn 1",), LearnerError, "Python cannot read code cell 1 of a.ipynb, line 3: "),
        (("%%writefile softmax.py\ndef softmax(x): return 1",), Missing, "Code cell 1 begins with %%writefile"),
        (("def softmax(x): return '\ud800'",), LearnerError, "Python cannot read code cell 1"),
        (("def softmax(x): return " + "-" * 100_000 + "1",), LearnerError, "Python cannot read code cell 1"),
    ],
)
def test_a_task_that_cannot_be_run_says_why(extract, cells: tuple[str, ...], kind: type, said: str) -> None:
    problem = extract(*cells).problem
    assert isinstance(problem, kind)
    assert problem.message.startswith(said)


def test_a_cell_that_python_cannot_read_is_kept_for_the_quote(extract) -> None:
    problem = extract("import torch", "def softmax(scores, dim:\n    return scores").problem
    assert problem.unreadable.splitlines()[0] == "def softmax(scores, dim:"
    assert of_text(problem.unreadable) is not None


def test_code_in_a_text_cell_is_found(task: Task) -> None:
    data = file_of("def softmax(x): return x").replace(b'"code"', b'"markdown"')
    problem = Notebook.read(data, "a.ipynb").extract(task).problem
    assert problem.message == "`softmax` stands in a text cell of a.ipynb: turn that into a code cell."


NESTED = {
    "in a class": "class Model:\n    def softmax(self, x): return x",
    "in a function": "def outer():\n    def softmax(x): return x\n    return softmax",
    "in a text": "text = '''\ndef softmax(x): return x\n'''",
}


@pytest.mark.parametrize("cell", NESTED.values(), ids=NESTED)
def test_a_function_inside_something_else_is_not_taken_for_text(extract, cell: str) -> None:
    problem = extract("x = 1", cell).problem
    assert isinstance(problem, Missing)
    assert problem.message == (
        "`softmax` stands inside something else in code cell 2 of a.ipynb, such as a class, a function or a text: let "
        "its `def` begin a line."
    )


def test_a_command_of_a_whole_cell_beside_the_answer_is_said(extract) -> None:
    found = extract("def softmax(x): return x", "%%writefile softmax.py\ndef softmax(x): return 1")
    assert found.problem is None
    assert found.notes == ("Code cell 2 begins with %%writefile, so its `softmax` does not count.",)


def test_a_cell_that_is_nested_beyond_measure_has_no_statements(extract, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_deep(*_: object) -> None:
        raise RecursionError

    monkeypatch.setattr(handin, "steps", too_deep)
    problem = extract("def softmax(x): return 'nested beyond measure'").problem
    assert problem.message == "Python cannot read code cell 1 of a.ipynb, line 1: it is nested too deeply."


def test_a_broken_cell_stops_only_the_tasks_that_need_it(extract) -> None:
    found = extract("def heads(:", "def softmax(x): return x", "def softmax(x) return x")
    assert text_of(found) == "def softmax(x): return x"
    assert found.notes == ("Code cell 3 cannot be read (line 1: expected ':'), so its `softmax` does not count.",)


def test_a_notebook_tells_which_tasks_it_speaks_of(course: Course) -> None:
    notebook = Notebook.read(file_of("def softmax(:", "def combine(w, v): return w @ v"), "a.ipynb")
    assert [task.name for task in course.week("week-12").tasks if notebook.has(task)] == ["softmax", "weighted_values"]


# ---------------------------------------------------------------- Jupyter's own commands


@pytest.mark.parametrize(
    ("cell", "taken"),
    [
        ("%matplotlib inline\ndef softmax(x): return x", "def softmax(x): return x"),
        ("!pip install torch 'a\n%time y = softmax(1\ndef softmax(x): return x\nsoftmax?\n?softmax\nfiles = !ls",
         "def softmax(x): return x"),
        ("%%time\ndef softmax(x): return x", "def softmax(x): return x"),
        ("if True:\n    %time\ndef softmax(x): return x % 2", "def softmax(x): return x % 2"),
        ("\n".join([*(f"!echo {n}" for n in range(60)), "def softmax(x): return x"]), "def softmax(x): return x"),
    ],
)  # fmt: skip
def test_commands_are_left_out_and_that_is_said(extract, cell: str, taken: str) -> None:
    found = extract(cell)
    assert text_of(found) == taken
    assert found.notes[0].startswith(
        "Commands of Jupyter were left out, since only Python runs here (code cell 1, line "
    )


@given(st.lists(st.text("defsoftmax(:)%!?=\n '\"\\{}[]#;,.\t1", max_size=40), max_size=5))
def test_any_text_is_taken_apart(sources: list[str]) -> None:
    extracted = Notebook.read(file_of(*sources), "a.ipynb").extract(a_task())
    assert extracted.file == "a.ipynb"


def test_a_tangle_is_run_as_a_whole_instead_of_searched_for_ever(extract) -> None:
    names = [f"a{index}" for index in range(160)]
    cells = [f"def {name}(): return {'+'.join(names)}\nb{name} = {name}()" for name in names]
    cells.append("def softmax(x): return [" + ", ".join(f"b{name}" for name in names) + "]")
    found = extract(*cells[:2], *cells[-1:])
    assert found.notes == ()
    assert "more than 100 KB" in extract(*cells).problem.message


def test_after_too_many_looks_all_cells_are_run(extract, monkeypatch) -> None:
    monkeypatch.setattr(slices, "MAX_LOOKS", 2)
    assert "cannot be followed" in extract("A = 1", "B = A", "C = B", "def softmax(x): return C").notes[-1]


def test_begun_is_more_than_the_untouched_starter(task: Task) -> None:
    assert not is_begun(STARTER, task)
    assert not is_begun("x = 1", task)
    assert not is_begun("def softmax(:", task)
    assert is_begun(RIGHT, task)


def test_a_task_may_take_no_more_than_a_file_may_hold(extract) -> None:
    assert "more than 100 KB" in extract("def softmax(x):\n" + "    x = x + 1\n" * 10_000).problem.message


# ---------------------------------------------------------------- graded


@pytest.mark.parametrize("text", [RIGHT, NO_TEMPERATURE, STARTER, "def softmax(x):\n    return x.missing\n"])
def test_a_notebook_earns_what_the_same_file_earns(extract, grade_text, text: str) -> None:
    by_file = grade_text(text)
    by_notebook = grade_text(extract("%pip list", *text.split("\n\n\n"), "raise SystemExit").text)
    assert [(c.name, c.outcome, c.earned, c.mistake) for c in by_notebook.checks] == [
        (c.name, c.outcome, c.earned, c.mistake) for c in by_file.checks
    ]
