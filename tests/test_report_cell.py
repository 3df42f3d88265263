"""What stands under a notebook's cell: the learner's words are text and never markup, in HTML and in plain text."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

from autograder.course import Course
from autograder.notebooks import Notebook
from autograder.report import words
from autograder.report.cell import Report, Sentence
from autograder.result import TaskResult

HOSTILE = "def softmax(scores, dim=-1, temperature=1.0):\n    raise RuntimeError('<img src=x>\\x1b[31m\\u202e`a`')\n"


def report_of(graded: TaskResult, text: str) -> Report:
    task = Course.open().week("week-12").task("softmax")
    return Report(task, graded, Notebook.of_session(["", text]).extract(task))


def test_no_word_of_the_learner_is_markup_or_a_control_sign(grade_text) -> None:
    report = report_of(grade_text(HOSTILE + "print('<script>')\n"), HOSTILE)
    page = report._repr_html_()
    assert "<img" not in page
    assert "<script" not in page
    assert "&lt;img src=x&gt;\\x1b[31m\\u202e<code>a</code>" in page
    assert "\x1b" not in page + str(report)
    assert "  | <script>" in str(report)


def test_the_html_is_well_formed(grade_text) -> None:
    opened: list[str] = []

    class Parser(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list) -> None:
            opened.extend([tag] if tag != "br" else [])

        def handle_endtag(self, tag: str) -> None:
            assert opened.pop() == tag

    Parser().feed(report_of(grade_text(HOSTILE), HOSTILE)._repr_html_())
    assert opened == []


def test_the_place_is_the_input_and_its_line(grade_text) -> None:
    assert "(In [2], line 2)" in " ".join(str(report_of(grade_text(HOSTILE), HOSTILE)).split())


def test_practice_points_are_the_share_of_what_was_checked(grade_text) -> None:
    graded = grade_text(HOSTILE)
    report = report_of(graded, HOSTILE)
    of = sum(check.points for check in graded.checks)
    assert report.practice_points == round(10 * graded.earned / of, 2) < 10
    assert all(len(line) <= 80 for line in str(report).split("\n"))


def test_a_sentence_is_shown_as_it_is() -> None:
    sentence = Sentence("There is no task `<x>`.")
    assert repr(sentence) == "There is no task `<x>`."
    assert sentence._repr_html_() == '<p role="status">There is no task <code>&lt;x&gt;</code>.</p>'
    assert sentence.practice_points == 0.0


def test_the_place_in_a_notebook_is_its_cell_and_line(grade_text) -> None:
    graded = grade_text(HOSTILE)
    check = replace(graded.checks[0], line=2)
    assert words.place(graded, check) == "softmax.py:2"
    assert words.place(graded, replace(check, cell=3)) == "softmax.py, code cell 3, line 2"
    assert words.place(graded, replace(check, line=None)) == "softmax.py"
