"""The verbs as real processes: exit status and sentences, from a folder with blanks and Hangul in its name."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from test_course import MANIFEST, NO_TEMPERATURE, RIGHT, softmax_course

from autograder.authoring.starters import build_course
from autograder.course import HOME
from autograder.verbs import staff
from autograder.verbs.cli import app, main

COMMANDS = [*app.registered_commands, *staff.app.registered_commands]
VERBS = sorted(command.name or command.callback.__name__ for command in COMMANDS)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole workbook with one task, where a TA may well have put it."""
    root = tmp_path_factory.mktemp("home") / "TA dir" / "과제 1"
    build_course(course=softmax_course(root, MANIFEST + "seconds = 20\n"))
    ignore = shutil.ignore_patterns("__pycache__", "graders")
    shutil.copytree(HOME / "autograder", root / "autograder", dirs_exist_ok=True, ignore=ignore)
    return root


def run(home: Path, *arguments: str, cwd: Path | None = None, **more: str) -> tuple[int, str]:
    """The status and everything said by ``python -m autograder ...``, in the poorest of locales."""
    poor = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONPATH": str(home), "PATH": os.environ["PATH"]}
    command = [sys.executable, "-m", "autograder", *arguments]
    done = subprocess.run(command, cwd=cwd or home, env=poor | more, capture_output=True, stdin=subprocess.DEVNULL)
    said = (done.stdout + done.stderr).decode("utf-8", "replace")
    assert "Traceback" not in said
    return done.returncode, said


def hand_in(root: Path, text: str) -> Path:
    folder = root / "Doe, Ann (é)"
    folder.mkdir(parents=True)
    (folder / "softmax.py").write_text(text, encoding="utf-8")
    return folder


# ---------------------------------------------------------------- check

ONE_TASK = ("--week", "week-12", "--task", "softmax")


@pytest.fixture(scope="module")
def checked(home: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, int, str]]:
    """Submissions checked side by side: where each lies, the status, and what was said."""
    root = tmp_path_factory.mktemp("checked")
    texts = {"right": RIGHT, "wrong": NO_TEMPERATURE, "broken": "import torch\nsoftmax = (1,\n"}
    work = {name: hand_in(root / name, text) for name, text in texts.items()}
    with ThreadPoolExecutor() as pool:
        started = {
            "right": pool.submit(run, home, "check", str(work["right"]), *ONE_TASK, "--json", str(root / "r.json")),
            "wrong": pool.submit(run, home, "check", str(work["wrong"]), LC_ALL="C.UTF-8"),
            "broken": pool.submit(run, home, "check", str(work["broken"]), LC_ALL="C.UTF-8"),
        }
        return {name: (work[name], *check.result()) for name, check in started.items()}


def test_check_of_a_right_answer(checked) -> None:
    work, status, said = checked["right"]
    assert status == 0, said
    assert "10 / 10" in said
    data = json.loads((work.parent.parent / "r.json").read_text(encoding="utf-8"))
    assert (data["score"], data["max_score"]) == (10, 10)


def test_the_result_names_the_submission_alike_under_any_locale(checked) -> None:
    work, _, _ = checked["right"]
    data = json.loads((work.parent.parent / "r.json").read_text(encoding="utf-8"))
    assert data["submission"] == str(work)


def test_check_of_a_wrong_answer(checked) -> None:
    _, status, said = checked["wrong"]
    assert status == 1, said
    assert "✗ softmax" in said
    assert "Likely: The temperature changes nothing" in " ".join(said.split())
    assert "next: " in said


def test_check_of_a_file_that_python_cannot_read_shows_the_place(checked) -> None:
    _, status, said = checked["broken"]
    lines = [line.strip() for line in said.splitlines()]
    assert status == 1, said
    assert "2 | softmax = (1," in lines and "|           ^" in lines
    assert "(softmax.py:2)" in lines


def test_check_names_code_that_no_task_asks_for(home: Path, tmp_path: Path) -> None:
    (tmp_path / "softmax.py").write_text("x = 1\n", encoding="utf-8")
    (tmp_path / "util.py").write_text("x = 1\n", encoding="utf-8")
    _, said = run(home, "check", str(tmp_path))
    assert "Not read, since no task asks for it: util.py." in said


def test_check_names_an_answer_in_a_file_of_another_name(home: Path, tmp_path: Path) -> None:
    (tmp_path / "my_answer.py").write_text("def softmax(scores):\n    return scores\n", encoding="utf-8")
    status, said = run(home, "check", str(tmp_path))
    assert status == 2
    assert "`softmax` stands in my_answer.py, which is not read: put it into softmax.py and hand that in." in said


