"""Watch and the disk: which changes are heard of, what is remembered, how a file is reset."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace

import pytest
import watchfiles
from test_course import a_task
from test_terminal import FAILED, MISSING, PASSED, task

from autograder.course import Task
from autograder.stamp import stamped
from autograder.watching import reset as resetting
from autograder.watching import saves as saving
from autograder.watching.reset import ResetError, reset, starter_text
from autograder.watching.saves import Broke, Remark, Saved, Saves, touched
from autograder.watching.state import KEPT, Memory

SECONDS = 20.0
TASKS = [a_task(name=name) for name in ("softmax", "attention")]

# ---------------------------------------------------------------- which tasks a path concerns


@pytest.mark.parametrize(
    ("names", "tasks"),
    [
        (["week-12/softmax.py"], ["softmax"]),
        (["softmax.py", "attention.py"], ["softmax", "attention"]),
        (["Softmax (1).py"], ["softmax"]),
        (["helpers.py"], []),
        (["week-12"], ["softmax", "attention"]),
        (["week-12/week-12.ipynb"], ["softmax", "attention"]),
        ([], []),
    ],
)
def test_a_path_concerns_the_tasks_of_its_name_and_a_notebook_or_a_folder_all(
    names: list[str], tasks: list[str]
) -> None:
    assert [each.name for each in touched(map(Path, names), TASKS)] == tasks


# ---------------------------------------------------------------- hearing of saves


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A week's folder whose path holds a blank, a dot and another script."""
    monkeypatch.setattr(saving, "TICK_MS", 50)
    folder = tmp_path / ".과제 1" / "exercises"
    (folder / "week-12").mkdir(parents=True)
    (folder / "week-12" / "softmax.py").write_text("1", encoding="utf-8")
    return folder


class Heard:
    """What the thread tells, in its order."""

    def __init__(self) -> None:
        self.queue: SimpleQueue = SimpleQueue()
        self.others: list[Remark | Broke] = []

    def until(self, path: Path) -> None:
        """Waits until a change of that path is told."""
        while True:
            event = self.queue.get(timeout=SECONDS)
            if isinstance(event, Saved) and path in event.paths:
                return
            if not isinstance(event, Saved):
                self.others.append(event)


@pytest.fixture(params=[False, True], ids=["told by the system", "looked at"])
def listening(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Saves, Heard]]:
    monkeypatch.setattr(saving, "POLL_MS", 20)

    def listen(*places: Path) -> tuple[Saves, Heard]:
        heard = Heard()
        return Saves(places, heard.queue.put, poll=request.param), heard

    return listen


def write_until_heard(heard: Heard, path: Path) -> None:
    """The thread may not be watching yet at the first write, so there are several."""
    for number in range(200):
        path.write_text(f"{number}" * (number + 1), encoding="utf-8")
        try:
            event = heard.queue.get(timeout=0.1)
        except Exception:
            continue
        if isinstance(event, Saved) and path in event.paths:
            return
    pytest.fail(f"{path} was not heard of")


def test_every_way_to_save_is_heard(folder: Path, listening) -> None:
    path = folder / "week-12" / "softmax.py"
    saves, heard = listening(folder)
    with saves:
        write_until_heard(heard, path)
        beside = path.with_name("softmax.py~new")
        beside.write_text("by rename, and longer", encoding="utf-8")
        os.replace(beside, path)
        heard.until(path)
        path.unlink()
        heard.until(path)
        path.write_text("made anew", encoding="utf-8")
        heard.until(path)


def test_what_tools_leave_behind_is_not_told(folder: Path, listening) -> None:
    saves, heard = listening(folder)
    with saves:
        write_until_heard(heard, folder / "week-12" / "softmax.py")
        (folder / "__pycache__").mkdir()
        (folder / "__pycache__" / "softmax.pyc").write_text("", encoding="utf-8")
        (folder / "week-12" / ".softmax.py.swp").write_text("", encoding="utf-8")
        (folder / "week-12" / "attention.py").write_text("", encoding="utf-8")
        told = set()
        while folder / "week-12" / "attention.py" not in told:
            told |= heard.queue.get(timeout=SECONDS).paths
    assert not any("__pycache__" in path.parts or path.name.endswith(".swp") for path in told)


@pytest.mark.parametrize("gone", ["exercises", "exercises/week-12"])
def test_a_folder_that_is_removed_and_comes_back_is_watched_again(folder: Path, listening, gone: str) -> None:
    path = folder / "week-12" / "softmax.py"
    saves, heard = listening(folder)
    with saves:
        write_until_heard(heard, path)
        shutil.rmtree(folder.parent / gone)
        heard.until(path if gone != "exercises" else folder)
        path.parent.mkdir(parents=True)
        write_until_heard(heard, path)


