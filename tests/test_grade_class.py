"""A whole class: graded as it comes, kept, told, and the same at the end however often the run was broken off."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import warnings
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import make_class
import pytest
from test_gradebook import a_result

from autograder.course import HOME, Course, CourseError, Week
from autograder.course.late import Policy
from autograder.desk import closing as ending
from autograder.desk import outputs, verb, work
from autograder.desk.decide import Decision, decide
from autograder.desk.gradebook import Gradebook
from autograder.desk.saying import SHOWN
from autograder.desk.verb import Options, grade_class
from autograder.desk.work import Job, NotGraded
from autograder.intake.layouts import ClassError
from autograder.intake.submission import Submission

COMMITTED = HOME / "tests" / "submissions" / "class"
EXPECTED = HOME / "tests" / "submissions" / "class-expected.csv"

# ---------------------------------------------------------------- a desk that grades by a word in the text


class Instant(Executor):
    """A file that holds the word "right" gets all points, at once."""

    level = "standard"

    def submit(self, call: Callable, *jobs: Job) -> Future:
        future: Future = Future()
        future.set_result(self.level if call is work.level else self.grade(*jobs))
        return future

    def grade(self, job: Job) -> str:
        week = Course.open().week(job.week)
        texts = {name: source.text for name, source in job.submission.sources.items()}
        return a_result(
            *(task.points if "right" in texts[task.name] else 0 for task in week.tasks), week=week
        ).to_json()


@pytest.fixture(autouse=True)
def instant(monkeypatch: pytest.MonkeyPatch) -> type[Instant]:
    @contextmanager
    def executor(name: str | None, jobs: int) -> Iterator[tuple[Executor, int]]:
        yield Instant(), jobs

    monkeypatch.setattr(verb, "_executor", executor)
    return Instant


def a_class(root: Path, **texts: str) -> Path:
    """``ada="right"`` is a folder ada with such a softmax.py."""
    for who, text in texts.items():
        (root / who).mkdir(parents=True, exist_ok=True)
        (root / who / "softmax.py").write_text(text, encoding="utf-8")
    return root


def run(root: Path, **options: object) -> int:
    return grade_class(Options(root, **{"out": root.parent / "out", "week": "week-12", "jobs": 1, **options}))


def marks(out: Path) -> dict[str, tuple[str, str]]:
    with (out / "grades.csv").open(encoding="utf-8", newline="") as file:
        return {row["student"]: (row["week-12 status"], row["week-12 final"]) for row in csv.DictReader(file)}


def kept(out: Path) -> list[tuple]:
    """Every grading in the gradebook."""
    with closing(sqlite3.connect(out / "gradebook.db")) as book:
        return sorted(book.execute("SELECT student, week, submission, score FROM grading"))


def left_in(out: Path) -> dict[str, bytes]:
    """Every file but the gradebook, which holds times."""
    files = [path for path in out.rglob("*") if path.is_file() and not path.name.startswith("gradebook.db")]
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in files}


@pytest.fixture
def three(tmp_path: Path) -> Path:
    root = a_class(tmp_path / "class", ada="right", ben="wrong", cyd="right too")
    roster = "id,name,user\n1,Ada A,ada\n2,Ben B,ben\n3,Cyd C,cyd\n4,Deb D,deb\n"
    (root / "roster.csv").write_text(roster, encoding="utf-8")
    return root


# ---------------------------------------------------------------- what is told


def test_what_is_graded_is_told_and_the_status_is_0_whatever_the_marks(three: Path, capsys) -> None:
    assert run(three) == 0
    said = capsys.readouterr().out
    assert marks(three.parent / "out") == {
        "1": ("graded", "10"), "2": ("graded", "0"), "3": ("graded", "10"), "4": ("absent", ""),
    }  # fmt: skip
    for sentence in ("4 students on the roster", "3 hand-ins: 3 folders, zips or files named for their students.",
                     "3 gradings made, 0 unchanged and kept.", "1 × nothing handed in: Deb D (week-12).",
                     "No warnings.", "Begin with"):  # fmt: skip
        assert sentence in said


def test_a_second_run_grades_nothing_and_writes_nothing(three: Path, capsys) -> None:
    run(three)
    before = left_in(three.parent / "out")
    capsys.readouterr()
    assert run(three) == 0
    said = capsys.readouterr().out
    assert "0 gradings made, 3 unchanged and kept." in said
    assert "0 files written." in said
    assert left_in(three.parent / "out") == before


def test_both_sides_of_the_roster_are_compared(three: Path, capsys) -> None:
    a_class(three, zoe="right")
    run(three)
    said = capsys.readouterr().out
    assert "1 × nothing handed in: Deb D (week-12)." in said
    assert "1 × not on the roster: zoe." in said
    overview = re.sub("<[^>]*>", "", (three.parent / "out" / "overview.html").read_text(encoding="utf-8"))
    assert re.search(r"Nothing handed in: 1\s*Deb D", overview)
    assert re.search(r"Not on the roster: 1\s*zoe", overview)


def test_a_hand_in_that_cannot_be_opened_is_told_and_the_status_is_2(three: Path, capsys) -> None:
    (three / "deb.zip").write_bytes(b"Rar!")
    assert run(three) == 2
    said = capsys.readouterr().out
    assert "1 × NOT GRADED: Deb D (week-12).\n  Deb D: deb.zip is no zip, or it is cut off: make it anew." in said
    assert marks(three.parent / "out")["4"] == ("not_graded", "")


def test_a_damaged_notebook_is_one_students_problem(three: Path, capsys) -> None:
    (three / "ben" / "softmax.py").rename(three / "ben" / "work.ipynb")
    assert run(three, week=None) == 0
    final = {who: mark for who, (_, mark) in marks(three.parent / "out").items()}
    assert final == {"1": "10", "2": "0", "3": "10", "4": ""}


def test_a_fault_of_ours_on_one_hand_in_keeps_no_other_from_being_graded(three: Path, monkeypatch, capsys) -> None:
    real = Submission.holds
    broken = lambda self, tasks: 1 / 0 if "wrong" in str(self.source(tasks[0]).text) else real(self, tasks)  # noqa: E731
    monkeypatch.setattr(Submission, "holds", broken)
    for student in (None, "cyd"):
        assert run(three, student=student) == 2
        said = " ".join(capsys.readouterr().out.split())
        assert "Ben B: It could not be read, through a fault of ours (ZeroDivisionError: division by zero)" in said
        assert (
            marks(three.parent / "out")["2"] == ("not_graded", "") and marks(three.parent / "out")["1"][0] == "graded"
        )


def test_one_student_alone_is_graded_on_request(three: Path, capsys) -> None:
    assert run(three, student="ADA") == 2
    assert [row[0] for row in kept(three.parent / "out")] == ["1"]
    assert "Handed in, and not graded yet." in capsys.readouterr().out
    with pytest.raises(ClassError, match="There is no hand-in of 'zoe'"):
        run(three, student="zoe")


def test_regrade_grades_everything_again_and_keeps_both(three: Path) -> None:
    run(three)
    assert run(three, regrade=True) == 0
    assert len(kept(three.parent / "out")) == 6


def test_an_empty_hand_in_is_absent_with_a_warning(three: Path, capsys) -> None:
    (three / "deb").mkdir()
    assert run(three) == 0
    said = capsys.readouterr().out
    assert "1 × nothing handed in: Deb D (week-12)." in said
    assert "1 hand-in with warnings to look at." in said
    assert "There is nothing in deb, so it counts as not handed in." in staff_page(three, "4")


def test_a_hand_in_without_a_file_of_a_task_waits_for_a_person(three: Path, capsys) -> None:
    """Nobody gets a 0 that nobody has looked at; its learner reads what was looked for."""
    (three / "deb").mkdir()
    (three / "deb" / "answers.docx").write_bytes(b"PK")
    assert run(three) == 2
    why = "No task file of week-12 was found; expected softmax.py and the like, found answers.docx."
    assert f"1 × NOT GRADED: Deb D (week-12).\n  Deb D: {why}" in capsys.readouterr().out
    assert why in (three.parent / "out" / "students" / "4.html").read_text(encoding="utf-8")


def test_of_several_attempts_learner_and_staff_read_which_one_counts_and_what_it_lacks(three: Path, capsys) -> None:
    (three / "ada" / "heads.py").write_text("right", encoding="utf-8")
    (three / "ada (2).zip").write_bytes(b"")
    with zipfile.ZipFile(three / "ada (2).zip", "w") as later:
        later.writestr("softmax.py", "right")
    for _ in range(2):
        assert run(three) == 0
        said = capsys.readouterr().out
        assert "1 × the latest attempt lacks tasks that an earlier one has: Ada A (1 of 9; ada has 1 more)." in said
    told = (
        "Of your 2 attempts the latest counts, as a whole: ada (2).zip (1 of 9 tasks). Not graded: ada (2 of 9 tasks)."
    )
    assert told in (three.parent / "out" / "students" / "1.html").read_text(encoding="utf-8")
    page = staff_page(three, "1")
    assert told in page and "lacks tasks" in page
    assert 'href="../../class/ada"' in page and 'href="../../class/ada%20%282%29.zip"' in page


def test_staff_are_led_to_what_could_not_be_graded_and_to_work_for_another_week(three: Path) -> None:
    (three / "deb.rar").write_bytes(b"Rar!")
    (three / "eve" / "week-20").mkdir(parents=True)
    (three / "eve" / "week-20" / "positions.py").write_text("right", encoding="utf-8")
    assert run(three) == 2
    assert 'href="../../class/deb.rar"' in staff_page(three, "4")
    assert 'href="../../class/eve"' in staff_page(three, "eve")
    learner = (three.parent / "out" / "students" / "4.html").read_text(encoding="utf-8")
    assert "deb.rar is no zip, and was not opened: a plain zip works, or the files themselves." in learner
    assert "href" not in learner.partition("deb.rar")[2]


def test_who_cannot_be_graded_in_two_weeks_is_named_once_with_the_reason(three: Path, capsys) -> None:
    (three / "ada" / "training_loop.py").write_text("right", encoding="utf-8")
    (three / "deb.zip").write_bytes(b"Rar!")
    run(three, week=None)
    said = capsys.readouterr().out
    assert "2 × NOT GRADED: Deb D (week-12), Deb D (week-20).\n  Deb D: deb.zip is no zip" in said


def test_excused_settles_what_could_not_be_graded(three: Path) -> None:
    (three / "deb.zip").write_bytes(b"Rar!")
    assert run(three) == 2
    decide(three.parent / "out", Decision("deb", "week-12", excused=True))
    assert run(three) == 0


def staff_page(root: Path, student: str) -> str:
    return (root.parent / "out" / "staff" / f"{student}.html").read_text(encoding="utf-8")


def test_code_that_no_task_asks_for_is_told_to_staff_and_learner(three: Path) -> None:
    (three / "ada" / "more.py").write_text("x = 1\n", encoding="utf-8")
    run(three)
    said = "Not read, since no task asks for it: more.py."
    for folder in ("staff", "students"):
        assert said in (three.parent / "out" / folder / "1.html").read_text(encoding="utf-8")
    assert said in (three.parent / "out" / "overview.html").read_text(encoding="utf-8")


def test_warnings_are_counted_with_the_students_whose_they_are(three: Path, capsys) -> None:
    (three / "ada" / "softmax.py").rename(three / "ada" / "Softmax-final.py")
    (three / "ada" / "more.py").write_text("x = 1\n", encoding="utf-8")
    run(three)
    assert "1 hand-in with warnings to look at." in capsys.readouterr().out
    overview = re.sub("<[^>]*>", "", (three.parent / "out" / "overview.html").read_text(encoding="utf-8"))
    assert "Warnings: 2 (of 1 student)" in overview


@pytest.mark.parametrize("path", [".", "", "..", "exercises", "solutions/week-12"])
def test_the_course_is_no_class(tmp_path: Path, monkeypatch, path: str) -> None:
    """``make grade`` without SUBMISSIONS gives an empty path, which is the folder one is in."""
    monkeypatch.chdir(HOME)
    with pytest.raises(ClassError, match="is the course itself or a part of it, and no class"):
        grade_class(Options(Path(path), tmp_path / "out", week="week-12"))
    assert not (tmp_path / "out").exists()


def test_an_empty_folder_is_no_class(tmp_path: Path) -> None:
    (tmp_path / "class").mkdir()
    with pytest.raises(ClassError, match="holds no hand-in"):
        run(tmp_path / "class")
    assert not (tmp_path / "out").exists()


def test_where_isolation_is_too_weak_nothing_is_graded_unless_told_so(three: Path, monkeypatch) -> None:
    monkeypatch.setattr(Instant, "level", "weak")
    with pytest.raises(NotGraded, match="Isolation on this machine is weak"):
        run(three)
    assert kept(three.parent / "out") == []
    assert run(three, any_level=True) == 0


def test_two_of_one_name_are_told_apart_and_a_stranger_is_asked_for(tmp_path: Path, capsys) -> None:
    who = ("Kim Lee_310_assignsubmission_file_", "123", "zoe")
    root = a_class(tmp_path / "class", **dict.fromkeys(who, "right"))
    (root / "roster.csv").write_text("id,name\n1,Kim Lee\n2,Kim Lee\n00123,Ann A\n", encoding="utf-8")
    run(root)
    said = capsys.readouterr().out
    assert "3 × nothing handed in: Ann A (week-12), Kim Lee (1) (week-12), Kim Lee (2) (week-12)." in said
    assert "3 × not on the roster: 123 (00123?), Participant 310 (Kim Lee, 1 or 2?), zoe." in said


# ---------------------------------------------------------------- runs that cannot be meant


def test_without_a_week_the_weeks_are_said_and_one_weeks_work_is_never_0_in_the_other(three: Path, capsys) -> None:
    """A positions.py is a task of both weeks: beside softmax.py it is week 12's."""
    (three / "ada" / "positions.py").write_text("right", encoding="utf-8")
    (three / "deb").mkdir()
    (three / "deb" / "training_loop.py").write_text("right", encoding="utf-8")
    assert run(three, week=None) == 0
    said = capsys.readouterr().out
    assert "No WEEK was given, so both are graded: week-12, week-20. WEEK=week-12 (without make: --week" in said
    assert "3 × nothing handed in: Deb D (week-12), " not in said and "Ada A (week-20), Ben B (week-20)" in said
    with (three.parent / "out" / "grades.csv").open(encoding="utf-8", newline="") as file:
        assert [row["week-20 status"] for row in csv.DictReader(file)] == ["absent", "absent", "absent", "graded"]


