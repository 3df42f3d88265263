"""Watch without a file, a process or a clock: which saves are checked, what counts, what is said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from test_course import a_task

from autograder.course import HOME, CourseError, Task, Week
from autograder.intake.submission import Source, SubmissionError
from autograder.outcomes import Missing
from autograder.result import CheckResult, TaskResult
from autograder.stamp import stamped
from autograder.watching.checks import GRACE, REVIVED, Checks
from autograder.watching.commands import Commands
from autograder.watching.keys import AGAIN, Key
from autograder.watching.loop import Loop, WatchError
from autograder.watching.saves import Broke, Remark, Saved
from autograder.watching.screen import View, problem
from autograder.watching.stage import Stage
from autograder.watching.state import Memory
from autograder.watching.work import Seen

TASKS = tuple(a_task(name=name, points=10) for name in ("softmax", "attention", "heads"))
WEEK = Week(HOME, "week-12", "Attention", TASKS)
STARTER = stamped("week-12/softmax", "raise NotImplementedError\n")


def verdict(task: Task, text: str) -> TaskResult:
    """A text that says ``right`` passes, the starter is not started, all else fails."""
    status = "passed" if text == "right" else "not_started" if text == "start" else "failed"
    earned = 10 * (status == "passed")
    check = CheckResult("check_it", "It.", True, 10, earned, status, f"{text} is seen", "", None, None, "", 0.0)
    return TaskResult(task.name, "", 10, earned, status, task.filename, f"ex/{task.filename}", (), "", (check,))


@dataclass
class Files:
    """Texts by the task's name, when they were saved, and no file on any disk."""

    texts: dict[str, str]
    times: dict[str, float] = field(default_factory=dict)

    def source(self, task: Task) -> Source:
        if task.name not in self.texts:
            return Source(task.filename, problem=Missing("There is none."))
        return Source(task.filename, self.texts[task.name])

    def path(self, task: Task) -> str | None:
        return f"ex/{task.filename}" if task.name in self.texts else None

    find = path

    @property
    def tree(self) -> SimpleNamespace:
        return SimpleNamespace(time=lambda name: self.times.get(Path(name).stem, 0.0))


class FakeWork:
    """Grades by ``verdict``; ``during`` happens in the middle of a check."""

    weeks, tasks, course, path = [WEEK], list(TASKS), None, Path("ex")
    isolation = SimpleNamespace(level="standard")

    def __init__(self) -> None:
        self.files = Files({task.name: "start" for task in TASKS})
        self.graded: list[tuple[str, str]] = []
        self.during: list[Callable[[], None]] = []
        self.is_alive, self.is_gone, self.version, self.fault = True, False, 1, ""

    def look(self, tasks: list[Task]) -> list[Seen]:
        if self.is_gone:
            raise SubmissionError("There is nothing at ex.")
        frozen = Files(dict(self.files.texts), dict(self.files.times))
        sources = [(task, frozen.source(task)) for task in tasks]
        return [Seen(task, frozen, source, f"{self.version} {source.text}") for task, source in sources]

    def grade(self, seen: Seen, is_stale: Callable[[], bool]) -> TaskResult:
        self.graded.append((seen.task.name, seen.source.text))
        if self.during:
            self.during.pop(0)()
        if is_stale():
            self.graded.append((seen.task.name, "cut short"))
        if not self.is_alive and self.graded.count(self.graded[-1]) == 1:
            return replace(verdict(seen.task, ""), status="internal")
        self.is_alive = True
        return verdict(seen.task, seen.source.text)

    def decides(self, path: Path) -> bool:
        return path.name.startswith("check_")

    def renew(self) -> None:
        if self.fault:
            raise CourseError(self.fault)
        self.version += 1

    def file_of(self, task: Task) -> Path:
        return Path("ex") / task.filename


class Told:
    """A screen that takes down which parts were new."""

    keys = "Keys: n next · q quit."

    def __init__(self) -> None:
        self.parts: list[tuple[str, ...]] = []

    def show(self, view: View, *new: str) -> None:
        self.parts.append(new)


