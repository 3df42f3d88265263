"""The manifest is read strictly, and every mistake in it is a sentence; also the small course that other tests use."""

from __future__ import annotations

import re
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.course import HOME, Course, CourseError, Task
from autograder.course.manifest import LIMITS

MANIFEST = """\
title = "Attention"

[[task]]
name = "softmax"
title = "Turn scores into weights"
points = 10
by_hand = "softmax"
"""
SOLUTION = "solutions/week-12/softmax.py"
KNOWN = "solutions/week-12/known/softmax.py"
VISIBLE = "self_checks/week-12/check_softmax.py"
HIDDEN = "autograder/graders/week-12/grade_softmax.py"
WEEK = "exercises/week-12/week.toml"

RIGHT = """\
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature")
    powers = ((scores - scores.amax(dim, keepdim=True)) / temperature).exp()
    return powers / powers.sum(dim, keepdim=True)
"""
NO_TEMPERATURE = RIGHT.replace(" / temperature", "")
"""Gets 8 of 10 points: the temperature is looked at and not used."""


def softmax_course(root: Path, manifest: str = MANIFEST) -> Course:
    """A course of one task at ``root``: week-12/softmax as it stands in this repository."""
    forget_checks()
    for name in (SOLUTION, KNOWN, VISIBLE, HIDDEN):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(HOME / name, root / name)
    (root / WEEK).parent.mkdir(parents=True)
    (root / WEEK).write_text(manifest, encoding="utf-8")
    return Course.open(root)


def forget_checks() -> None:
    """Makes the next Grader of this process read its own course's checks, and not those of the course before it."""
    for name in [name for name in sys.modules if re.search(r"(^|\.)(check|grade)_\w+$", name)]:
        del sys.modules[name]


def edit(root: Path, name: str, old: str, new: str) -> None:
    """Replaces the one place of ``old`` in a file of that course."""
    text = (root / name).read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{name} holds {text.count(old)} times: {old}"
    (root / name).write_text(text.replace(old, new), encoding="utf-8")


def a_task(**changes: object) -> Task:
    """A task that is in no manifest, for tests that need no course."""
    return replace(Task(HOME, "week-12", "softmax", "Turn scores into weights", 10, None, 10, 1024), **changes)


def course_of(root: Path, manifest: str | bytes) -> Course:
    (root / WEEK).parent.mkdir(parents=True, exist_ok=True)
    (root / WEEK).write_bytes(manifest if isinstance(manifest, bytes) else manifest.encode())
    return Course.open(root)


# ---------------------------------------------------------------- what is read


def test_a_week_holds_its_tasks_in_the_order_of_the_manifest(tmp_path: Path) -> None:
    another = '[[task]]\nname = "attend"\ntitle = "Attend"\npoints = 5\n'
    week = course_of(tmp_path, MANIFEST + another).week("week-12")
    assert (week.title, [task.name for task in week.tasks], week.max_score) == ("Attention", ["softmax", "attend"], 15)


def test_a_task_has_one_id_and_its_paths_follow_from_it(tmp_path: Path) -> None:
    task = course_of(tmp_path, MANIFEST).week("week-12").task("softmax")
    paths = (task.starter, task.solution, task.known_answers, task.visible_checks, task.hidden_checks)
    assert task.id == "week-12/softmax"
    assert [path.relative_to(tmp_path).as_posix() for path in paths] == [
        "exercises/week-12/softmax.py", SOLUTION, KNOWN, VISIBLE, HIDDEN,
    ]  # fmt: skip


def test_limits_come_from_the_task_then_the_week_then_the_course(tmp_path: Path) -> None:
    manifest = MANIFEST + "seconds = 3\n\n[limits]\nseconds = 5\nmemory_mb = 300\n"
    task = course_of(tmp_path, manifest).week("week-12").task("softmax")
    assert (task.seconds, task.memory_mb) == (3, 300)
    task = course_of(tmp_path, MANIFEST).week("week-12").task("softmax")
    assert {"seconds": task.seconds, "memory_mb": task.memory_mb} == LIMITS


def test_a_byte_order_mark_is_accepted(tmp_path: Path) -> None:
    assert course_of(tmp_path, b"\xef\xbb\xbf" + MANIFEST.encode()).week("week-12").title == "Attention"


def test_line_ends_of_windows_are_accepted(tmp_path: Path) -> None:
    assert course_of(tmp_path, MANIFEST.replace("\n", "\r\n")).week("week-12").max_score == 10


def test_a_file_of_checks_belongs_to_a_task(tmp_path: Path) -> None:
    course = course_of(tmp_path, MANIFEST)
    task = course.week("week-12").task("softmax")
    assert course.task_of(tmp_path / VISIBLE) == course.task_of(tmp_path / HIDDEN) == task
    assert course.task_of(tmp_path / "self_checks/week-12/check_other.py") is None
    assert course.task_of(tmp_path / "self_checks/week-13/check_softmax.py") is None
    assert course.task_of(tmp_path / "self_checks/week-12/grade_softmax.py") is None


def test_hidden_checks_count_only_where_they_are(tmp_path: Path) -> None:
    task = softmax_course(tmp_path).week("week-12").task("softmax")
    assert task.check_files == [tmp_path / VISIBLE, tmp_path / HIDDEN]
    (tmp_path / HIDDEN).unlink()
    assert task.check_files == [tmp_path / VISIBLE]