def test_beside_a_single_file_no_other_is_told(folder: Path, listening) -> None:
    path = folder / "week-12" / "softmax.py"
    saves, heard = listening(path)
    with saves:
        write_until_heard(heard, path)
        path.with_name("attention.py").write_text("", encoding="utf-8")
        path.write_text("once more, and longer than before" * 30, encoding="utf-8")
        told = set()
        while path not in told:
            told |= heard.queue.get(timeout=SECONDS).paths
    assert told - {path.parent} == {path}


def broken_watch(error: Exception) -> Callable[..., None]:
    def watch(*paths: Path, **options: object) -> None:
        raise error

    return watch


def test_where_the_system_reports_nothing_the_files_are_looked_at(folder: Path, monkeypatch) -> None:
    monkeypatch.setattr(saving, "POLL_MS", 20)
    monkeypatch.setattr(watchfiles, "watch", broken_watch(OSError("OS file watch limit reached")))
    heard = Heard()
    with Saves([folder], heard.queue.put):
        remark = heard.queue.get(timeout=SECONDS)
        assert "reports no saves here (OS file watch limit reached); the files are looked at instead" in remark.sentence
        write_until_heard(heard, folder / "week-12" / "softmax.py")


def test_a_thread_that_cannot_go_on_says_so(folder: Path, monkeypatch) -> None:
    error = RuntimeError("the watcher is broken")
    monkeypatch.setattr(watchfiles, "watch", broken_watch(error))
    heard = Heard()
    with Saves([folder], heard.queue.put):
        assert heard.queue.get(timeout=SECONDS) == Broke(error)


def test_a_look_that_finds_nothing_is_not_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list = []
    saves = Saves([folder], told.append)
    monkeypatch.setattr(saves, "_changes", lambda folders: iter([set(), set(), {folder / "a.py"}]))
    saves._stop.set()
    saves._watch_while_unchanged()
    assert told == [Saved(frozenset({folder})), Saved(frozenset({folder / "a.py"}))]


def test_an_error_since_the_folder_has_just_gone_is_no_reason_to_poll(folder: Path) -> None:
    told: list = []
    saves = Saves([folder], told.append)
    before = saves._identities()
    shutil.rmtree(folder)
    saves._take_to_polling(OSError("gone"), before)
    assert (told, saves._poll) == ([], False)


# ---------------------------------------------------------------- remembering


def test_verdicts_are_found_by_task_and_content(tmp_path: Path) -> None:
    memory, remark = Memory.open(tmp_path / "state.json")
    memory.keep("week-12/softmax", "a key", PASSED)
    memory.keep_starter("week-12/softmax", "untouched")
    assert (remark, memory.save()) == ("", "")
    again, remark = Memory.open(tmp_path / "state.json")
    assert remark == ""
    assert again.recall("week-12/softmax", "a key") == PASSED
    assert again.recall("week-12/softmax", "another key") is None
    assert again.recall("week-12/heads", "a key") is None
    assert (again.starter("week-12/softmax"), again.starter("week-12/heads")) == ("untouched", None)
    assert [path.name for path in tmp_path.iterdir()] == ["state.json"]


def test_only_the_newest_verdicts_of_a_task_are_kept(tmp_path: Path) -> None:
    memory, _ = Memory.open(tmp_path / "state.json")
    for number in range(KEPT + 1):
        memory.keep("softmax", str(number), FAILED)
    memory.keep("heads", "0", MISSING)
    assert [memory.recall("softmax", str(number)) for number in range(KEPT + 1)] == [None, *[FAILED] * KEPT]
    assert memory.recall("heads", "0") == MISSING


def test_what_was_our_fault_is_not_kept(tmp_path: Path) -> None:
    memory, _ = Memory.open(tmp_path / "state.json")
    memory.keep("softmax", "a key", PASSED)
    memory.keep("softmax", "a key", task("softmax", "internal"))
    assert memory.recall("softmax", "a key") is None