def test_two_weeks_at_once_are_answered_with_how_to_say_that(three: Path) -> None:
    says = r"' names 2 weeks: give one, or leave WEEK out where all are meant\."
    for both in ("week-12 week-20", "week-12,week-20"):
        with pytest.raises(CourseError, match=says):
            run(three, week=both)


def test_without_a_week_the_only_one_that_the_hand_ins_speak_of_is_said_too(three: Path, capsys) -> None:
    run(three, week=None)
    said = "No WEEK was given: the hand-ins speak of week-12 alone, so that is graded."
    assert said in capsys.readouterr().out


def test_another_class_is_not_graded_into_the_same_folder(three: Path, tmp_path: Path) -> None:
    run(three)
    other = a_class(tmp_path / "other", eve="right", fay="right", gil="right")
    (other / "roster.csv").write_text("id,name,user\n7,Eve E,eve\n8,Fay F,fay\n9,Gil G,gil\n", encoding="utf-8")
    before = left_in(tmp_path / "out")
    says = r"out holds another class \(Ada A, Ben B, Cyd C and 1 more\)\. Give OUT=other-folder \(without make: --out"
    with pytest.raises(ClassError, match=says):
        run(other)
    assert left_in(tmp_path / "out") == before


def test_the_same_class_goes_on_with_fewer_with_more_and_with_a_first_roster(tmp_path: Path, capsys) -> None:
    root = a_class(tmp_path / "class", ada="right", ben="wrong", cyd="right too")
    run(root)
    shutil.rmtree(root / "ben")
    shutil.rmtree(root / "cyd")
    assert run(root) == 0
    assert set(marks(tmp_path / "out")) == {"ada"}
    assert (
        "2 students graded here before are not in this folder, and left out of pages and tables: ben, cyd. What was "
        "graded stays in gradebook.db. To keep them, give the whole folder, or a roster: ROSTER=roster.csv (without "
        "make: --roster roster.csv)."
    ) in capsys.readouterr().out
    assert not (tmp_path / "out" / "students" / "ben.html").exists(), "what was written of who is gone goes"
    (root / "roster.csv").write_text("id,name,user\n1,Ada A,ada\n2,Ben B,ben\n3,Cyd C,cyd\n4,D,d\n", encoding="utf-8")
    assert run(root) == 0
    assert "graded here before" not in capsys.readouterr().out, "the roster says who is in the class"
    assert set(marks(tmp_path / "out")) == {"1", "2", "3", "4"}
    assert not (tmp_path / "out" / "students" / "ada.html").exists()


