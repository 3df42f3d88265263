"""The gradebook loses nothing: what was once said stays on record, whoever writes at the same time."""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from test_course import a_task

from autograder.course import HOME, Course, Week
from autograder.course.late import Policy
from autograder.desk import decide as desk_decide
from autograder.desk import gradebook as books
from autograder.desk import marks
from autograder.desk.decide import Decision, DecisionError, decide
from autograder.desk.gradebook import Gradebook, GradebookError, Grading, Override, Reported
from autograder.desk.marks import standing
from autograder.intake.roster import Student
from autograder.result import CheckResult, Result, TaskResult

ANN = Student("00123", "Doe, Ann", "ann@example.org", "ann")
TASKS = ("softmax", "heads")
WEEK = Week(HOME, "week-12", "Attention", tuple(a_task(name=name) for name in TASKS))
LATE = replace(WEEK, late=Policy(datetime(2026, 10, 31, 20), ZoneInfo("America/New_York"), per_day_percent=10))


def a_result(*earned: int, outcome: str = "", week: Week = WEEK) -> Result:
    """A Result with that many points for each task, all in one check."""
    tasks = tuple(_task_result(task.name, task.points, each, outcome)
                  for task, each in zip(week.tasks, earned, strict=True))  # fmt: skip
    score, most = sum(earned), sum(task.points for task in tasks)
    return Result(
        week.name, week.title, "hw", score, most, {"score": score, "max_score": most}, tasks,
        {"level": "standard", "sentence": ""}, {"version": "1", "content": "c0ffee"}, "2026-11-20T12:00:00Z", 1.5,
    )  # fmt: skip


def _task_result(name: str, points: int, earned: int, outcome: str) -> TaskResult:
    outcome = outcome or ("passed" if earned == points else "failed")
    check = CheckResult("check_a", "It works.", True, points, earned, outcome, "", "", None, None, "", 0.1)
    return TaskResult(name, name, points, earned, outcome, f"{name}.py", f"hw/{name}.py", (), "", (check,))


def a_grading(result: Result, student: str = "00123", **facts: object) -> Grading:
    made = Grading(
        student, result.week, "sha of files", "sha of grader", "1", "standard", "2026-11-20T12:00:00Z", None, "hw",
        result.score, result.max_score, not result.internal, ("look",), result.to_json(),
    )  # fmt: skip
    return replace(made, **facts)


def an_override(kind: str, value: str | None, task: str = "", comment: str = "") -> Override:
    return Override("00123", "week-12", task, kind, value, comment, "tutor", "2026-11-21T09:00:00Z")


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Gradebook]:
    with Gradebook.open(tmp_path / "gradebook.db") as book:
        book.enrol([ANN], on_roster=True)
        yield book


# ---------------------------------------------------------------- what is kept


def test_a_grading_comes_back_as_it_was(book: Gradebook) -> None:
    made = a_grading(a_result(7, 10), submitted="2026-11-20T11:00:00+00:00", warnings=("é", "\u202e"))
    book.add(made)
    assert book.latest("00123", "week-12") == made
    assert book.latest("00123", "week-12").result == a_result(7, 10)


def test_the_last_grading_counts_and_all_are_kept(book: Gradebook, tmp_path: Path) -> None:
    for points in (3, 9, 5):
        book.add(a_grading(a_result(points, 0)))
    assert book.latest("00123", "week-12").score == 5
    with sqlite3.connect(tmp_path / "gradebook.db") as db:
        assert db.execute("SELECT score FROM grading ORDER BY number").fetchall() == [(3,), (9,), (5,)]


def test_ids_that_look_like_numbers_stay_text(book: Gradebook) -> None:
    book.enrol([Student("0123"), Student("1e3"), Student("=1+1")], on_roster=False)
    assert [student.id for student, _ in book.students()] == ["00123", "0123", "1e3", "=1+1"]