def spoil(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_text("", encoding="utf-8"),
        lambda path: path.write_text("{", encoding="utf-8"),
        lambda path: path.write_text("[]", encoding="utf-8"),
        lambda path: path.write_text('{"schema": "watch-state/v1"}', encoding="utf-8"),
        lambda path: path.write_bytes(b"\xff\xfe\x00"),
        lambda path: path.write_text("[" * 100_000, encoding="utf-8"),
        lambda path: spoil(path, '"earned": 4', '"earned": 9'),
        lambda path: spoil(path, "watch-state/v1", "watch-state/v0"),
        lambda path: path.unlink() or path.mkdir(),
    ],
    ids=["empty", "cut off", "a list", "half of it", "no text", "nested", "edited", "another version", "a folder"],
)
def test_a_damaged_memory_is_ignored_with_a_sentence(tmp_path: Path, damage: Callable[[Path], object]) -> None:
    path = tmp_path / "state.json"
    memory, _ = Memory.open(path)
    memory.keep("softmax", "a key", PASSED)
    memory.save()
    damage(path)
    again, remark = Memory.open(path)
    assert remark.startswith("state.json cannot be used (")
    assert remark.endswith("so every task is checked again.")
    assert again.recall("softmax", "a key") is None


def test_a_memory_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "state.json").mkdir()
    memory = Memory(tmp_path / "state.json")
    assert "verdicts are forgotten when you quit" in memory.save()
    assert [path.name for path in tmp_path.iterdir()] == ["state.json"]


def test_the_memory_is_plain_json(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "state.json")
    memory.keep("softmax", "a key", PASSED)
    memory.save()
    assert json.loads((tmp_path / "state.json").read_text(encoding="utf-8"))["schema"] == "watch-state/v1"


# ---------------------------------------------------------------- resetting

STARTER = stamped("week-12/softmax", "raise NotImplementedError\n")
NEWER = stamped("week-12/softmax", "raise NotImplementedError  # a newer one\n")


@pytest.fixture
def course_task(tmp_path: Path) -> Task:
    task = a_task(root=tmp_path)
    task.starter.parent.mkdir(parents=True)
    return task


def commit(task: Task, text: str) -> None:
    task.starter.write_text(text, encoding="utf-8")
    who = {f"GIT_{who}_{what}": "a@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "x"]):
        subprocess.run(["git", "-C", str(task.root), *command], check=True, env={"PATH": os.environ["PATH"], **who})


def test_the_starter_is_the_one_that_was_seen(course_task: Task) -> None:
    assert starter_text(course_task, STARTER) == STARTER


def test_or_the_newest_untouched_one_in_git(course_task: Task) -> None:
    for text in (STARTER, NEWER, NEWER + "mine\n"):
        commit(course_task, text)
    assert starter_text(course_task, None) == NEWER
    assert starter_text(course_task, "not untouched") == NEWER


@pytest.mark.parametrize("git", [True, False])
def test_without_either_there_is_a_sentence(course_task: Task, monkeypatch: pytest.MonkeyPatch, git: bool) -> None:
    def no_git(*arguments: object, **options: object) -> None:
        raise FileNotFoundError("git")

    commit(course_task, "mine\n")
    if not git:
        monkeypatch.setattr(resetting, "subprocess", SimpleNamespace(run=no_git, TimeoutExpired=OSError, DEVNULL=-3))
    with pytest.raises(ResetError, match=r"There is no untouched softmax\.py to go back to"):
        starter_text(course_task, None)


def test_copies_are_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "softmax.py"
    kept = []
    for text in ("first", "second", "third"):
        path.write_text(text, encoding="utf-8")
        kept.append(reset(path, STARTER))
    assert [copy.name for copy in kept] == [f"softmax.py.before-reset{number}" for number in ("", 2, 3)]
    assert [copy.read_text() for copy in kept] == ["first", "second", "third"]
    assert path.read_text() == STARTER
    assert len(list(tmp_path.iterdir())) == 4


def test_a_deleted_file_is_made_anew_without_a_copy(tmp_path: Path) -> None:
    assert reset(tmp_path / "softmax.py", STARTER) is None
    assert (tmp_path / "softmax.py").read_text() == STARTER


def test_a_copy_keeps_every_byte(tmp_path: Path) -> None:
    (tmp_path / "softmax.py").write_bytes(b"\xff\r\n\0")
    assert reset(tmp_path / "softmax.py", STARTER).read_bytes() == b"\xff\r\n\0"


def test_too_many_copies_are_refused_and_nothing_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resetting, "MAX_COPIES", 1)
    path = tmp_path / "softmax.py"
    path.write_text("mine", encoding="utf-8")
    reset(path, STARTER)
    path.write_text("mine, later", encoding="utf-8")
    with pytest.raises(ResetError, match="too many copies"):
        reset(path, STARTER)
    assert path.read_text() == "mine, later"


def test_a_file_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ResetError, match="cannot be reset: No such file or directory"):
        reset(tmp_path / "no folder" / "softmax.py", STARTER)