def test_a_roster_that_is_forgotten_is_asked_for(three: Path) -> None:
    run(three)
    (three / "roster.csv").unlink()
    says = r"out was graded with a roster of 4 students: give it again, ROSTER=roster\.csv \(without make: --roster"
    with pytest.raises(ClassError, match=says):
        run(three)
    assert set(marks(three.parent / "out")) == {"1", "2", "3", "4"}


@pytest.mark.parametrize("inside", [".", "grades", "ada/grades"])
def test_what_is_written_does_not_lie_among_the_hand_ins(three: Path, inside: str) -> None:
    with pytest.raises(ClassError, match="lies in the folder of hand-ins, where its files would be taken for students"):
        run(three, out=three / inside)
    assert not list(three.rglob("gradebook.db"))


def test_what_an_earlier_run_wrote_is_no_hand_in(three: Path, capsys) -> None:
    run(three)
    (three.parent / "out").rename(three / "grades")
    capsys.readouterr()
    assert run(three) == 0
    said = capsys.readouterr().out
    assert "Left out, since an earlier run wrote it: grades (it holds a gradebook.db)." in said
    assert "3 hand-ins: " in said
    assert set(marks(three.parent / "out")) == {"1", "2", "3", "4"}


def test_a_hand_in_with_a_gradebook_beside_its_work_is_graded(three: Path) -> None:
    (three / "ada" / "gradebook.db").write_bytes(b"mine")
    run(three)
    assert marks(three.parent / "out")["1"] == ("graded", "10")