def test_text_that_is_no_unicode_is_written_out(book: Gradebook) -> None:
    book.enrol([Student("a", name="\udcff")], on_roster=False)
    book.add(a_grading(a_result(1, 1), attempt="hw\udcff", warnings=("\udcff",)))
    assert book.latest("00123", "week-12").attempt == "hw\\xff"
    assert book.students()[1][0].name == "\\xff"


def test_who_left_the_roster_is_still_known(book: Gradebook) -> None:
    book.enrol([Student("2", "Ben")], on_roster=True)
    book.leave_roster()
    book.enrol([replace(ANN, name="Ann Roe")], on_roster=True)
    assert [(student.id, student.name, is_on) for student, is_on in book.students()] == [
        ("00123", "Ann Roe", True),
        ("2", "Ben", False),
    ]


def test_what_is_graded_is_known_by_its_hashes_unless_a_check_broke(book: Gradebook) -> None:
    assert book.graded_as("00123", "week-12") is None
    book.add(a_grading(a_result(7, 10)))
    assert book.graded_as("00123", "week-12") == ("sha of files", "sha of grader")
    book.add(a_grading(a_result(7, 0, outcome="internal")))
    assert book.graded_as("00123", "week-12") is None


def test_what_was_reported_is_remembered(book: Gradebook) -> None:
    told = Reported("00123", "week-12", "graded", "17", "a", "b")
    book.report([told])
    book.report([replace(told, final="18")])
    assert book.reported() == {("00123", "week-12"): replace(told, final="18")}


def test_hashes_and_decisions_are_known_without_reading_results(book: Gradebook) -> None:
    book.add(a_grading(a_result(7, 10), submission="old"))
    book.add(a_grading(a_result(2, 2), submission="new"))
    for value in ("yes", None):
        book.decide(an_override("excused", value))
    assert book.hashes() == {("00123", "week-12"): ("new", "sha of grader")}
    assert book.decisions() == {("00123", "week-12"): 2}


@pytest.mark.parametrize("table", ["grading", "override"])
@pytest.mark.parametrize("change", ["UPDATE {} SET week = 'x'", "DELETE FROM {}"])
def test_what_was_once_said_cannot_be_changed_or_removed(book, tmp_path: Path, table: str, change: str) -> None:
    book.add(a_grading(a_result(7, 10)))
    book.decide(an_override("points", "5"))
    with sqlite3.connect(tmp_path / "gradebook.db") as db, pytest.raises(sqlite3.IntegrityError, match="is never"):
        db.execute(change.format(table))


IMPOSSIBLE = {
    "a student nobody knows": {"student": "nobody"},
    "more than the maximum": {"score": 21},
    "less than nothing": {"score": -1},
    "points in words": {"score": "many"},
}