def test_check_runs_nothing_that_lies_in_the_folder_it_is_started_from(home: Path, tmp_path: Path) -> None:
    """A TA in a learner's folder: its random.py must not run in the process that holds the answers."""
    work = hand_in(tmp_path, RIGHT)
    for name in ("random.py", "typing_extensions.py", "sitecustomize.py", "torch.py"):
        (work / name).write_text("import os\nos.mkdir('it ran')\nraise SystemExit(0)\n", encoding="utf-8")
    status, said = run(home, "check", ".", "--week", "week-99", cwd=work)
    assert not (work / "it ran").exists()
    assert (status, "There is no week 'week-99'" in said) == (2, True), said


NOTHING = {
    "a path with nothing there": (["check", "nothing here"], "There is nothing at nothing here"),
    "an unknown week": (["check", "{work}", "--week", "week-99"], "There is no week 'week-99'; the course has week-12"),
    "an unknown task": (["check", "{work}", "--task", "softmin"], "There is no task 'softmin' in week-12"),
    "a folder without tasks": (["check", "autograder"], "autograder holds no task file of week-12"),
    "a task without hints": (["hint", "--task", "softmin"], "There is no task 'softmin' in week-12; there is softmax."),
    "an unknown verb": (["chek"], "chek"),
    "an unknown option": (["check", "--weak", "week-12"], "--weak"),
    "no option's value": (["check", "--week"], "--week"),
}


@pytest.mark.parametrize(("arguments", "says"), NOTHING.values(), ids=NOTHING)
def test_what_cannot_be_carried_out_ends_with_status_2_and_a_sentence(
    home: Path, tmp_path: Path, arguments: list[str], says: str
) -> None:
    work = hand_in(tmp_path, RIGHT)
    status, said = run(home, *[argument.format(work=work) for argument in arguments])
    assert status == 2, said
    assert says in " ".join(said.split())


# ---------------------------------------------------------------- other verbs


def test_help_lists_every_verb(home: Path) -> None:
    status, said = run(home, "--help")
    assert status == 0
    assert set(VERBS) <= set(re.findall(r"^\W*([\w-]+)", said, re.MULTILINE))


def test_no_verb_is_answered_with_the_list(home: Path) -> None:
    _, said = run(home)
    assert all(verb in said for verb in VERBS)


def test_hint_opens_one(home: Path) -> None:
    status, said = run(home, "hint", "--task", "softmax")
    assert status == 0
    assert said.startswith("1. Three steps")


def test_build_compares(home: Path) -> None:
    status, said = run(home, "build", "--check")
    assert (status, said) == (0, "Everything is fresh.\n")


# ---------------------------------------------------------------- make


def makefile() -> dict[str, str]:
    """The recipe of each documented target."""
    text = (HOME / "Makefile").read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9-]+):.*## .*\n((?:\t.*\n)+)", text, re.MULTILINE))


def test_every_verb_has_a_line_in_the_makefile() -> None:
    missing = [verb for verb in VERBS if f"$(RUN) {verb}" not in makefile().get(verb, "")]
    assert missing == []


def test_every_line_of_the_makefile_that_runs_a_verb_runs_one_that_there_is() -> None:
    called = {name: re.findall(r"\$\(RUN\) ([\w-]+)", recipe) for name, recipe in makefile().items()}
    assert {name: verbs for name, verbs in called.items() if not set(verbs) <= set(VERBS)} == {}
    assert {"check", "hint", "audit", "build", "doctor"} <= set(called)


def test_make_alone_lists_every_verb_and_cuts_no_line() -> None:
    told = subprocess.run(["make", "-s"], cwd=HOME, capture_output=True, text=True, encoding="utf-8", check=True).stdout
    assert max(map(len, told.splitlines())) <= 80
    assert set(re.findall(r"^  make (\S+)", told, re.MULTILINE)) == set(makefile())


@pytest.mark.parametrize(
    ("words", "verb"),
    [(["release"], "autograder.authoring.release.release"), (["check"], "autograder.checking.check_work")],
)
def test_an_interruption_is_said(
    words: list[str], verb: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(verb, interrupted)
    assert ended(words, monkeypatch) == 130
    assert capsys.readouterr().err == "\nStopped. Nothing was changed.\n"


def test_a_verb_that_has_said_so_itself_is_not_spoken_over(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("autograder.desk.verb.grade_class", lambda options: 130)
    assert ended(["grade", "hand-ins"], monkeypatch) == 130
    assert capsys.readouterr().err == ""


def ended(words: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    """The status with which these words end, said in this process."""
    monkeypatch.setattr(sys, "argv", ["autograder", *words])
    with pytest.raises(SystemExit) as ending:
        main()
    return ending.value.code