def test_a_file_is_no_folder_to_write_to(three: Path) -> None:
    (three.parent / "roster.csv").write_text("id\n1\n", encoding="utf-8")
    with pytest.raises(ClassError, match=r"roster\.csv, is a file\. Give a folder: OUT=grades"):
        run(three, out=three.parent / "roster.csv")


def test_one_hand_in_alone_may_be_a_folder_too_deep(tmp_path: Path, capsys) -> None:
    run(a_class(tmp_path / "ada", homework="right"))
    assert "ada is the work of one student, give the folder that it lies in: all hand-ins together." in (
        capsys.readouterr().out
    )


def test_a_roster_without_numbers_of_canvas_is_told_where_canvas_gave_the_hand_ins(tmp_path: Path, capsys) -> None:
    root = tmp_path / "class"
    root.mkdir()
    (root / "clechloe_4711_9000_softmax.py").write_text("right", encoding="utf-8")
    (root / "roster.csv").write_text("id,name\n1,Chloé Clé\n2,Ben B\n", encoding="utf-8")
    run(root)
    said = "The roster has no canvas_id: hand-ins are joined by name, and there is no file for Canvas."
    assert said in capsys.readouterr().out
    assert marks(tmp_path / "out")["1"] == ("graded", "10")


def test_a_misspelt_student_is_answered_with_the_nearest(three: Path) -> None:
    with pytest.raises(ClassError, match=r"There is no hand-in of 'adda'\. Did you mean ada\?"):
        run(three, student="adda")


