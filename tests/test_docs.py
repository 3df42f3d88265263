"""What the documents say is so: the sample report, the tables of tasks, the links and the example of a check."""

from __future__ import annotations

import re
import runpy
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from test_docs_against_code import tracked

from autograder.checks import compare
from autograder.checks.mistakes import mistakes_of
from autograder.checks.rng import Rng
from autograder.checks.student import local_answers
from autograder.course import HOME, Course, Task, Week
from autograder.grade import Grader
from autograder.intake.submission import Submission
from autograder.report.terminal import render

README = (HOME / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (HOME / "CONTRIBUTING.md").read_text(encoding="utf-8")
DOCUMENTS = [HOME / name for name in tracked("*.md")]


def test_the_sample_report_is_what_check_prints(
    course: Course, grader: Grader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """softmax is right, the causal mask is the known mistake "mask-transposed", the rest is untouched."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(course.exercises / "week-12", "exercises/week-12")
    week = course.week("week-12")
    shutil.copy(week.task("softmax").solution, "exercises/week-12/softmax.py")
    task = week.task("causal_mask")
    [slip] = [cell for cell in mistakes_of(task) if cell.name == "mask-transposed"]
    Path("exercises/week-12/causal_mask.py").write_text(slip.source, encoding="utf-8")
    result = grader.grade(Submission.open(Path("exercises")), week)
    printed = str(render(replace(result, isolation={"level": "standard"})))
    assert f"```\n{printed.rstrip()}\n```" in README, printed


@pytest.mark.parametrize("week", Course.open().weeks, ids=lambda week: week.name)
def test_a_weeks_readme_lists_its_tasks_and_points(week: Week) -> None:
    text = (week.root / "exercises" / week.name / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \d+ \| `(\w+)` \|.*\| (\d+) \|$", text, re.MULTILINE)
    assert rows == [(task.name, str(task.points)) for task in week.tasks]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(HOME).as_posix())
def test_links_lead_somewhere(path: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8")):
        assert link.startswith("https://") or (path.parent / link).exists(), link


def test_the_example_of_a_check_runs(course: Course) -> None:
    [code] = re.findall(r"```python\n(.*?)```", CONTRIBUTING, re.DOTALL)
    names = {"pytest": pytest, "torch": torch, **vars(compare)}
    exec(code, names)
    solution = course.week("week-12").task("softmax").solution.read_text(encoding="utf-8")
    student, reference = (local_answers(solution, "softmax.py") for _ in range(2))
    names["grade_temperature"](student, reference, Rng("example"))
    with pytest.raises(compare.Mismatch):
        names["grade_temperature"](local_answers("def softmax(s, temperature): return s", "s.py"), reference, Rng("e"))


@pytest.mark.parametrize("task", list(Course.open().tasks()), ids=lambda task: task.id)
def test_a_demonstration_runs_once_the_task_is_done(task: Task, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(task.solution), run_name="__main__")
    assert len(capsys.readouterr().out.splitlines()) >= 2
