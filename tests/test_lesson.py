"""The lesson of week 20, run as a learner runs it: in a copy of the course, as a script."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
WEEK = Path("exercises/week-20")
SMALL = ("--rows", "300", "--epochs", "1")
NAMES = ["encode_text", "self_attention", "positions", "tiny_transformer", "training_loop", "evidence"]


def course(root: Path, solved: bool) -> Path:
    """A course with the data and nothing hidden, with untouched starters or with every answer in place."""
    shutil.copytree(ROOT / WEEK, root / WEEK, ignore=shutil.ignore_patterns("pictures", "__pycache__"))
    shutil.copytree(ROOT / "data", root / "data", ignore=shutil.ignore_patterns("__pycache__"))
    for name in NAMES if solved else []:
        shutil.copy(ROOT / "solutions/week-20" / f"{name}.py", root / WEEK)
    return root


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return course(tmp_path, solved=False)


@pytest.fixture
def solved(tmp_path: Path) -> Path:
    return course(tmp_path, solved=True)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """A small lesson that was run to its end, from a folder below."""
    root = course(tmp_path_factory.mktemp("ein Kurs, größer"), solved=True)
    return root / WEEK / "pictures", run(root, *SMALL, cwd="exercises/week-20")


def run(root: Path, *arguments: str, cwd: str = ".", path: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONUTF8": "1", "PYTHONPATH": str(path or "")}
    command = [sys.executable, str(root / WEEK / "starter.py"), *arguments]
    done = subprocess.run(command, cwd=root / cwd, env=environment, capture_output=True, encoding="utf-8", timeout=120)
    assert "Traceback" not in done.stdout + done.stderr
    return done


def test_untouched_starters_are_named_one_line_each(copy: Path) -> None:
    done = run(copy)
    assert done.returncode == 1
    assert done.stderr == ""
    named = [line.split()[4] for line in done.stdout.splitlines() if line.startswith("  still to write in")]
    assert named == [f"{name}.py:" for name in NAMES]
    assert "stops here: week-20/self_attention: self_attention is yours to write" in done.stdout
    assert "make check WEEK=week-20" in done.stdout.splitlines()[-1]


def test_the_whole_lesson_runs_from_any_folder(finished) -> None:
    assert (finished[1].returncode, finished[1].stderr) == (0, "")


def test_the_pictures_are_saved(finished) -> None:
    pytest.importorskip("matplotlib")
    for name in ("heatmaps.png", "losses.png"):
        assert (finished[0] / name).read_bytes().startswith(b"\x89PNG")


def test_epochs_stand_beside_the_majority_behind_a_full_bar(finished) -> None:
    lines = finished[1].stdout.splitlines()
    epochs = [line.split() for line in lines if "#" in line]
    assert [row[:2] for row in epochs] == [["1", "#" * 20]] * 2
    assert all(len(row) == 6 for row in epochs)
    gains = [line.split()[1] for line in lines if "against the majority" in line]
    assert gains == ["with", "without"]


def test_the_record_is_kept(finished) -> None:
    record = json.loads((finished[0] / "evidence.json").read_text(encoding="utf-8"))
    assert record["split"] == {"train": 240, "test": 60, "seed": 0}
    assert record["shapes"] == {"ids": [300, 32], "logits": [60]}
    assert set(record["metrics"]) >= {"accuracy", "test_loss", "accuracy_without_positions"}


def test_answers_may_lie_elsewhere(copy: Path) -> None:
    assert run(copy, *SMALL, "--answers", str(ROOT / "solutions/week-20")).returncode == 0


def test_without_matplotlib_it_says_what_to_install_and_goes_on(solved: Path, tmp_path: Path) -> None:
    (tmp_path / "absent").mkdir()
    (tmp_path / "absent" / "matplotlib.py").write_text("raise ImportError", encoding="utf-8")
    done = run(solved, *SMALL, path=tmp_path / "absent")
    assert done.returncode == 0
    assert "pip install -e '.[lesson]'" in done.stdout
    assert [path.name for path in (solved / WEEK / "pictures").iterdir()] == ["evidence.json"]


def test_the_training_does_not_wait_for_the_last_task(solved: Path) -> None:
    shutil.copy(ROOT / WEEK / "evidence.py", solved / WEEK)
    done = run(solved, *SMALL)
    assert done.returncode == 1
    assert "split is yours to write; until then" in done.stdout
    assert "#" * 20 in done.stdout
    assert "stops here: week-20/evidence: evidence_record is yours to write" in done.stdout


ONE = {
    "encode_text": ("def encode_batch(", "cannot be loaded: encode_text.py, line 1: SyntaxError"),
    "self_attention": (
        "def self_attention(*_, **__):\n    return 1 / 0",
        "stops here: self_attention.py, line 2: Zero",
    ),
    "positions": ("raise SystemExit(3)", "cannot be loaded: positions.py, line 1: SystemExit"),
}
OTHER = {
    "training_loop": (
        "def fit(*_, **__):\n    raise OSError('disk')",
        "stops here: training_loop.py, line 2: OSError: disk",
    ),
    "evidence": (None, "missing: "),
}
THIRD = {"tiny_transformer": ("def TinyTransformer():\n    return None", "stops here: the lesson, with what it got")}


@pytest.mark.parametrize("broken", [ONE, OTHER, THIRD], ids=lambda broken: " and ".join(broken))
def test_a_broken_file_is_one_sentence(solved: Path, broken: dict[str, tuple[str | None, str]]) -> None:
    for name, (text, _) in broken.items():
        path = solved / WEEK / f"{name}.py"
        path.write_text(text, encoding="utf-8") if text else path.unlink()
    done = run(solved, *SMALL)
    assert (done.returncode, done.stderr) == (1, "")
    for _, says in broken.values():
        assert says in done.stdout


def test_damaged_data_get_the_command_and_the_other_parts_go_on(solved: Path) -> None:
    (solved / "data" / "feedback.json").write_text('{"category"', encoding="utf-8")
    done = run(solved, *SMALL)
    assert done.returncode == 1
    assert "is damaged: line 1" in done.stdout
    assert "python data/make_feedback.py" in done.stdout
    assert "order gap" in done.stdout


def test_the_lesson_imports_nothing_that_is_hidden() -> None:
    for path in (ROOT / WEEK).glob("*.py"):
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if "import" in line]
        assert not [line for line in lines if "autograder" in line or "solutions" in line], path
