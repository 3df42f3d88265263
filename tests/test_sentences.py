"""Every sentence that a learner may read, printed in one go."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_course import KNOWN, softmax_course

from autograder.authoring.sentences import print_sentences
from autograder.course import CourseError


def test_hints_checks_and_mistakes_are_printed_with_what_is_said(tmp_path: Path, capsys) -> None:
    course = softmax_course(tmp_path)
    text = (tmp_path / KNOWN).read_text(encoding="utf-8")
    (tmp_path / KNOWN).write_text("".join(text.partition("# %% ")[:2]) + text.split("# %% ")[1], encoding="utf-8")
    assert print_sentences(course=course) == 0
    said = capsys.readouterr().out
    assert said.startswith("\nweek-12/softmax · Turn scores into weights\n  hint 1\n    Three steps: ")
    assert "(visible)\n" in said and "(hidden)\n" in said
    assert said.count("  mistake ") == 1 and "Likely: " in said
    assert max(map(len, said.splitlines())) <= 80


def test_a_task_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match="There is no task 'softmin'"):
        print_sentences(task="softmin", course=softmax_course(tmp_path))