# ---------------------------------------------------------------- what to type again


def test_a_decision_says_the_command_that_brings_it_into_the_reports(three: Path, capsys) -> None:
    run(three, roster=three / "roster.csv", layout="folders")
    capsys.readouterr()
    decide(three.parent / "out", Decision("ada", "week-12", excused=True))
    out = three.parent / "out"
    again = f"make grade SUBMISSIONS={three} OUT={out} WEEK=week-12 ROSTER={three}/roster.csv LAYOUT=folders"
    assert capsys.readouterr().out.endswith(f"  {again}\n")


def test_in_a_terminal_no_name_is_cut(three: Path, monkeypatch, capsys) -> None:
    rows = "".join(f"{number},Student Number {number}\n" for number in range(100, 130))
    (three / "roster.csv").write_text(f"id,name\nada,Ada A\n{rows}", encoding="utf-8")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    run(three)
    lines = capsys.readouterr().out.splitlines()
    assert "30 × nothing handed in: Student Number 100 (week-12), Student Number 101" in lines
    assert max(len(line) for line in lines if "Student Number" in line) <= 80


# ---------------------------------------------------------------- what changed, and why


def changes(said: str) -> list[str]:
    return re.findall(r"^  (.+ → .+)$", said, re.MULTILINE)


def test_another_submission_is_a_reason(three: Path, capsys) -> None:
    run(three)
    a_class(three, ada="worse", ben="right now")
    capsys.readouterr()
    run(three)
    assert changes(capsys.readouterr().out) == [
        "Ada A, week-12: 10 → 0 (another submission)",
        "Ben B, week-12: 0 → 10 (another submission)",
    ]


def test_another_grader_is_a_reason(three: Path, monkeypatch, capsys) -> None:
    run(three)
    monkeypatch.setattr(Week, "content_hash", lambda week: "mended")
    monkeypatch.setattr(
        Instant, "grade", lambda self, job: a_result(*[5] * 9, week=Course.open().week(job.week)).to_json()
    )
    capsys.readouterr()
    run(three)
    assert changes(capsys.readouterr().out)[0] == "Ada A, week-12: 10 → 45 (another grader)"


def test_a_decision_is_a_reason_survives_a_regrade_and_can_be_taken_back(three: Path, capsys) -> None:
    run(three)
    out = three.parent / "out"
    decide(out, Decision("ada", "week-12", "softmax", points=4, comment="Seen at the desk."))
    decide(out, Decision("deb", "week-12", excused=True))
    capsys.readouterr()
    run(three, regrade=True)
    assert changes(capsys.readouterr().out) == [
        "Ada A, week-12: 10 → 4 (a decision)",
        "Deb D, week-12: absent → excused (a decision)",
    ]
    assert marks(out)["1"] == ("graded", "4")
    decide(out, Decision("ada", "week-12", "softmax", take_back="points"))
    run(three)
    assert marks(out)["1"] == ("graded", "10")


def test_who_hands_in_after_the_first_run_is_a_change(three: Path, capsys) -> None:
    run(three)
    a_class(three, deb="right")
    capsys.readouterr()
    run(three)
    (line,) = changes(capsys.readouterr().out)
    assert line.startswith("Deb D, week-12: absent → 10 (")


def test_the_deadline_is_a_reason(three: Path, capsys, monkeypatch) -> None:
    (three / "submitted" / "deb" / "week-12").mkdir(parents=True)
    (three / "submitted" / "deb" / "week-12" / "softmax.py").write_text("right", encoding="utf-8")
    (three / "submitted" / "deb" / "week-12" / "timestamp.txt").write_text("2026-11-20 15:00:00 UTC", encoding="utf-8")
    run(three)
    with_deadline(monkeypatch)
    capsys.readouterr()
    run(three)
    said = capsys.readouterr().out
    assert changes(said) == ["Deb D, week-12: 10 → 9 (the deadline or what lateness costs)"]
    assert "3 hand-ins have no time of submission, so they counted as in time." in said
    overview = (three.parent / "out" / "overview.html").read_text(encoding="utf-8")
    assert overview.count("no time known") == 3


def with_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """The day before, at noon."""
    whole = Course.open()
    late = Policy(datetime(2026, 11, 19, 16), ZoneInfo("UTC"), per_day_percent=10)
    changed = replace(whole, weeks=tuple(replace(week, late=late) for week in whole.weeks))
    monkeypatch.setattr(Course, "open", classmethod(lambda cls, root=HOME: changed))


def test_a_hand_in_that_can_no_longer_be_read_is_a_change(three: Path, capsys) -> None:
    run(three)
    shutil.rmtree(three / "ada")
    (three / "ada.zip").write_bytes(b"Rar!")
    capsys.readouterr()
    assert run(three) == 2
    assert changes(capsys.readouterr().out) == ["Ada A, week-12: 10 → not graded (what lies in the folder)"]


