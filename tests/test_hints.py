"""The verb ``hint``: one more each time, and a sentence where there is none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from test_course import MANIFEST, softmax_course

from autograder.authoring.starters import build_course
from autograder.course import Course, CourseError
from autograder.hints import WIDTH, open_next


@pytest.fixture
def mini(tmp_path: Path) -> Course:
    course = softmax_course(tmp_path)
    build_course(course=course)
    return course


def numbers(text: str) -> list[str]:
    return re.findall(r"^\d+\.", text, re.MULTILINE)


def test_each_time_one_more_hint_is_opened(mini: Course) -> None:
    seen = [open_next("softmax", course=mini) for _ in range(4)]
    assert [numbers(text) for text in seen] == [["1."], ["1.", "2."], ["1.", "2.", "3."], ["1.", "2.", "3."]]
    assert [text.splitlines()[-1] for text in seen] == ["2 more: ask again.", "1 more: ask again."] + [
        "solutions/week-12/softmax.py"
    ] * 2


def test_the_last_hint_names_the_answer_where_this_copy_has_it(mini: Course) -> None:
    def last() -> str:
        return [open_next("softmax", course=mini) for _ in range(4)][-1]

    assert "That was the last hint. An answer that works, to compare with yours:\nsolutions/" in last()
    mini.week("week-12").task("softmax").solution.unlink()
    assert last().endswith("\nThat was the last hint.")


def test_lines_are_folded(mini: Course) -> None:
    text = [open_next("softmax", course=mini) for _ in range(3)][-1]
    assert max(map(len, text.splitlines())) <= WIDTH


def test_how_far_a_learner_is_survives_the_process(mini: Course) -> None:
    open_next("softmax", course=mini)
    assert numbers(open_next("softmax", course=Course.open(mini.root))) == ["1.", "2."]


@pytest.mark.parametrize("content", ["", "{", "[]", '{"week-12/softmax": "two"}', '{"week-12/softmax": -5}'])
def test_a_spoilt_memory_starts_anew(mini: Course, content: str) -> None:
    mini.opened_hints.write_text(content, encoding="utf-8")
    assert numbers(open_next("softmax", course=mini)) == ["1."]


def test_an_unknown_task_is_answered_with_the_tasks_there_are(mini: Course) -> None:
    with pytest.raises(
        CourseError, match=r"There is no task 'softmin' in week-12; there is softmax\. Did you mean softmax"
    ):
        open_next("softmin", course=mini)
    with pytest.raises(CourseError, match="There is no week 'week-99'; the course has week-12"):
        open_next("softmax", week="week-99", course=mini)


def test_a_task_in_several_weeks_needs_the_week(mini: Course) -> None:
    other = mini.root / "exercises/week-20"
    other.mkdir()
    (other / "week.toml").write_text(MANIFEST, encoding="utf-8")
    course = Course.open(mini.root)
    with pytest.raises(
        CourseError, match="week-12/softmax and week-20/softmax are two tasks: say which with TASK=week-12/softmax"
    ):
        open_next("softmax", course=course)
    assert numbers(open_next("softmax", week="week-12", course=course)) == ["1."]


def test_hints_that_are_missing_or_spoilt_are_a_sentence(mini: Course) -> None:
    hints = mini.week("week-12").hints
    hints.write_text("softmax = []\n", encoding="utf-8")
    with pytest.raises(CourseError, match="week-12/softmax has no hints"):
        open_next("softmax", course=mini)
    hints.write_text("softmax = [\n", encoding="utf-8")
    with pytest.raises(CourseError, match="`make build` makes it anew"):
        open_next("softmax", course=mini)
    hints.unlink()
    with pytest.raises(CourseError, match="`make build` makes it anew"):
        open_next("softmax", course=mini)
    assert not mini.opened_hints.exists()
