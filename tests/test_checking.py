"""The verb ``check``: which weeks and tasks are meant, and what is said where that cannot be told."""

from __future__ import annotations

import sys
import zipfile
from datetime import date, timedelta
from pathlib import Path

import pytest
from quiz.example import a_course, example_bank
from test_course import MANIFEST, softmax_course

from autograder.checking import _tell_of_questions, _waiting, choose, grade_here
from autograder.course import Course, CourseError
from autograder.intake.submission import Submission, SubmissionError
from autograder.launch import ForkLauncher
from autograder.quiz.places import bank_path, progress_path
from autograder.quiz.progress import Progress


@pytest.fixture(scope="module")
def course() -> Course:
    return Course.open()


def folder(root: Path, *names: str) -> Submission:
    """A hand-in of files with that name, in which nothing is written."""
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("pass\n", encoding="utf-8")
    return Submission.open(root)


def weeks(course: Course, submission: Submission) -> list[str]:
    return [week.name for week, _ in choose(course, submission, None, None)]


def test_folders_say_which_weeks(course: Course, tmp_path: Path) -> None:
    both = folder(tmp_path, "week-12/softmax.py", "week-20/positions.py")
    assert weeks(course, both) == ["week-12", "week-20"]


def test_of_files_without_folders_those_of_one_week_alone_say_which(course: Course, tmp_path: Path) -> None:
    """Both weeks have a positions.py, and only one has a softmax.py."""
    assert weeks(course, folder(tmp_path, "softmax.py", "positions.py")) == ["week-12"]


def test_a_file_that_two_weeks_have_asks_for_the_week(course: Course, tmp_path: Path) -> None:
    shared = folder(tmp_path, "positions.py")
    with pytest.raises(SubmissionError, match=r"week-12 or week-20: say which with WEEK=week-12 .*--week week-12"):
        choose(course, shared, None, None)
    assert [week.name for week, _ in choose(course, shared, "week-20", None)] == ["week-20"]


def test_a_misspelt_task_is_answered_with_the_one_like_it(course: Course, tmp_path: Path) -> None:
    with pytest.raises(CourseError, match=r"There is no task 'sofmax' in week-12 or week-20; .* mean softmax\?"):
        choose(course, folder(tmp_path, "softmax.py"), None, "sofmax")
    with pytest.raises(CourseError, match=r"no task 'xyzzy' in week-12; there is [a-z_, ]+\.$"):
        choose(course, folder(tmp_path, "softmax.py"), "week-12", "xyzzy")


def test_a_week_by_its_number_alone_is_answered_with_the_one_meant(course: Course) -> None:
    with pytest.raises(CourseError, match=r"no week '12'; the course has week-12, week-20\. Did you mean week-12\?"):
        course.week("12")


def test_a_task_of_another_week_says_where_it_is(course: Course, tmp_path: Path) -> None:
    with pytest.raises(CourseError, match="no task 'softmax' in week-20; there is week-12/softmax"):
        choose(course, folder(tmp_path, "softmax.py"), "week-20", "softmax")


@pytest.mark.parametrize("ending", [".rar", ".7z"])
def test_another_archive_is_named_as_what_it_is(course: Course, tmp_path: Path, ending: str) -> None:
    inside = folder(tmp_path, f"work{ending}")
    alone = Submission.open(tmp_path / f"work{ending}")
    for submission, which in ((inside, f"work{ending} in "), (alone, "")):
        with pytest.raises(SubmissionError) as said:
            choose(course, submission, None, None)
        assert str(said.value).startswith(which)
        assert str(said.value).endswith(
            f"is a {ending} archive, which is not opened here: give a .zip, or the folder that you packed."
        )


def test_a_zip_in_a_zip_or_in_a_folder_is_named(course: Course, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "gus.zip", "w") as archive:
        archive.writestr("hw/inner.zip", b"PK")
    folder(tmp_path / "gus", "inner.zip")
    for path, name in ((tmp_path / "gus.zip", "hw/inner.zip"), (tmp_path / "gus", "inner.zip")):
        with pytest.raises(SubmissionError) as said:
            choose(course, Submission.open(path), None, None)
        assert str(said.value) == (
            f"{name} in {path} is a zip of its own, which is not opened here: give that one, or the folder that you "
            "packed."
        )


@pytest.mark.parametrize("name", ["rossbob_LATE_4712_9100_softmax-1.py", "rossbob_4712_9100_Softmax-final.py"])
def test_a_file_as_canvas_names_it_is_checked_as_its_task(course: Course, tmp_path: Path, name: str) -> None:
    folder(tmp_path, name)
    [(week, tasks)] = choose(course, Submission.open(tmp_path / name), None, None)
    assert (week.name, [task.name for task in tasks]) == ("week-12", ["softmax"])
    assert Submission.open(tmp_path / name).source(tasks[0]).text == "pass\n"


def test_who_waits_at_a_terminal_is_told_and_the_line_goes_away(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with _waiting(9):
        assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    for number, line in ((9, "checking 9 tasks ..."), (1, "checking 1 task ...")):
        with _waiting(number):
            assert capsys.readouterr().err == f"{line}\r"
        assert capsys.readouterr().err == " " * len(line) + "\r"


def test_a_task_that_is_not_finished_does_not_keep_others_from_being_checked(
    tmp_path: Path, launcher: ForkLauncher
) -> None:
    course = softmax_course(tmp_path, MANIFEST + '\n[[task]]\nname = "attend"\ntitle = "Attend"\npoints = 5\n')
    week, submission = course.weeks[0], Submission.open(course.solutions)
    [result] = grade_here(course, launcher, submission, [(week, [week.task("softmax")])])
    assert (result.score, result.max_score) == (10, 10)
    with pytest.raises(CourseError, match="week-12/attend has no checks"):
        grade_here(course, launcher, submission, [(week, list(week.tasks))])


def test_a_week_that_is_all_right_tells_of_its_questions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    course = a_course(tmp_path)
    _tell_of_questions(course, "week-1")
    assert capsys.readouterr().out == "all right; its questions wait: make quiz WEEK=week-1\n"
    progress = Progress(progress_path(course))
    for name in example_bank().ids:
        progress.record(f"week-1/{name}", True, date.today())
    _tell_of_questions(course, "week-1")
    tomorrow = date.today() + timedelta(days=1)
    assert capsys.readouterr().out == f"week-1 is done; its questions come back on {tomorrow.isoformat()}\n"
    bank_path(course.weeks[0]).unlink()
    _tell_of_questions(course, "week-1")
    assert capsys.readouterr().out == ""


def test_progress_that_was_damaged_is_told_where_it_is_put_aside(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    course = a_course(tmp_path)
    progress_path(course).write_text("{", encoding="utf-8")
    _tell_of_questions(course, "week-1")
    said = " ".join(capsys.readouterr().out.split())
    assert "your progress starts anew" in said and said.endswith("make quiz WEEK=week-1")