# ---------------------------------------------------------------- one gradebook, several weeks


@pytest.fixture
def two_weeks(three: Path) -> Path:
    """Week 12 is graded, with one hand-in that cannot be opened; then week 20's hand-ins come in its place."""
    a_class(three, zoe="right")
    (three / "deb.zip").write_bytes(b"Rar!")
    run(three)
    for who in ("ada", "ben", "cyd", "zoe"):
        shutil.rmtree(three / who)
    (three / "deb.zip").unlink()
    (three / "ada").mkdir()
    (three / "ada" / "training_loop.py").write_text("right", encoding="utf-8")
    return three


def test_pages_and_tables_keep_every_week_and_the_last_words_are_on_the_week_asked_for(two_weeks, capsys) -> None:
    before = marks(two_weeks.parent / "out")
    capsys.readouterr()
    assert run(two_weeks, week="week-20") == 0
    said = capsys.readouterr().out
    assert "3 × nothing handed in: Ben B (week-20), Cyd C (week-20), Deb D (week-20)." in said
    assert "(week-12)" not in said and "changed since" not in said and "zoe" not in said
    assert "Pages and tables hold week-12 too, as graded before." in said
    after = marks(two_weeks.parent / "out")
    assert after == before and (after["4"], after["zoe"]) == (("not_graded", ""), ("graded", "10"))


def test_a_week_that_was_asked_for_by_mistake_leaves_nothing_behind(tmp_path: Path, capsys) -> None:
    root = a_class(tmp_path / "class", ada="right")
    (root / "roster.csv").write_text("id,name,user,canvas_id\n1,Ada A,ada,4711\n", encoding="utf-8")
    run(root)
    before = left_in(tmp_path / "out")
    run(root, week="week-20")
    assert (tmp_path / "out" / "canvas-week-20.csv").is_file()
    run(root)
    assert left_in(tmp_path / "out") == before


def test_work_for_another_week_alone_is_not_handed_in_for_this_one(three: Path, capsys) -> None:
    (three / "deb").mkdir()
    (three / "deb" / "training_loop.py").write_text("right", encoding="utf-8")
    assert run(three) == 0
    said = "Nothing for week-12 was handed in. What came is for week-20: training_loop.py."
    assert f"1 × nothing handed in: Deb D (week-12).\n  Deb D: {said}" in capsys.readouterr().out
    for folder in ("staff", "students"):
        assert "What came is for week-20: training_loop.py." in (three.parent / "out" / folder / "4.html").read_text(
            encoding="utf-8"
        )


# ---------------------------------------------------------------- worksheets


def test_a_worksheet_that_is_none_is_told_at_the_end_and_the_status_is_2(three: Path, capsys) -> None:
    sheet = three.parent / "sheet.csv"
    sheet.write_text("Student,ID,SIS Login ID,Section,Week 120 (7)\n", encoding="utf-8")
    assert run(three, worksheets=[sheet]) == 2
    said = capsys.readouterr().out
    assert "The worksheet sheet.csv was not filled in; all else is written. None of its assignments is called" in said
    assert 'is called "week-12" or "Attention and Transformers"; it has: Week 120.' in said
    assert marks(three.parent / "out")["1"] == ("graded", "10")


def test_what_came_of_a_worksheet_is_told(three: Path, capsys) -> None:
    sheet = three.parent / "sheet.csv"
    rows = ["1,Ada A,ada,-,50,Yes", "2,Deb D,deb,7,50,Yes", "3,Zoe Zed,zoe,-,50,Yes", "4,Ben B,ben,12,50,No"]
    head = "Identifier,Full name,Username,Grade,Maximum Grade,Grade can be changed"
    sheet.write_text("\n".join([head, *(f"Participant {row}" for row in rows)]), encoding="utf-8")
    run(three, worksheets=[sheet])
    assert (
        "filled-week-12-sheet.csv: 1 row filled in.\n"
        "  1 × matches nobody in this class: Zoe Zed.\n"
        "  1 × has no mark here, so the one that stood there is kept: Deb D 7.\n"
        "  1 × cannot be changed there, so it is left alone: Ben B 12.\n"
        "  In the worksheet the assignment is worth 50, here week-12 is worth 100: marks are written as they are. "
        "Set it to 100 there.\n"
    ) in capsys.readouterr().out


# ---------------------------------------------------------------- broken off


def test_ctrl_c_is_answered_with_what_is_kept_and_the_same_command_goes_on(three: Path, monkeypatch, capsys) -> None:
    graded, answers = Instant.grade, iter([False, True])

    def interrupted(self: Instant, job: Job) -> str:
        if next(answers, False):
            raise KeyboardInterrupt
        return graded(self, job)

    monkeypatch.setattr(Instant, "grade", interrupted)
    monkeypatch.setattr(verb, "WINDOW", 1)
    assert run(three) == 130
    assert "Stopped. What was graded is kept, and the same command goes on from here." in capsys.readouterr().out
    assert [row[0] for row in kept(three.parent / "out")] == ["1"]
    assert run(three) == 0


