"""What watch reads and grades, with the real grader: keys, changed checks, and the file that can be reset."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_course import NO_TEMPERATURE, RIGHT, VISIBLE, edit, softmax_course

from autograder.authoring.starters import build_course
from autograder.course import Course, CourseError
from autograder.intake.submission import SubmissionError
from autograder.launch import ForkLauncher
from autograder.watching.reset import ResetError
from autograder.watching.work import Seen, Work


@pytest.fixture
def mini(tmp_path: Path) -> Course:
    course = softmax_course(tmp_path / "course")
    build_course(course=course)
    return course


@pytest.fixture
def work(mini: Course, launcher: ForkLauncher) -> Iterator[Work]:
    work = Work(mini, launcher, mini.exercises, None, None)
    yield work
    work.close()


def look(work: Work) -> Seen:
    return work.look(work.tasks)[0]


def write(work: Work, text: str) -> Seen:
    work.tasks[0].starter.write_text(text, encoding="utf-8")
    return look(work)


def test_a_text_is_graded_and_a_stale_check_is_cut_short(work: Work) -> None:
    assert work.grade(write(work, RIGHT), lambda: False).earned == 10
    cut = work.grade(write(work, RIGHT), lambda: True)
    assert (cut.earned, {check.outcome for check in cut.checks}) == (0, {"error"})


def test_the_key_is_that_of_the_content(work: Work) -> None:
    first = write(work, RIGHT)
    assert write(work, NO_TEMPERATURE).key != first.key
    assert write(work, RIGHT).key == first.key
    assert first.time > 0


def test_changed_checks_make_other_keys_and_count_at_once(work: Work, mini: Course) -> None:
    before = write(work, RIGHT)
    assert work.decides(mini.root / VISIBLE)
    assert not work.decides(work.tasks[0].starter)
    edit(mini.root, VISIBLE, '"Raise e to each score', '"Now raise e to each score')
    work.renew()
    assert look(work).key != before.key
    assert work.grade(look(work), lambda: False).earned == 10


def test_broken_checks_are_a_sentence_until_they_are_mended(work: Work, mini: Course) -> None:
    before, checks = write(work, RIGHT), (mini.root / VISIBLE).read_text(encoding="utf-8")
    (mini.root / VISIBLE).write_text("def check_nothing(:\n", encoding="utf-8")
    with pytest.raises(CourseError):
        work.renew()
    assert look(work).key == before.key
    (mini.root / VISIBLE).write_text(checks, encoding="utf-8")
    work.renew()
    assert look(work).key == before.key
    assert work.grade(look(work), lambda: False).earned == 10


def test_watched_are_the_weeks_and_tasks_of_the_course_while_the_warm_process_lives(work: Work) -> None:
    assert [week.name for week in work.weeks] == ["week-12"]
    assert [task.name for task in work.tasks] == ["softmax"]
    assert work.is_alive


def test_checks_that_are_no_text_are_a_sentence(work: Work, mini: Course) -> None:
    before = look(work)
    (mini.root / VISIBLE).write_bytes(b"\xff\xfe no text")
    with pytest.raises(CourseError, match="Checks cannot be loaded"):
        work.renew()
    assert look(work).key == before.key


def test_the_file_that_can_be_reset_is_the_learners(work: Work, mini: Course, launcher: ForkLauncher) -> None:
    task = work.tasks[0]
    assert work.file_of(task) == task.starter
    for file in task.starter.parent.glob("*.ipynb"):
        file.unlink()
    task.starter.unlink()
    assert look(work).is_missing
    assert work.file_of(task) == task.starter


def test_neither_a_notebook_nor_a_zip_nor_a_file_elsewhere_is_reset(work: Work, tmp_path: Path) -> None:
    task = work.tasks[0]
    text = task.starter.read_text(encoding="utf-8")
    task.starter.unlink()
    with pytest.raises(ResetError, match=r"softmax stands in week-12\.ipynb: only a Python file"):
        work.file_of(task)
    work.path = tmp_path / "hand-in.zip"
    with zipfile.ZipFile(work.path, "w") as archive:
        archive.writestr("week-12/softmax.py", text)
    with pytest.raises(ResetError, match=r"softmax stands in .*softmax\.py: only a Python file"):
        work.file_of(task)
    work.path = tmp_path / "empty"
    work.path.mkdir()
    with pytest.raises(ResetError, match=r"There is no softmax\.py in .*empty to reset"):
        work.file_of(task)
    work.path = tmp_path / "nowhere"
    with pytest.raises(SubmissionError, match="There is nothing at"):
        look(work)