class Bench:
    """A loop with nothing real around it."""

    def __init__(self, folder: Path):
        self.now = 1000.0
        self.work, self.told = FakeWork(), Told()
        self.restart(folder)
        self.hints = 0

    def restart(self, folder: Path) -> None:
        self.memory, self.remark = Memory.open(folder / "state.json")
        self.view = View([WEEK], list(TASKS), TASKS[0])
        self.stage = Stage(self.view, self.told)
        self.checks = Checks(self.work, self.memory, self.stage, lambda: self.now)
        self.commands = Commands(self.checks, self.stage, self.open_hint)
        self.loop = Loop(self.work, self.checks, self.commands, self.stage)
        self.work.graded.clear()

    def open_hint(self, task: str, week: str, course: object) -> str:
        self.hints += 1
        if self.hints > 2:
            raise CourseError("There are no hints.")
        return f"{self.hints}. Try {task} of {week}."

    def begin(self) -> Bench:
        self.checks.begin()
        self.settle()
        self.work.graded.clear()
        self.told.parts.clear()
        return self

    def settle(self) -> None:
        """Goes on until nothing is left to do."""
        while not self.loop._events.empty() or self.checks.seconds_until_due(1.0) == 0:
            self.loop.step()
        self.checks.step()

    def write(self, **texts: str) -> None:
        self.now += 1
        self.work.files.texts |= texts
        self.work.files.times |= dict.fromkeys(texts, self.now)

    def save(self, **texts: str) -> None:
        self.write(**texts)
        self.hear(*(f"{name}.py" for name in texts))

    def hear(self, *names: str) -> None:
        self.loop.tell(Saved(frozenset(Path("ex", name).absolute() for name in names)))

    def press(self, letters: str) -> None:
        for letter in letters:
            self.loop.tell(Key(letter))
        self.settle()

    @property
    def said(self) -> str:
        return self.view.said[-1] if self.view.said else ""

    def status(self, name: str) -> str:
        return self.view.verdicts[f"week-12/{name}"].status


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path).begin()


# ---------------------------------------------------------------- the beginning, and a restart