def dies_at(name: str, number: int, of: object, after: bool = False) -> None:
    """Makes the ``number``-th call of a function the last thing that this process does."""
    whole, calls = getattr(of, name), iter(range(1, 1000))

    def dying(*given: object, **named: object) -> object:
        last = next(calls) == number
        if last and not after:
            os.kill(os.getpid(), signal.SIGKILL)
        answer = whole(*given, **named)
        if last:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer

    setattr(of, name, dying)


def killed(root: Path, *moment: object) -> None:
    """A run in a process of its own that is killed at that moment."""
    pid = os.fork()
    if not pid:
        try:
            dies_at(*moment)
            run(root)
        finally:
            os._exit(0)
    assert os.waitpid(pid, 0)[1] == signal.SIGKILL


MOMENTS = {
    "before anything": ("enrol", 1, Gradebook),
    "when the roster is half said": ("enrol", 2, Gradebook),
    "before the first is kept": ("add", 1, Gradebook),
    "after the first is kept": ("add", 1, Gradebook, True),
    "before the last is kept": ("add", 3, Gradebook),
    "while pages are written": ("_write", 5, outputs),
    "in the middle of a file": ("replace", 7, Path),
    "before the report is noted": ("report", 1, Gradebook),
}


def test_a_run_that_was_killed_goes_on_and_ends_as_if_nothing_had_been(three: Path, tmp_path: Path) -> None:
    run(three)
    files, gradings = left_in(tmp_path / "out"), kept(tmp_path / "out")
    for number, moment in enumerate(MOMENTS.values()):
        root = shutil.copytree(three, tmp_path / str(number) / "class")
        killed(root, *moment)
        assert run(root) == 0
        assert left_in(root.parent / "out") == files, moment
        assert kept(root.parent / "out") == gradings, moment


def test_a_run_that_is_killed_again_and_again_grades_nothing_twice(three: Path) -> None:
    for _ in range(3):
        killed(three, "add", 1, Gradebook, True)
    assert run(three) == 0
    assert [row[0] for row in kept(three.parent / "out")] == ["1", "2", "3"]


# ---------------------------------------------------------------- the committed class, graded in earnest


def contents(root: Path) -> dict[str, object]:
    """What lies in a class: text of files, entries of zips, where links lead."""
    return {path.relative_to(root).as_posix(): _content(path) for path in root.rglob("*") if not path.is_dir()}


def _content(path: Path) -> object:
    if path.is_symlink():
        return os.readlink(path)
    try:
        with zipfile.ZipFile(path) as archive:
            return [(info.filename, info.external_attr, archive.read(info)) for info in archive.infolist()]
    except zipfile.BadZipFile:
        return path.read_bytes()


def test_the_committed_class_is_what_its_script_makes(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        make_class.make(tmp_path)
    made, committed = contents(tmp_path), contents(COMMITTED)
    assert sorted(made) == sorted(committed)
    assert [name for name in made if made[name] != committed[name]] == []


def command(root: Path, out: Path, jobs: int) -> list[str]:
    given = ["grade", str(root), "--out", str(out), "--week", "week-12", "--jobs", str(jobs)]
    return [sys.executable, "-m", "autograder", *given]


def graded(root: Path, out: Path, jobs: int = 2) -> subprocess.CompletedProcess:
    return subprocess.run(command(root, out, jobs), cwd=HOME, capture_output=True, text=True, check=False, timeout=300)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, subprocess.CompletedProcess]:
    """The committed class, graded with two jobs."""
    out = tmp_path_factory.mktemp("desk") / "out"
    return out, graded(COMMITTED, out)


