"""Rows about other graders on the same five tasks: nbgrader and otter-grader, in a folder of their own.

``make bench PEERS=1`` installs both into ``bench/.peers`` once. Each gets a notebook with the reference answers of five
tasks and a cell of three assertions behind each: far fewer checks than ours, so that the ratios are cautious. What is
compared is the processor time of one more submission, so that starting the program itself is not held against anyone.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import indent

from classes import grade
from rows import Cost, Row, run

from autograder.course import Course, Task

HERE = Path(__file__).with_name(".peers")
PACKAGES = ("nbgrader", "otter-grader", "torch==2.13.0", "numpy")
FEW, MORE, OURS = 1, 6, 61
ROUNDS = 3
ASSERTIONS = {
    "softmax": (
        "assert torch.allclose(softmax(torch.tensor([2.0, 1.0, 0.0]))[0], torch.tensor(0.6652), 1e-3)",
        "assert softmax(torch.tensor([1000.0, 999.0])).isfinite().all()",
        "assert torch.allclose(softmax(torch.ones(2, 4), dim=0), torch.full((2, 4), 0.5))",
    ),
    "score_shape": (
        "assert score_shape((5, 4), (7, 4)) == (5, 7)",
        "assert score_shape((2, 5, 4), (2, 7, 4)) == (2, 5, 7)",
        "assert raw_scores(torch.tensor([[1.0, 2.0]]), torch.eye(2)).tolist() == [[1.0, 2.0]]",
    ),
    "weighted_values": (
        "assert abs(combine(torch.tensor([0.6, 0.3, 0.1]), torch.tensor([10.0, 2.0, -1.0])).item() - 6.5) < 1e-5",
        "assert combine(torch.eye(3), torch.ones(3, 2)).shape == (3, 2)",
        "assert torch.equal(combine(torch.eye(2), torch.tensor([[1.0], [2.0]])), torch.tensor([[1.0], [2.0]]))",
    ),
    "attention": (
        "key = torch.tensor([[1.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 0.0]])",
        "mixed, weights = attention(key, key, torch.tensor([[10.0], [0.0]]))",
        "assert torch.isclose(mixed[0, 0], torch.tensor(8.8080), atol=1e-3)",
        "assert torch.allclose(weights.sum(-1), torch.ones(2))",
    ),
    "causal_mask": (
        "assert torch.equal(causal_mask(4), torch.ones(4, 4, dtype=torch.bool).tril())",
        "assert future_weight(torch.tensor([[0.75, 0.25], [0.5, 0.5]])) == 0.25",
        "assert future_weight(torch.eye(3)) == 0",
    ),
}  # fmt: skip


def rows() -> Iterator[Row]:
    """What one more submission costs ours, over what it costs theirs; and how many times less that is."""
    install()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        ours = [one_more(lambda n, r=each: our_cost(root / f"ours-{r}-{n}", n), OURS) for each in range(ROUNDS)]
        for name, cost in (("nbgrader autograde", nbgrader_cost), ("otter run", otter_cost)):
            other = [
                one_more(lambda n, r=each, c=cost, w=name: c(root / f"{w.split()[0]}-{r}-{n}", n), MORE)
                for each in range(ROUNDS)
            ]
            yield Row(f"{name} / ours, processor time of one more", other, ours, "ms", "40 or more")


def install() -> None:
    """Both, once, into a folder of their own."""
    ready = HERE / "ready"
    if not ready.exists():
        print(f"Installing {', '.join(PACKAGES)} into {HERE.name} (once, a few minutes) ...", flush=True)
        run([sys.executable, "-m", "venv", "--clear", str(HERE)])
        run([str(HERE / "bin" / "python"), "-m", "pip", "install", "--quiet", *PACKAGES])
        ready.touch()


def one_more(cost: Callable[[int], float], more: int) -> float:
    """Milliseconds of one more submission: a larger class less a smaller one."""
    return 1000 * (cost(more) - cost(FEW)) / (more - FEW)


def tasks() -> list[Task]:
    return [task for task in Course.open().weeks[0].tasks if task.name in ASSERTIONS]


def cells() -> Iterator[tuple[str, str, str]]:
    """Of each task its name, the reference answer, and the assertions."""
    for task in tasks():
        answer = task.solution.read_text(encoding="utf-8").partition("### BEGIN HINTS")[0]
        yield task.name, answer, "\n".join(("import torch", *ASSERTIONS[task.name]))


# ---------------------------------------------------------------- ours


def our_cost(root: Path, students: int) -> float:
    for number in range(students):
        for task in tasks():
            target = root / "class" / f"s{number}" / task.week / task.filename
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(task.solution, target)
    return grade(root / "class", root / "out", 1).processor


# ---------------------------------------------------------------- theirs


def theirs(program: str, *arguments: str, folder: Path) -> Cost:
    """Runs one of their programs, with its own Python before ours."""
    found = {"PATH": f"{HERE / 'bin'}{os.pathsep}{os.environ['PATH']}", "VIRTUAL_ENV": str(HERE)}
    return run([str(HERE / "bin" / program), *arguments], folder, {**os.environ, **found})


def notebook(cells: Iterator[dict]) -> str:
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return json.dumps({"cells": list(cells), "metadata": kernel, "nbformat": 4, "nbformat_minor": 5})


def cell(name: str, source: str, **metadata: object) -> dict:
    ran = {"execution_count": None, "outputs": []}
    return {"cell_type": "code", "id": name, "source": source, "metadata": metadata, **ran}


def nbgrader_cost(root: Path, students: int) -> float:
    text = notebook(nbgrader_cells())
    write(root / "source" / "five" / "five.ipynb", text)
    for number in range(students):
        write(root / "submitted" / f"s{number}" / "five" / "five.ipynb", text)
    theirs("nbgrader", "generate_assignment", "five", folder=root)
    cost = theirs("nbgrader", "autograde", "five", folder=root)
    assert len(list(root.glob("autograded/*/five/five.ipynb"))) == students
    return cost.processor


def nbgrader_cells() -> Iterator[dict]:
    for name, answer, assertions in cells():
        yield cell(f"{name}-answer", answer, nbgrader=marked(name, True))
        yield cell(f"{name}-tests", assertions, nbgrader=marked(f"{name}-tests", False) | {"points": 1})


def marked(name: str, is_answer: bool) -> dict:
    return {
        "schema_version": 3, "grade_id": name, "grade": not is_answer, "solution": is_answer,
        "locked": not is_answer, "task": False, "cell_type": "code",
    }  # fmt: skip


def otter_cost(root: Path, students: int) -> float:
    """``otter run`` grades one notebook here; a class is as many of them."""
    for name, answer, assertions in cells():
        write(root / "tests" / f"{name}.py", otter_test(name, functions(answer), assertions))
    write(root / "five.ipynb", notebook(cell(name, answer) for name, answer, _ in cells()))
    theirs("otter", "generate", "-t", "tests", "-o", "autograder.zip", folder=root)
    return sum(otter_run(root) for _ in range(students))


def otter_test(name: str, asked: list[str], assertions: str) -> str:
    head = f'from otter.test_files import test_case\n\nOK_FORMAT = False\nname = "{name}"\npoints = 1\n\n'
    return f"{head}@test_case(points=1)\ndef test({', '.join(asked)}):\n{indent(assertions, '    ')}\n"


def functions(answer: str) -> list[str]:
    return [node.name for node in ast.parse(answer).body if isinstance(node, ast.FunctionDef)]


def otter_run(root: Path) -> float:
    cost = theirs("otter", "run", "-a", "autograder.zip", "-o", ".", "--no-logo", "five.ipynb", folder=root)
    points = [test.get("score", 0) for test in json.loads((root / "results.json").read_text(encoding="utf-8"))["tests"]]
    assert sum(points) == len(ASSERTIONS), points
    return cost.processor


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