# ---------------------------------------------------------------- what is refused

FAULTY = {
    "unknown key of the week": ('titel = "x"\n' + MANIFEST, "the week has unknown keys: titel"),
    "unknown key of a task": (MANIFEST + "point = 3\n", r"\[\[task\]\] has unknown keys: point"),
    "unknown limit": (MANIFEST + "[limits]\nminutes = 1\n", r"\[limits\] has unknown keys: minutes"),
    "points 0": (MANIFEST.replace("10", "0"), "points of softmax must be a whole number above 0"),
    "points negative": (MANIFEST.replace("10", "-3"), "must be a whole number above 0"),
    "points with a fraction": (MANIFEST.replace("10", "10.0"), "must be a whole number above 0"),
    "points in quotes": (MANIFEST.replace("10", '"10"'), "must be a whole number above 0"),
    "points true": (MANIFEST.replace("10", "true"), "must be a whole number above 0"),
    "points missing": (MANIFEST.replace("points = 10\n", ""), r"the \[\[task\]\] 'softmax' lacks points"),
    "name and title missing": ("[[task]]\npoints = 1\n", r"\[\[task\]\] number 1 lacks name, title"),
    "two of a name": (MANIFEST + MANIFEST.split("\n", 2)[2], "two tasks have the same name"),
    "unknown rule": (MANIFEST.replace('"softmax"\n', '"soft"\n', 2), "by_hand = 'soft' is unknown; known: softmax"),
    "no TOML": ("title = Attention\n", "week.toml: .*line 1"),
    "no UTF-8": (MANIFEST.encode("utf-16"), "week.toml: "),
    "one task as a table": (MANIFEST.replace("[[task]]", "[task]"), r"a task is written as \[\[task\]\]"),
    "limits that are a number": ("limits = 3\n" + MANIFEST, "week.toml"),
    "seconds in words": (MANIFEST + 'seconds = "ten"\n', "seconds"),
    "seconds 0": (MANIFEST + "seconds = 0\n", "seconds"),
    "memory negative": (MANIFEST + "memory_mb = -1\n", "memory_mb"),
    "a name that is a path": (MANIFEST.replace('name = "softmax"', 'name = "../softmax"'), r"\.\./softmax"),
    "a name that is a number": (MANIFEST.replace('name = "softmax"', "name = 3"), "name"),
    "no tasks": ('title = "Attention"\n', "task"),
}


@pytest.mark.parametrize(("manifest", "says"), FAULTY.values(), ids=FAULTY)
def test_a_faulty_manifest_is_refused_with_its_path(tmp_path: Path, manifest: str | bytes, says: str) -> None:
    with pytest.raises(CourseError, match=says) as refusal:
        course_of(tmp_path, manifest)
    assert str(tmp_path / WEEK) in str(refusal.value)


def test_a_folder_without_a_manifest_is_no_course(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match="this is not a course"):
        Course.open(tmp_path)


def test_an_unknown_name_is_answered_with_the_names_there_are(tmp_path: Path) -> None:
    course = course_of(tmp_path, MANIFEST)
    with pytest.raises(CourseError, match="no week 'week-99'; the course has week-12"):
        course.week("week-99")
    with pytest.raises(CourseError, match="week-12 has no task 'softmin'; its tasks are softmax"):
        course.week("week-12").task("softmin")


# ---------------------------------------------------------------- what decides a grade


@pytest.mark.parametrize("name", [SOLUTION, KNOWN, VISIBLE, HIDDEN])
def test_the_content_hash_follows_every_file_that_decides_a_grade(tmp_path: Path, name: str) -> None:
    week = softmax_course(tmp_path).week("week-12")
    before = week.content_hash()
    assert before == week.content_hash()
    (tmp_path / name).write_text((tmp_path / name).read_text(encoding="utf-8") + "# more\n", encoding="utf-8")
    assert week.content_hash() != before


DEADLINE = '[deadline]\nat = 2026-10-31T20:00:00\nzone = "Europe/Berlin"\n\n'


@pytest.mark.parametrize(
    ("old", "new", "decides"),
    [
        ("points = 10", "points = 11", True),
        ("points = 10", "points = 10\nseconds = 7", True),
        ('by_hand = "softmax"', "", True),
        ("[[task]]", f"{DEADLINE}[[task]]", False),
    ],
    ids=["points", "seconds", "rule", "deadline"],
)
def test_of_the_manifest_only_what_decides_a_raw_score_counts(
    tmp_path: Path, old: str, new: str, decides: bool
) -> None:
    before = softmax_course(tmp_path / "a").week("week-12").content_hash()
    after = softmax_course(tmp_path / "b", MANIFEST.replace(old, new)).week("week-12").content_hash()
    assert (after != before) == decides


def test_the_content_hash_does_not_depend_on_the_place(tmp_path: Path) -> None:
    here, there = softmax_course(tmp_path / "a"), softmax_course(tmp_path / "b c")
    assert here.week("week-12").content_hash() == there.week("week-12").content_hash()


def test_the_content_hash_tells_with_and_without_hidden_checks(tmp_path: Path) -> None:
    week = softmax_course(tmp_path).week("week-12")
    before = week.content_hash()
    (tmp_path / HIDDEN).unlink()
    assert week.content_hash() != before


def test_the_course_of_this_repository_opens() -> None:
    assert Course.open().week("week-12").task("softmax").points == 10