def as_expected(out: Path) -> list[dict[str, str]]:
    """The columns of the expected gradebook."""
    with (out / "grades.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    names = ["student", "week-12 status", *(name for name in rows[0] if "/" in name), "week-12 final"]
    return [{name: row[name] for name in names} for row in rows]


def test_the_committed_class_gets_the_marks_that_it_must_get(whole: tuple) -> None:
    out, process = whole
    with EXPECTED.open(encoding="utf-8", newline="") as file:
        expected = list(csv.DictReader(file))
    assert process.stderr == ""
    assert as_expected(out) == expected
    assert process.returncode == 2
    for sentence in ("23 hand-ins: 1 of a Gradescope export, 1 of nbgrader's submitted/, 2 repositories, "
                     "2 of a Canvas download, 1 of a Moodle download, 16 folders, zips or files named for their",
                     "19 gradings made", "1 × nothing handed in: Tom Tall (week-12).",
                     "4 × NOT GRADED: Ola Orr (week-12), Pia Poe (week-12), Quin Quay (week-12), Xia Xu (week-12).",
                     "1 × not on the roster: val."):  # fmt: skip
        assert sentence in process.stdout


def test_the_committed_class_is_graded_once(whole: tuple) -> None:
    out, _ = whole
    before = left_in(out)
    again = graded(COMMITTED, out)
    assert "0 gradings made, 19 unchanged and kept." in again.stdout
    assert left_in(out) == before


def test_oddities_are_told_to_staff(whole: tuple) -> None:
    out, _ = whole
    with Gradebook.open(out / "gradebook.db") as book:
        said = {student.id: " ".join(_warnings(book, student.id)) for student, _ in book.students()}
    assert "2 attempts: cyd (2).zip counts as the latest; not graded: cyd.zip." in said["00003"]
    assert "Handed in again, so not read: doeann_4711_9000_score_shape.py." in said["00004"]
    assert "Not read, since no task asks for it: random.py." in said["00001"]
    assert "softmax (1).py was taken for softmax.py" in said["00006"]
    assert "Causal-Mask-final.py.txt was taken for causal_mask.py" in said["00011"]
    assert "../../softmax.py in mia.zip is left out: its path leads out of the zip." in said["00013"]
    assert "week-12/softmax.py in mia.zip is left out: it is a link or a device." in said["00013"]
    assert "week-12/softmax.py is in wes.zip more than once: the last one counts." in said["00021"]
    assert "week 12/SOFTMAX.PY was taken for softmax.py" in said["val"]


def _warnings(book: Gradebook, student: str) -> tuple[str, ...]:
    grading = book.latest(student, "week-12")
    return grading.warnings if grading else ()


def test_times_of_platforms_are_kept(whole: tuple) -> None:
    out, _ = whole
    with Gradebook.open(out / "gradebook.db") as book:
        times = {who: book.latest(who, "week-12").submitted for who in ("00008", "00010", "00077", "00001")}
    assert times == {
        "00008": "2026-11-20T10:00:00+00:00", "00010": "2026-11-20T15:58:23.948203+00:00",
        "00077": "2026-11-20T11:00:00+00:00", "00001": None,
    }  # fmt: skip


FEW = ("ben.zip", "lee", "jon_softmax.py", "jon_Causal-Mask-final.py.txt", "mia.zip", "roster.csv")
THEIRS = ("00002", "00011", "00012", "00013")


def timeless(path: Path) -> dict:
    result = json.loads(path.read_text(encoding="utf-8"))
    for task in result["tasks"]:
        for check in task["checks"]:
            del check["seconds"]
    return {name: value for name, value in result.items() if name not in ("started", "seconds")}


def test_a_real_run_that_was_killed_ends_with_the_same_results_with_one_job(whole: tuple, tmp_path: Path) -> None:
    out, part = tmp_path / "out", tmp_path / "class"
    part.mkdir()
    for name in FEW:
        copy = shutil.copytree if (COMMITTED / name).is_dir() else shutil.copyfile
        copy(COMMITTED / name, part / name)
    process = subprocess.Popen(command(part, out, 2), cwd=HOME, stdout=subprocess.DEVNULL)
    while process.poll() is None and not _has_gradings(out):
        time.sleep(0.05)
    process.kill()
    assert process.wait() == -signal.SIGKILL
    before = kept(out)
    assert graded(part, out, jobs=1).returncode == 0
    assert len(before) <= len(kept(out)) == len(THEIRS)
    assert set(before) <= set(kept(out))
    for who in THEIRS:
        name = f"results/{who}.week-12.json"
        assert timeless(out / name) == timeless(whole[0] / name)


def _has_gradings(out: Path) -> bool:
    try:
        return bool(kept(out))
    except sqlite3.Error:  # not made yet
        return False


# ---------------------------------------------------------------- what a machine refuses


def a_desk(level: str, content: str) -> SimpleNamespace:
    week = SimpleNamespace(content_hash=lambda: content)
    return SimpleNamespace(isolation=SimpleNamespace(level=level), course=SimpleNamespace(week=lambda name: week))


def test_a_machine_grades_neither_where_it_cannot_confine_nor_with_another_grader() -> None:
    job = Job("week-12", "c0ffee", None)
    with pytest.raises(NotGraded, match=r"^Isolation on this machine is weak, so hidden answers could be read"):
        work._grade(a_desk("weak", "c0ffee"), job)
    with pytest.raises(
        NotGraded, match=r"^The grading machine's copy of week-12 differs from the one here: update it\.$"
    ):
        work._grade(a_desk("standard", "0ther"), job)
    with pytest.raises(NotGraded, match="differs from the one here"):
        work._grade(a_desk("none", "0ther"), replace(job, any_level=True))


def test_a_grading_process_that_cannot_be_started_is_a_sentence() -> None:
    class Broken(Executor):
        def submit(self, *call: object) -> Future:
            future: Future = Future()
            future.set_exception(OSError("no more processes"))
            return future

    with pytest.raises(NotGraded, match=r"^No grading process could be started: no more processes$"):
        verb._Checked(Broken(), any_level=False).submit(work.grade)


def test_of_many_reasons_the_first_are_said_and_the_rest_counted() -> None:
    standings = [SimpleNamespace(student=f"s{number}", warnings=(f"reason {number}",)) for number in range(SHOWN + 2)]
    *said, rest = ending._reasons(standings, {each.student: each.student for each in standings})
    assert said == [f"  s{number}: reason {number}" for number in range(SHOWN)]
    assert rest == "  And 2 more reasons, on the overview."