def test_at_first_every_task_is_checked_and_the_table_is_said_once(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.checks.begin()
    bench.settle()
    assert [name for name, _ in bench.work.graded] == ["softmax", "attention", "heads"]
    assert bench.told.parts.count(("table", "problem")) == 1


def test_the_task_that_was_begun_is_the_current_one(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.work.files.texts["heads"] = "wrong"
    bench.begin()
    assert bench.view.current.name == "heads"


def test_a_restart_remembers_verdicts_and_checks_only_what_has_changed(bench: Bench, tmp_path: Path) -> None:
    bench.save(softmax="right")
    bench.settle()
    bench.work.files.texts["heads"] = "other"
    bench.restart(tmp_path)
    bench.checks.begin()
    bench.settle()
    assert bench.work.graded == [("heads", "other")]
    assert bench.status("softmax") == "passed"


def test_a_restart_with_nothing_new_checks_nothing(bench: Bench, tmp_path: Path) -> None:
    bench.restart(tmp_path)
    bench.checks.begin()
    assert bench.work.graded == []
    assert bench.told.parts[-1] == ("table", "problem")


def test_other_graders_make_every_verdict_void(bench: Bench, tmp_path: Path) -> None:
    bench.work.version += 1
    bench.restart(tmp_path)
    bench.checks.begin()
    bench.settle()
    assert len(bench.work.graded) == 3


def test_a_remark_of_the_memory_is_said_first(bench: Bench) -> None:
    bench.loop.tell(Key("q"))
    bench.loop.run("The state cannot be used.")
    assert bench.told.parts[:2] == [("keys",), ("said",)]
    assert bench.said == "The state cannot be used."


# ---------------------------------------------------------------- saves


def test_a_save_checks_the_saved_task_and_no_other(bench: Bench) -> None:
    bench.save(attention="right")
    bench.settle()
    assert bench.work.graded == [("attention", "right")]
    assert bench.view.current.name == "attention"
    assert "attention.py: complete, 0.00 s after the save." in bench.said
    assert bench.told.parts[-1] == ("said", "problem", "score")


def test_how_long_it_took_is_counted_from_the_save(bench: Bench) -> None:
    bench.save(softmax="right")
    bench.now += 0.12
    bench.settle()
    assert "0.12 s after the save" in bench.said


def test_a_file_with_an_old_date_is_checked_without_a_duration(bench: Bench) -> None:
    bench.save(softmax="right")
    bench.work.files.times["softmax"] = 5.0
    bench.settle()
    assert bench.said.endswith("softmax.py: complete.")


def test_two_saves_at_once_are_both_checked(bench: Bench) -> None:
    bench.save(softmax="right", heads="wrong")
    bench.settle()
    assert sorted(bench.work.graded) == [("heads", "wrong"), ("softmax", "right")]


def test_of_a_burst_of_saves_the_last_text_is_checked_once(bench: Bench) -> None:
    for number in range(20):
        bench.save(softmax=f"try {number}")
    bench.loop.step()  # takes the first event
    bench.settle()
    assert bench.work.graded[-1] == ("softmax", "try 19")
    assert len(bench.work.graded) == 1


def test_a_save_during_a_check_drops_its_verdict_and_checks_the_new_text(bench: Bench) -> None:
    bench.work.during.append(lambda: bench.save(softmax="right"))
    bench.save(softmax="endless")
    bench.settle()
    assert bench.work.graded == [("softmax", "endless"), ("softmax", "cut short"), ("softmax", "right")]
    assert bench.status("softmax") == "passed"
    assert [parts for parts in bench.told.parts if "problem" in parts] == [("said", "problem", "score")]


def test_a_save_whose_event_is_late_drops_the_verdict_all_the_same(bench: Bench) -> None:
    bench.work.during.append(lambda: bench.write(softmax="right"))
    bench.save(softmax="older")
    bench.settle()
    assert bench.work.graded == [("softmax", "older"), ("softmax", "right")]


def test_a_save_of_another_task_does_not_disturb_a_check(bench: Bench) -> None:
    bench.work.during.append(lambda: bench.save(heads="right"))
    bench.save(softmax="right")
    bench.settle()
    assert bench.work.graded == [("softmax", "right"), ("heads", "right")]


def test_a_save_that_changes_nothing_is_said_and_not_checked(bench: Bench) -> None:
    bench.hear("heads.py")
    bench.settle()
    assert bench.work.graded == []
    assert bench.said.endswith("heads.py was saved and has not changed.")
    assert bench.view.current.name == "heads"


def test_a_change_that_is_taken_back_is_known_at_once(bench: Bench) -> None:
    bench.save(softmax="right")
    bench.settle()
    bench.save(softmax="start")
    bench.settle()
    assert bench.work.graded == [("softmax", "right")]
    assert bench.status("softmax") == "not_started"


def test_a_file_of_no_task_is_nobodys_save(bench: Bench) -> None:
    bench.hear("helpers.py")
    bench.settle()
    assert (bench.work.graded, bench.said) == ([], "")


# ---------------------------------------------------------------- what may go wrong


def test_a_file_that_is_away_for_a_moment_is_not_missed(bench: Bench) -> None:
    text = bench.work.files.texts.pop("softmax")
    bench.hear("softmax.py")
    bench.loop.step()
    assert bench.checks.seconds_until_due(1.0) == pytest.approx(GRACE)
    bench.save(softmax=text)
    bench.settle()
    bench.now += GRACE
    bench.settle()
    assert bench.work.graded == []


def test_a_deleted_file_is_said(bench: Bench) -> None:
    del bench.work.files.texts["softmax"]
    bench.hear("softmax.py")
    bench.loop.step()
    bench.now += GRACE
    bench.settle()
    assert bench.said.endswith("softmax.py is not there any more.")
    bench.save(softmax="right")
    bench.settle()
    assert bench.status("softmax") == "passed"


def test_a_file_that_vanishes_between_event_and_check_is_looked_at_again(bench: Bench) -> None:
    bench.save(softmax="right")
    bench.loop.step()
    del bench.work.files.texts["softmax"]
    bench.settle()
    bench.save(softmax="right")
    bench.settle()
    assert bench.status("softmax") == "passed"


def test_a_folder_that_is_removed_and_comes_back_is_watched_on(bench: Bench) -> None:
    bench.save(softmax="right")
    bench.loop.step()
    bench.work.is_gone = True
    bench.hear("softmax.py")
    bench.settle()
    assert bench.said == "There is nothing at ex. Watching goes on until it is back."
    bench.work.is_gone = False
    bench.hear("")
    bench.settle()
    assert "ex is back." in bench.view.said
    assert bench.work.graded == [("softmax", "right")]


def test_a_folder_that_goes_during_a_check_is_said_once(bench: Bench) -> None:
    bench.work.during.append(lambda: setattr(bench.work, "is_gone", True))
    bench.save(softmax="right")
    bench.settle()
    bench.hear("softmax.py")
    bench.settle()
    assert [said for said in bench.view.said if "Watching goes on" in said] == [bench.said]


def test_a_folder_that_goes_before_a_check_is_said_and_the_check_is_new_when_it_is_back(bench: Bench) -> None:
    bench.save(softmax="right")
    bench.loop.step()
    bench.work.is_gone = True
    bench.settle()
    assert "Watching goes on" in bench.said and bench.work.graded == []
    bench.work.is_gone = False
    bench.hear("softmax.py")
    bench.settle()
    assert bench.status("softmax") == "passed"


def test_a_task_that_is_read_from_another_file_is_said(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    where = {"start": "ex/softmax.py", "right": "ex/my softmax.py"}
    monkeypatch.setattr(Files, "path", lambda self, task: where[self.texts[task.name]])
    bench.save(softmax="right")
    bench.now += GRACE
    bench.settle()
    bench.now += GRACE
    bench.settle()
    assert any(said.endswith("ex/softmax.py is not read any more; ex/my softmax.py is.") for said in bench.view.said)


def test_before_its_time_a_check_waits(bench: Bench) -> None:
    del bench.work.files.texts["softmax"]
    bench.hear("softmax.py")
    bench.settle()
    bench.checks.step()
    assert bench.work.graded == []


def test_the_letter_that_quits_says_nothing(bench: Bench) -> None:
    bench.commands.press("q")
    assert bench.told.parts == []


def test_a_dead_process_is_replaced_and_costs_nothing(bench: Bench) -> None:
    bench.work.during.append(lambda: setattr(bench.work, "is_alive", False))
    bench.save(softmax="right")
    bench.settle()
    assert REVIVED in bench.view.said
    assert bench.status("softmax") == "passed"


def test_a_process_that_died_between_checks_is_told(bench: Bench) -> None:
    bench.work.is_alive = False
    bench.work.graded.append(("softmax", "right"))
    bench.save(softmax="right")
    bench.settle()
    assert REVIVED in bench.view.said


def test_changed_graders_check_everything_again(bench: Bench) -> None:
    bench.hear("check_softmax.py")
    bench.settle()
    assert len(bench.work.graded) == 3
    assert "The checks have changed, so every task is checked again." in bench.view.said


def test_graders_that_cannot_be_used_are_told(bench: Bench) -> None:
    bench.work.fault = "check_softmax has no docstring."
    bench.hear("check_softmax.py")
    bench.settle()
    assert bench.said.startswith("The checks have changed and cannot be used: check_softmax")
    assert bench.work.graded == []


def test_a_fault_of_the_course_in_a_check_is_said_and_watching_goes_on(bench: Bench) -> None:
    def break_down() -> None:
        raise CourseError("The mistakes of softmax cannot be read.")

    bench.work.during.append(break_down)
    bench.save(softmax="right")
    bench.settle()
    assert bench.said == "The mistakes of softmax cannot be read."
    bench.save(heads="right")
    bench.settle()
    assert bench.status("heads") == "passed"


def test_a_remark_of_the_watching_thread_is_said_and_its_end_ends_the_watch(bench: Bench) -> None:
    bench.loop.tell(Remark("The files are looked at instead."))
    bench.settle()
    assert bench.said == "The files are looked at instead."
    bench.loop.tell(Broke(RuntimeError("no more")))
    with pytest.raises(WatchError, match="cannot be watched any more: no more"):
        bench.loop.step()


def test_a_memory_that_cannot_be_written_is_said(bench: Bench, tmp_path: Path) -> None:
    bench.memory.path = tmp_path / "no folder" / "state.json"
    bench.save(softmax="right")
    bench.settle()
    assert "state.json cannot be written" in bench.said


# ---------------------------------------------------------------- keys


def test_next_and_previous_go_round(bench: Bench) -> None:
    names = []
    for letter in "nnnpp":
        bench.press(letter)
        names.append(bench.view.current.name)
    assert names == ["attention", "heads", "softmax", "heads", "attention"]
    assert bench.told.parts[-1] == ("problem",)


def test_all_checks_everything_even_what_is_remembered(bench: Bench) -> None:
    bench.press("a")
    assert [name for name, _ in bench.work.graded] == ["softmax", "attention", "heads"]


def test_a_save_goes_before_the_rest_of_all(bench: Bench) -> None:
    bench.work.during.append(lambda: bench.save(heads="right"))
    bench.press("a")
    assert [name for name, _ in bench.work.graded] == ["softmax", "heads", "attention"]


def test_hint_opens_one_more_each_time(bench: Bench) -> None:
    bench.press("h")
    assert bench.view.hint == "1. Try softmax of week-12."
    bench.press("h")
    assert bench.view.hint.startswith("2.")
    bench.press("h")
    assert bench.said == "There are no hints."


def test_a_hint_stays_while_one_works_on_its_task(bench: Bench) -> None:
    bench.press("h")
    bench.save(softmax="wrong")
    bench.settle()
    assert bench.view.hint
    bench.press("n")
    assert bench.view.hint == ""


def test_quit_ends_the_loop_even_in_the_middle_of_a_check(bench: Bench) -> None:
    bench.work.during.append(lambda: bench.loop.tell(Key("q")))
    bench.save(softmax="endless")
    bench.loop.run()
    assert bench.work.graded == [("softmax", "endless"), ("softmax", "cut short")]
    assert bench.status("softmax") == "not_started"


def test_the_line_that_python_cannot_read_is_shown(bench: Bench) -> None:
    broken = replace(verdict(TASKS[0], "x = 1 1"), status="error")
    broken = replace(broken, checks=tuple(replace(broken.checks[0], outcome="error") for _ in range(2)))
    bench.checks._take(Seen(TASKS[0], bench.work.files, Source("softmax.py", "x = 1 1"), "key"), broken)
    assert problem(bench.view, 80)[-2:] == ["  1 | x = 1 1", "    |       ^"]


def test_an_unknown_letter_is_answered_with_the_keys(bench: Bench) -> None:
    bench.press("x")
    bench.press("x")
    assert bench.view.said.count(bench.told.keys) == 1 and bench.told.parts[-2:] == [("said",), ("said",)]
    bench.press(AGAIN)
    assert bench.told.parts[-1] == ()


@pytest.fixture
def own_files(bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The bench's softmax.py on a disk, whose untouched text watch has seen."""
    path = tmp_path / "softmax.py"
    path.write_text("mine", encoding="utf-8")
    monkeypatch.setattr(bench.work, "file_of", lambda task: path)
    bench.save(softmax=STARTER)
    bench.settle()
    return path


def test_reset_asks_and_keeps_a_copy(bench: Bench, own_files: Path) -> None:
    bench.press("r")
    assert "untouched starter again? What is in it is kept beside it. y yes · n no" in bench.view.question
    assert own_files.read_text() == "mine"
    bench.press("y")
    assert own_files.read_text() == STARTER
    assert own_files.with_name("softmax.py.before-reset").read_text() == "mine"
    assert "is kept as softmax.py.before-reset" in bench.said
    assert bench.view.question == ""


@pytest.mark.parametrize("letter", ["n", "x", "r", "\n"])
def test_reset_does_nothing_unless_the_answer_is_yes(bench: Bench, own_files: Path, letter: str) -> None:
    bench.press("r" + letter)
    assert own_files.read_text() == "mine"
    assert (bench.said, bench.view.question) == ("Nothing was reset.", "")


def test_reset_without_a_starter_asks_nothing(bench: Bench) -> None:
    bench.view.current = a_task(name="no_such_task")
    bench.press("r")
    assert "There is no untouched no_such_task.py to go back to" in bench.said
    assert bench.view.question == ""


def test_reset_that_cannot_be_written_is_a_sentence(
    bench: Bench, own_files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.press("r")
    monkeypatch.setattr(bench.work, "file_of", lambda task: own_files / "below a file.py")
    bench.press("y")
    assert "cannot be reset" in bench.said