@pytest.mark.parametrize("facts", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_cannot_be_is_not_kept(book: Gradebook, facts: dict) -> None:
    with pytest.raises(GradebookError, match="What was kept in it before stays as it was"):
        book.add(a_grading(a_result(7, 10), **facts))
    assert book.latest("00123", "week-12") is None


def test_a_transaction_that_fails_leaves_nothing_behind(book: Gradebook) -> None:
    def students() -> Iterator[Student]:
        yield Student("2")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        book.enrol(students(), on_roster=True)
    assert [student.id for student, _ in book.students()] == ["00123"]
    book.enrol([Student("3")], on_roster=True)


# ---------------------------------------------------------------- several at once


def write_many(path: Path, by: str, count: int) -> None:
    with Gradebook.open(path) as book:
        book.enrol([Student(by)], on_roster=False)
        for number in range(count):
            book.add(a_grading(a_result(1, 1), student=by, attempt=f"{by} {number}"))
            book.decide(replace(an_override("points", str(number)), student=by))


def test_two_who_write_at_once_lose_nothing(tmp_path: Path) -> None:
    """Both also make the gradebook, at the same moment."""
    path, writers = tmp_path / "gradebook.db", []
    for by in ("a", "b"):
        pid = os.fork()
        if not pid:
            try:
                write_many(path, by, 25)
                os._exit(0)
            finally:
                os._exit(1)
        writers.append(pid)
    assert [os.waitpid(pid, 0)[1] for pid in writers] == [0, 0]
    with sqlite3.connect(path) as db:
        for table in ("grading", "override"):
            counts = dict(db.execute(f"SELECT student, count(*) FROM {table} GROUP BY student"))
            assert counts == {"a": 25, "b": 25}


# ---------------------------------------------------------------- versions and damage


def version_of(path: Path) -> int:
    with sqlite3.connect(path) as db:
        return db.execute("PRAGMA user_version").fetchone()[0]


def test_an_older_gradebook_is_brought_up_to_date_and_keeps_what_it_has(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "gradebook.db"
    write_many(path, "a", 1)
    second = "CREATE TABLE note (text TEXT) STRICT;\nINSERT INTO note SELECT attempt FROM grading;\n"
    monkeypatch.setattr(books, "MIGRATIONS", (*books.MIGRATIONS, lambda: second))
    with Gradebook.open(path) as book:
        assert book.latest("a", "week-12").score == 2
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT text FROM note").fetchall() == [("a 0",)]
    assert version_of(path) == len(books.MIGRATIONS)


def test_a_gradebook_of_the_first_version_opens_with_all_that_it_holds(tmp_path: Path, monkeypatch) -> None:
    """Its Results lack what was added since: each added field has a value of its own."""
    path = tmp_path / "gradebook.db"
    first = json.loads(a_result(7, 10).to_json())
    del first["schema"], first["tasks"][0]["checks"][0]["cell"]
    with sqlite3.connect(path) as db:
        db.executescript(books.SCHEMA.read_text(encoding="utf-8"))
        db.execute("PRAGMA user_version = 1")
        db.execute("INSERT INTO student (id) VALUES ('00123')")
        row = ("00123", "week-12", "s", "g", "1", "strong", "t", None, "hw", 17, 20, 1, '["look"]', packed(first))
        names = "student, week, submission, grader, version, level, graded_at, submitted, attempt, score, max_score"
        db.execute(f"INSERT INTO grading ({names}, complete, warnings, result) VALUES ({'?, ' * 13}?)", row)
        db.execute("INSERT INTO reported VALUES ('00123', 'week-12', 'graded', '17', 's', 'g')")
    with Gradebook.open(path) as book:
        kept = book.latest("00123", "week-12")
        assert (kept.warnings, kept.notes, kept.result) == (("look",), (), a_result(7, 10))
        assert book.reported()["00123", "week-12"].decisions == 0


def packed(result: dict) -> bytes:
    return zlib.compress(json.dumps(result).encode())


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "gradebook.db"
    write_many(path, "a", 1)
    faulty = "CREATE TABLE note (text TEXT) STRICT;\nINSERT INTO nowhere VALUES (1);\n"
    with monkeypatch.context() as patched, pytest.raises(GradebookError, match="no such table: nowhere"):
        patched.setattr(books, "MIGRATIONS", (*books.MIGRATIONS, lambda: faulty))
        Gradebook.open(path)
    assert version_of(path) == len(books.MIGRATIONS)
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'note'").fetchone() == (0,)
    write_many(path, "a", 1)


def test_a_newer_gradebook_is_refused_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "gradebook.db"
    write_many(path, "a", 1)
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(GradebookError, match=r"gradebook\.db was written by a newer version of this program: update"):
        Gradebook.open(path)
    assert version_of(path) == 99


def test_a_file_that_is_no_gradebook_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "gradebook.db"
    path.write_bytes(b"This is no database at all. " * 100)
    with pytest.raises(GradebookError, match="cannot be used as a gradebook: file is not a database"):
        Gradebook.open(path)
    assert path.read_bytes() == b"This is no database at all. " * 100


def test_damage_in_the_middle_is_told_in_words(tmp_path: Path) -> None:
    path = tmp_path / "gradebook.db"
    write_many(path, "a", 30)
    data = bytearray(path.read_bytes())
    data[4096:] = os.urandom(1) * (len(data) - 4096)
    path.write_bytes(data)
    with pytest.raises(GradebookError, match="cannot be used as a gradebook"), Gradebook.open(path) as book:
        book.latest("a", "week-12")


def test_a_folder_in_its_place_is_told_in_words(tmp_path: Path) -> None:
    with pytest.raises(GradebookError, match="unable to open database file"):
        Gradebook.open(tmp_path)


def test_nothing_stays_open_after_a_refusal(tmp_path: Path) -> None:
    path = tmp_path / "gradebook.db"
    path.write_bytes(b"no database" * 100)
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        with pytest.raises(GradebookError):
            Gradebook.open(path)
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_full_disk_is_told_in_words_and_loses_nothing(book: Gradebook) -> None:
    book.add(a_grading(a_result(7, 10)))
    book._db.execute("PRAGMA max_page_count = 1")
    with pytest.raises(GradebookError, match="database or disk is full"):
        book.add(a_grading(a_result(1, 1), attempt="x" * 100_000))
    assert book.latest("00123", "week-12").score == 17
    book._db.execute("PRAGMA max_page_count = 100000")
    book.add(a_grading(a_result(2, 2)))
    assert book.latest("00123", "week-12").score == 4


# ---------------------------------------------------------------- the mark that counts


def test_absent_excused_not_graded_and_zero_are_four_things(book: Gradebook) -> None:
    absent = standing(book, ANN, WEEK)
    broken = standing(book, ANN, WEEK, failed="ann.rar was not opened.")
    book.add(a_grading(a_result(0, 0)))
    zero = standing(book, ANN, WEEK)
    book.decide(an_override("excused", "yes"))
    excused = standing(book, ANN, WEEK)
    assert [(each.status, each.final) for each in (absent, broken, zero, excused)] == [
        ("absent", ""), ("not_graded", ""), ("graded", "0"), ("excused", ""),
    ]  # fmt: skip


def test_a_grading_in_which_a_check_of_ours_broke_is_not_graded(book: Gradebook) -> None:
    book.add(a_grading(a_result(7, 0, outcome="internal")))
    assert (standing(book, ANN, WEEK).status, standing(book, ANN, WEEK).final) == ("not_graded", "")


def test_points_for_the_week_need_no_grading_and_settle_what_could_not_be_graded(book: Gradebook) -> None:
    book.decide(an_override("points", "12"))
    for failed in ("", "ann.rar was not opened."):
        decided = standing(book, ANN, WEEK, failed)
        assert (decided.status, decided.final, decided.result) == ("graded", "12", None)


def test_points_for_a_task_settle_nothing_where_nothing_was_graded(book: Gradebook) -> None:
    book.decide(an_override("points", "9", "softmax"))
    assert standing(book, ANN, WEEK, failed="ann.rar was not opened.").status == "not_graded"


def test_a_decision_about_a_task_replaces_its_points_and_survives_a_regrade(book: Gradebook) -> None:
    book.add(a_grading(a_result(7, 10)))
    book.decide(an_override("points", "9", "softmax"))
    assert standing(book, ANN, WEEK).final == "19"
    book.add(a_grading(a_result(2, 4)))
    assert (standing(book, ANN, WEEK).final, standing(book, ANN, WEEK).score) == ("13", 6)


def test_a_decision_about_the_week_goes_before_those_about_tasks_and_can_be_taken_back(book: Gradebook) -> None:
    book.add(a_grading(a_result(7, 10)))
    for kind, value, task in (("points", "9", "softmax"), ("points", "12", "")):
        book.decide(an_override(kind, value, task))
    assert standing(book, ANN, WEEK).final == "12"
    book.decide(an_override("points", None))
    assert standing(book, ANN, WEEK).final == "19"
    book.decide(an_override("points", None, "softmax"))
    assert (standing(book, ANN, WEEK).final, standing(book, ANN, WEEK).adjustments) == ("17", ())


def test_lateness_is_taken_from_the_raw_score_and_an_extension_takes_it_away(book: Gradebook) -> None:
    book.add(a_grading(a_result(7, 10), submitted="2026-11-02T12:00:00+00:00"))
    late = standing(book, ANN, LATE)
    assert (late.score, late.final, late.late) == (17, "13.6", "2 days late: 20 % less.")
    book.decide(an_override("extension", "2026-11-02T20:00:00"))
    for _ in range(2):
        extended = standing(book, ANN, LATE)
        assert (extended.score, extended.final, extended.late) == (17, "17", "")
    book.decide(an_override("extension", None))
    assert standing(book, ANN, LATE) == late


def test_a_penalty_can_be_defended_by_the_policys_clock(book: Gradebook) -> None:
    """A minute may be the same for both, so seconds stand there where there are some."""
    due = "deadline 2026-10-31 20:00 (America/New_York)"
    times = {
        "2026-11-02T12:00:00+00:00": f"Handed in 2026-11-02 07:00, {due}",
        "2026-11-01T00:00:00.250000+00:00": f"Handed in 2026-10-31 20:00:01, {due}",
        "0001-01-01T00:00:00+00:00": f"Handed in 0001-01-01T00:00:00+00:00, {due}",
    }
    for submitted, said in times.items():
        book.add(a_grading(a_result(7, 10), submitted=submitted))
        assert standing(book, ANN, LATE).came == said
    assert standing(book, ANN, WEEK).came == "", "without a deadline it does not matter"
    book.decide(an_override("extension", "2026-11-02T23:59:59"))
    assert standing(book, ANN, LATE).came.endswith("deadline 2026-11-02 23:59:59 (America/New_York)")


def test_where_what_was_graded_lies_is_kept_for_weeks_that_are_not_graded_now(book: Gradebook) -> None:
    folder = book.folder.parent
    book.add(a_grading(a_result(7, 10), places={"": f"{folder}/class/hw", "softmax": f"{folder}/class/hw/softmax.py"}))
    kept = standing(book, ANN, WEEK)
    assert (kept.came_as, kept.places) == ({"hw": "../class/hw"}, {"softmax": "../class/hw/softmax.py"})
    now = standing(book, ANN, WEEK, came_as={"hw": f"{folder}/class/hw", "hw (2)": f"{folder}/class/hw (2)"})
    assert now.came_as == {"hw": "../class/hw", "hw (2)": "../class/hw (2)"}


def test_where_the_platform_says_no_time_nobody_is_late(book: Gradebook) -> None:
    book.add(a_grading(a_result(7, 10)))
    untimed = standing(book, ANN, LATE)
    assert (untimed.final, untimed.late, untimed.timed) == ("17", "", False)
    assert standing(book, ANN, WEEK).timed, "without a deadline it does not matter"


def test_free_days_are_said_to_cost_nothing(book: Gradebook) -> None:
    book.add(a_grading(a_result(7, 10), submitted="2026-11-01T12:00:00+00:00"))
    free = replace(LATE, late=replace(LATE.late, free_days=1))
    assert (standing(book, ANN, free).late, standing(book, ANN, free).final) == (
        "1 day late, a free one: no points taken.", "17",
    )  # fmt: skip
    book.add(a_grading(a_result(7, 10), submitted="2026-11-02T12:00:00+00:00"))
    assert standing(book, ANN, free).late == "2 days late, 1 of them free: 10 % less."


def test_what_was_there_before_a_decision_is_told_with_it(book: Gradebook) -> None:
    book.add(a_grading(a_result(7, 10)))
    book.decide(an_override("points", "9", "softmax", comment="shown at the desk"))
    book.decide(an_override("points", "12"))
    book.decide(an_override("extension", "2026-11-02T20:00:00"))
    told = {(each.kind, each.task): (each.old, each.new) for each in standing(book, ANN, LATE).adjustments}
    assert told == {
        ("points", "softmax"): ("7", "9"),
        ("points", ""): ("19", "12"),
        ("extension", ""): ("2026-10-31 20:00 (America/New_York)", "2026-11-02 20:00 (America/New_York)"),
    }


# ---------------------------------------------------------------- the verb override


@pytest.fixture
def out(tmp_path: Path, monkeypatch) -> Path:
    """A folder with a gradebook of the real course's week-12."""
    monkeypatch.setenv("LOGNAME", "tutor")
    with Gradebook.open(tmp_path / "gradebook.db") as book:
        book.enrol([ANN, Student("2", "Ben"), Student("ben", "Ben Two", email="2")], on_roster=True)
        book.add(a_grading(a_result(7, 10)))
    return tmp_path


@pytest.fixture
def dated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every week of the course has a deadline."""
    whole = Course.open()
    changed = replace(whole, weeks=tuple(replace(week, late=LATE.late) for week in whole.weeks))
    monkeypatch.setattr(Course, "open", classmethod(lambda cls, root=HOME: changed))


def decided(out: Path, **asked: object) -> list[tuple]:
    decide(out, Decision(**{"student": "00123", "week": "week-12", **asked}))
    with Gradebook.open(out / "gradebook.db") as book:
        return [(each.kind, each.task, each.value, each.comment) for each in book.overrides("00123", "week-12")]


def test_a_decision_is_kept_with_who_made_it(out: Path, capsys) -> None:
    assert decided(out, task="softmax", points=9, comment="shown") == [("points", "softmax", "9", "shown")]
    assert "points for Doe, Ann in week-12, softmax kept: 9." in capsys.readouterr().out
    with Gradebook.open(out / "gradebook.db") as book:
        assert book.overrides("00123", "week-12")[0].made_by == "tutor"


@pytest.mark.parametrize("points", [9, "9", " 09 "])
def test_points_may_be_typed(out: Path, points: object) -> None:
    assert decided(out, points=points) == [("points", "", "9", "")]


def test_a_decision_can_be_taken_back(out: Path) -> None:
    decided(out, excused=True)
    assert decided(out, take_back="excused") == []


@pytest.mark.parametrize("student", ["ann", "ANN@example.org", "Doe, Ann", "Ann Doe"])
def test_a_student_may_be_named_by_any_id(out: Path, student: str) -> None:
    assert decided(out, student=student, comment="Well done.") == [("comment", "", "yes", "Well done.")]


def test_a_comment_in_any_bytes_is_kept(out: Path) -> None:
    assert decided(out, comment="\udce9") == [("comment", "", "yes", "\\xe9")]


REFUSED = {
    "nothing": ({}, "Say one thing: POINTS=8, .*--points 8"),
    "two things": ({"points": 3, "excused": True}, "Say one thing"),
    "an unknown student": ({"student": "zoe", "points": 3}, "No student is called 'zoe'. Give the id"),
    "an id of two": ({"student": "Ben", "excused": True}, "More than one student is called 'Ben'"),
    "a task of the week": ({"task": "softmax", "excused": True}, "excused is for the week as a whole"),
    "too many points": ({"points": 101}, "101 points are not between 0 and 100"),
    "too many for the task": ({"task": "softmax", "points": 11}, "11 points are not between 0 and 10"),
    "less than nothing": ({"points": -1}, "-1 points are not between 0 and 100"),
    "half a point": ({"points": "7.5"}, "'7.5' is no number of points: points are whole, such as 8"),
    "a word": ({"points": "eight"}, "'eight' is no number of points: points are whole, such as 8"),
    "digits of another script": ({"points": "٣"}, "'٣' is no number of points"),
    "a task without a grading": (
        {"student": "Ben Two", "task": "softmax", "points": 3},
        "ben has no grading in week-12 that a task's points could stand in: give points for the week as a whole",
    ),
    "no deadline": (
        {"extension": "2026-11-03T20:00"},
        "no deadline to move: exercises/week-12/week.toml has no .deadline.",
    ),
    "a date alone": ({"extension": "2026-11-03"}, "'2026-11-03' is no time: write it as 2026-11-03T20:00"),
    "a misspelt student": ({"student": "an", "excused": True}, r"No student is called 'an'. Did you mean ann\?"),
    "no time": ({"extension": "soon"}, "'soon' is no time: write it as 2026-11-03T20:00"),
    "a zone": ({"extension": "2026-11-03T20:00Z"}, "without a zone of its own"),
    "the end of the calendar": ({"extension": "9999-12-31T20:00"}, "The year 9999 is not meant"),
    "an unknown kind": ({"take_back": "pints"}, "no decisions of kind 'pints'; known are points, comment, excused"),
    "nothing to take back": (
        {"take_back": "points"},
        "No decision of kind 'points' is in force for 00123 in week-12: there is nothing to take back.$",
    ),
}


@pytest.mark.parametrize(("asked", "says"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_meant_is_not_decided(out: Path, asked: dict, says: str) -> None:
    with pytest.raises(DecisionError, match=says):
        decided(out, **asked)
    with Gradebook.open(out / "gradebook.db") as book:
        assert book.overrides("00123", "week-12") == []


def test_without_a_gradebook_nothing_is_decided(tmp_path: Path) -> None:
    with pytest.raises(
        GradebookError, match=r"There is no gradebook in .*: grade first, or say where it is with OUT=folder .*--out"
    ):
        decide(tmp_path, Decision("1", "week-12", excused=True))
    assert os.listdir(tmp_path) == []


def test_a_user_without_a_name_may_decide(out: Path, monkeypatch) -> None:
    def nameless() -> str:
        raise KeyError("uid not found")

    monkeypatch.setattr(desk_decide.getpass, "getuser", nameless)
    decided(out, comment="Well done.")
    with Gradebook.open(out / "gradebook.db") as book:
        assert book.overrides("00123", "week-12")[0].made_by == f"user {os.getuid()}"


def test_what_the_student_will_read_and_what_to_type_next_are_said(out: Path, capsys) -> None:
    with Gradebook.open(out / "gradebook.db") as book:
        book.remember_commands({"week-12": "make grade SUBMISSIONS=hand-ins OUT=grades WEEK=week-12"})
    decided(out, task="softmax", points=9, comment="Shown at the desk.")
    said = capsys.readouterr().out
    assert "The student will read: softmax: your teacher has given 9 points in place of 7. Shown at the desk." in said
    assert said.endswith("  make grade SUBMISSIONS=hand-ins OUT=grades WEEK=week-12\n")


def test_of_an_older_gradebook_the_command_is_not_known(out: Path, capsys) -> None:
    decided(out, excused=True)
    assert capsys.readouterr().out.endswith("  make grade WEEK=week-12, with the same folders as before\n")


def test_the_same_decision_again_keeps_its_comment_unless_there_is_another(out: Path) -> None:
    decided(out, excused=True, comment="Was ill.")
    assert decided(out, excused=True) == [("excused", "", "yes", "Was ill.")]
    assert decided(out, excused=True, comment="Was away.") == [("excused", "", "yes", "Was away.")]
    decided(out, points=9, comment="Nine.")
    assert ("points", "", "8", "") in decided(out, points=8)


def test_points_for_tasks_that_stay_are_named_when_those_of_the_week_are_taken_back(out: Path, capsys) -> None:
    decided(out, points=12)
    decided(out, task="softmax", points=9)
    assert decided(out, take_back="points") == [("points", "softmax", "9", "")]
    said = "The points for softmax (9) stay; to take that back too, add TASK=softmax (without make: --task softmax)."
    assert said in capsys.readouterr().out
    with pytest.raises(DecisionError, match="There is one for a task: add TASK=softmax"):
        decided(out, take_back="points")


def test_points_say_that_lateness_still_applies_and_what_the_mark_will_be(out: Path, dated: None, capsys) -> None:
    with Gradebook.open(out / "gradebook.db") as book:
        book.add(a_grading(a_result(7, 10), submitted="2026-11-01T12:00:00+00:00"))
    decided(out, task="softmax", points=9)
    decided(out, points=60)
    said = capsys.readouterr().out
    lifted = "To lift it, give an EXTENSION=time (without make: --extension time)."
    assert f"That still applies: the mark will be 17.1. {lifted}" in said, "9 and 10 points, and 10 % less"
    assert "Your teacher has given 60 points in place of 19." in said
    assert f"That still applies: the mark will be 54. {lifted}" in said
    decided(out, extension="2026-11-02T20:00")
    decided(out, points=61)
    assert "still applies" not in capsys.readouterr().out


def test_a_decision_that_another_one_goes_before_says_so(out: Path, dated: None, capsys) -> None:
    decided(out, points=60)
    decided(out, task="softmax", points=9)
    back = "TAKE_BACK=points (without make: --take-back points)"
    said = f"The points for the week as a whole stay in force: the points count only after {back}."
    assert said in capsys.readouterr().out
    decided(out, excused=True)
    decided(out, points=50)
    decided(out, extension="2026-11-02T20:00")
    back = "TAKE_BACK=excused (without make: --take-back excused)"
    said = capsys.readouterr().out
    assert f"Excused stays in force: the points count only after {back}." in said
    assert f"Excused stays in force: the extension counts only after {back}." in said


@pytest.mark.parametrize(("to", "refused"), [("2026-10-31T19:59", True), ("2026-10-31 20:00", False)])
def test_an_extension_is_not_before_the_deadline(out: Path, dated: None, to: str, refused: bool) -> None:
    if not refused:
        assert decided(out, extension=to) == [("extension", "", "2026-10-31T20:00:00", "")]
        return
    says = r"2026-10-31 19:59 is before the deadline, 2026-10-31 20:00 \(America/New_York\)"
    with pytest.raises(DecisionError, match=says):
        decided(out, extension=to)


def test_another_program_that_has_the_gradebook_open_is_told_at_once_and_named_at_the_end(
    tmp_path: Path, monkeypatch, capsys
) -> None:
    monkeypatch.setattr(books, "QUIET_SECONDS", 0)
    monkeypatch.setattr(books, "BUSY_SECONDS", 0)
    with Gradebook.open(tmp_path / "gradebook.db") as book, sqlite3.connect(tmp_path / "gradebook.db") as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(GradebookError, match=r"Another program has .*gradebook\.db open and did not let go"):
            book.enrol([ANN], on_roster=True)
        assert "Another program has gradebook.db open; waiting up to a minute ..." in capsys.readouterr().out
        other.rollback()
        book.enrol([ANN], on_roster=True)


def test_another_fault_of_the_gradebook_is_not_waited_for(tmp_path: Path, capsys) -> None:
    with Gradebook.open(tmp_path / "gradebook.db") as book:
        with pytest.raises(sqlite3.OperationalError, match="no such table"):
            book._patiently("SELECT * FROM nowhere")
        assert capsys.readouterr().out == ""


def test_between_two_drives_a_place_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def other_drive(*_: object) -> str:
        raise ValueError("path is on mount 'D:', start on mount 'C:'")

    monkeypatch.setattr(os.path, "relpath", other_drive)
    assert marks._from(Path("grades"), "D:/class/ann/softmax.py") == "D:/class/ann/softmax.py"
