"""The pages of a class: everything said, nothing that a learner must not read, and no text that becomes markup."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from test_terminal import MISSING, NOT_STARTED, PASSED, PENDING, check, result, task

from autograder.report import charts, words
from autograder.report.decisions import for_learner
from autograder.report.feedback import feedback
from autograder.report.html import VOID, clean, sentence
from autograder.report.markdown import inert
from autograder.report.page import (
    STAFF,
    Adjustment,
    Standing,
    overview_page,
    page_name,
    student_markdown,
    student_page,
)
from autograder.result import Result

few = settings(max_examples=40, deadline=None, derandomize=True, database=None)
many = settings(few, max_examples=300)
anything = st.text(st.characters(codec=None, categories=None), max_size=40) | st.sampled_from(
    [
        "</style><script>alert(1)</script>",
        '" onload="alert(1)',
        "<!-- ",
        "&lt;b&gt;",
        "a\x1b[31mb\u202e\ud800\ufffe",
        "]]><svg onload=x>",
        "[link](javascript:alert(1))",
        "![picture](http://example.org/p.png)",
        "# heading",
        "```\n</code>",
        "<https://example.org> https://example.org www.example.org a@example.org @someone #12",
        "\n\n- item\n\n    code\n\n1. one\n---\n| a |\n|---|",
        "`a``b` `c",
        "x `y`z` $m$ \\",
    ]
)


WITHIN_A_LINE = {"a", "b", "bdi", "code", "span", "wbr"}


class Page(HTMLParser):
    """A page taken apart: its elements must be balanced, and its text is what a reader sees."""

    def __init__(self, html: str):
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.pieces: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []
        self.text = " ".join("".join(self.pieces).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.pieces += [] if tag in WITHIN_A_LINE else [" "]
        self.elements.append((tag, dict(attrs)))
        assert len(dict(attrs)) == len(attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        self.pieces += [] if tag in WITHIN_A_LINE else [" "]

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.pieces.append(data)

    def all(self, attribute: str) -> list[str]:
        return [facts[attribute] for _, facts in self.elements if attribute in facts]


def shape(html: str) -> list[tuple[str, list[str]]]:
    """The elements and the names of their attributes, whatever the texts are."""
    return [(tag, sorted(facts)) for tag, facts in Page(html).elements]


def standing(of: Result | None = None, **facts: object) -> Standing:
    score, highest = (of.score, of.max_score) if of else (0, 26)
    made = Standing(
        "s1", "Ann Example", "week-12", "Attention and Transformers", "graded" if of else "absent", of,
        score, highest, str(score) if of else "0",
    )  # fmt: skip
    return replace(made, **facts)


WRONG = task(
    "softmax",
    "failed",
    check("check_a"),
    check(
        "check_b",
        "failed",
        message="softmax([1]): got 2. Likely: You forgot `exp`.",
        mistake="no-exp",
        hint="Not shown.",
        line=7,
        detail="Mismatch: the whole story",
    ),
    check("check_c", "error", message="softmax([2]) raised ValueError.", hint="Look at `dim`.", line=9),
    check("grade_secret_inputs", "failed", mistake="no-exp", line=77, detail="softmax(the hidden input)",
          message="A hidden check of softmax: it did not pass. Likely: You forgot `exp`."),
    check("grade_more", "error", message="A hidden check of softmax: it did not pass. Likely: You forgot `exp`. "
          "(Your code raised ValueError.)", mistake="no-exp"),
    check("grade_other", "failed", message="A hidden check of softmax: Divide by the sum.", hint="Divide by the sum."),
    check("grade_good"),
    notes=("softmax changes its input; work on a copy.",),
    printed="first\n<b>second</b>\x1b[0m",
    path="secret/path/softmax.py",
)  # fmt: skip
SYNTAX = task(
    "heads",
    "error",
    *(check(name, "error", message="Python cannot read the file.", line=3) for name in ("check_a", "grade_a")),
)
OURS = task("explanation", "internal", check("check_a"), check("check_b", "internal", message="Our fault, see --json."))
ALL = result(
    WRONG, PASSED, NOT_STARTED, MISSING, SYNTAX, OURS, submission="hand-ins/secret",
    isolation={"level": "weak", "sentence": "Something got through.", "got_through": ["network"]},
    grader={"version": "0.1.0", "content": "c0ffee" * 10}, seconds=12.345,
)  # fmt: skip
CHANGED = standing(
    ALL,
    final="11.2",
    late="2 days late: −20 %",
    adjustments=(
        Adjustment("points", "softmax", "4", "6", "The idea is right.", "tutor-7", "2026-11-03T10:00:00Z"),
        Adjustment("extension", "", "", "2026-11-05", "You were ill.", "tutor-7", "2026-11-01T10:00:00Z"),
        Adjustment("comment", "heads", "", "", "Well explained.", "tutor-7", "2026-11-04T10:00:00Z"),
    ),
    warnings=("softmax (1).py was taken as softmax.py.",),
)


def learner(*standings: Standing) -> Page:
    return Page(student_page(standings, audience="learner"))


def staff(*standings: Standing) -> Page:
    return Page(student_page(standings, audience="staff"))


# ---- what a student reads


def test_the_page_begins_with_the_mark_and_what_comes_next() -> None:
    assert learner(standing(ALL)).text.startswith(
        "Ann Example · week-12 10 / 30 Ann Example s1 "
        "week-12 · Attention and Transformers 10 / 30 1 of 6 tasks complete. "
        "Next: softmax · softmax · 10 more points Likely: You forgot exp. "
        "The tasks of week-12 Task Status Points softmax ✗ partly right 4/14"
    )


def test_every_check_has_its_title_outcome_and_points_and_what_to_do() -> None:
    text = learner(standing(ALL)).text
    assert "The title of check_a. ✓ passed 2/2" in text
    assert "The title of check_b. ✗ not yet right 0/2 softmax([1]): got 2. softmax.py:7" in text
    assert "✗ raised an error 0/2 softmax([2]) raised ValueError. Try: Look at dim. softmax.py:9" in text
    assert "softmax changes its input; work on a copy." in text
    assert r"Your code printed: first <b>second</b>\x1b[0m" in text


def test_a_named_mistake_is_said_once_for_the_task() -> None:
    article = learner(standing(result(WRONG))).text.split("partly right · ")[1]
    assert article.count("You forgot exp") == 1
    two = replace(WRONG, checks=(*WRONG.checks, check("check_z", "failed", message="z. Likely: Other.", mistake="o")))
    article = learner(standing(result(two))).text.split("partly right · ")[1]
    assert article.count("Likely: You forgot exp.") == 3 and "z. Likely: Other." in article


def test_hidden_checks_say_one_authored_sentence_and_no_title() -> None:
    text = learner(standing(ALL)).text
    assert "A hidden check of softmax ✗ raised an error 0/2 See Likely, above." in text
    assert "A hidden check of softmax ✗ not yet right 0/2 Divide by the sum." in text
    assert "A hidden check ✓ passed 2/2" in text
    same = [
        check(f"grade_{points}", "failed", points=points, message=f"A hidden check of f: Try {what}.")
        for points, what in ((1, "g"), (2, "h"), (3, "g"), (4, "g"))
    ]
    text = learner(standing(result(task("f", "failed", *same, check("check_a"))))).text
    assert "3 hidden checks of f ✗ not yet right 0/8 Try g. A hidden check of f ✗ not yet right 0/2 Try h." in text


@pytest.mark.parametrize(
    "secret",
    ["whole story", "hidden input", "grade_", "no-exp", "secret", "weak", "network", "12.345", "tutor-7",
     "c0ffee" * 3, "(1).py", "The title of grade", "softmax.py:77", "Not shown"],
)  # fmt: skip
def test_a_learner_does_not_read_what_only_staff_may(secret: str) -> None:
    assert secret not in student_page([CHANGED], audience="learner")
    assert secret not in student_markdown([CHANGED])
    assert secret in student_page([CHANGED], audience="staff")


def test_what_every_check_meets_is_said_once() -> None:
    text = learner(standing(ALL)).text
    assert text.count("Python cannot read the file. All 2 checks meet this. heads.py:3") == 1
    assert "✗ raised an error · 0 of 4 points Python" in text
    assert "· not started · 0 of 2 points Open positions.py and begin: its first lines say what to build." in text
    assert "· not handed in · 0 of 2 points attention.py was not handed in." in text


def test_a_hidden_check_shows_no_line() -> None:
    alike = [check(f"grade_{letter}", "failed", message="A hidden check of f: Try g.", line=42) for letter in "ab"]
    for checks in (alike, [*alike, check("check_a")]):
        assert ".py:42" not in student_page([standing(result(task("f", "failed", *checks)))], audience="learner")


SLOW = "(Your code did not come back in time.)"


def test_an_endless_loop_in_the_whole_task_is_said_once() -> None:
    """The limits in the visible sentences differ, and so do the titles of the hidden ones."""
    visible = [check(f"check_{n}", "timeout", message=f"Not back after {n} seconds: look for a loop.") for n in "51"]
    hidden = [
        check(f"grade_{n}", "timeout", message=f"A hidden check of f: Do {n}. {SLOW}", title=f"Do {n}.") for n in "ab"
    ]
    of = standing(result(task("f", "timeout", *visible, *hidden)))
    text = learner(of).text
    assert "Not back after 5 seconds: look for a loop. All 4 checks meet this." in text
    assert "Do a." not in text and "Do b." not in text
    assert "Do a" not in student_markdown([of])


def test_hidden_checks_that_meet_the_same_endless_loop_are_one_line() -> None:
    hidden = [
        check(f"grade_{n}", "timeout", message=f"A hidden check of f: Do {n}. {SLOW}", title=f"Do {n}.") for n in "ab"
    ]
    text = learner(standing(result(task("f", "failed", check("check_a"), *hidden)))).text
    assert "2 hidden checks of f ✗ out of time" in text, text
    assert "Your code did not come back in time." in text
    assert text.count("Do a.") == 1 and "Do b." not in text  # beside "Next:" alone
    alone = learner(standing(result(task("f", "failed", check("check_a"), hidden[0])))).text
    assert "Do a." in alone


def test_a_file_that_lacks_the_name_was_handed_in() -> None:
    says = "Your file does not define `f`."
    of = standing(
        result(task("f", "missing", *(check(name, "missing", message=says) for name in ("check_a", "check_b"))))
    )
    assert "Your file does not define f. All 2 checks meet this." in learner(of).text
    assert "not handed in" not in learner(of).text


def test_a_part_that_is_not_begun() -> None:
    parts = [check("check_a"), check("check_b", "not_started", message="`merge` is not started.", line=5)]
    text = learner(standing(result(task("heads", "failed", *parts)))).text
    assert "2 more points merge is not started." in text
    assert "The title of check_b. · not started 0/2 merge is not started. heads.py:5" in text


def test_what_was_tried_is_worked_on_before_what_is_not_begun() -> None:
    parts = [
        check("check_a", "not_started", message="`merge` is not started."),
        check("check_b", "failed", message="split: got 1."),
    ]
    assert "2 more points split: got 1." in learner(standing(result(task("heads", "failed", *parts)))).text.replace(
        "4 more", "2 more"
    )


def test_points_that_staff_gave_are_not_asked_for_again() -> None:
    given_points = Adjustment("points", "softmax", "4", "14", "", "", "")
    text = learner(standing(result(WRONG), adjustments=(given_points,), final="14")).text
    assert "Next:" not in text and "more points" not in text
    both = standing(result(WRONG, MISSING), adjustments=(given_points,), final="14")
    assert "Next: attention · attention · 2 more points attention.py was not handed in." in learner(both).text
    for kind in ("points", "excused"):
        settled = standing(ALL, adjustments=(Adjustment(kind, "", "", "9", "", "", ""),), final="9")
        settled = replace(settled, status="excused" if kind == "excused" else "graded")
        assert "Next:" not in learner(settled).text and "Next:" not in student_markdown([settled])


def test_our_fault_is_said_to_be_ours() -> None:
    text = learner(standing(ALL)).text
    assert f"! our fault 0/2 {words.OURS}" in text
    assert "--json" not in text


def test_points_that_are_still_to_run_are_said() -> None:
    text = learner(standing(result(PENDING))).text
    assert "Public checks: 2 of 2 points. 10 points run after hand-in." in text
    assert "✓ public checks passed · 2 of 12 points" in text and "Nothing is left" not in text


def test_a_complete_week_says_so() -> None:
    text = learner(standing(result(PASSED))).text
    assert "4 / 4 Everything passed. Nothing is left to do." in text and "Next:" not in text


def test_how_a_changed_mark_came_about() -> None:
    text = learner(CHANGED).text
    assert (
        "The checks gave 10 of 30 points. softmax: your teacher has given 6 points in place of 4. The idea is right. "
        "Your teacher has moved your deadline to 2026-11-05. You were ill. heads: Well explained. 2 days late: −20 %. "
        "So the mark is 11.2 of 30."
    ) in text
    assert "softmax · points given by your teacher 6/14" in text and "6 of 14 points (the checks gave 4)" in text


def test_a_penalty_says_when_the_work_came_and_when_it_was_due() -> None:
    came = "Handed in 2026-11-02 07:00, deadline 2026-10-31 20:00 (America/New_York)"
    late = standing(ALL, late="2 days late: 20 % less.", came=came, final="8")
    for text in (learner(late).text, staff(late).text, student_markdown([late]), feedback(late)):
        assert "07:00, deadline 2026-10-31 20:00 (America/New_York): 2 days late: 20 % less." in text.replace("\\", "")
    assert "deadline" not in learner(replace(late, late="", final="10")).text


def test_absent_excused_not_graded_and_zero_are_four_things() -> None:
    nothing = result(NOT_STARTED)
    assert "absent Nothing for week-12 was handed in. It counts 0 of 26 points." in learner(standing()).text
    assert "excused Excused: this week does not count." in learner(standing(status="excused", final="")).text
    waiting = learner(standing(status="not_graded", final="")).text
    assert "not graded Handed in, and not graded yet. Your teacher sees that too." in waiting
    assert "0 / 2 0 of 1 tasks complete." in learner(standing(nothing)).text


def test_points_by_decision_alone_need_no_checks() -> None:
    decided = Adjustment("points", "", "", "12", "", "tutor-7", "2026-11-03T10:00:00Z")
    by_hand = standing(status="graded", final="12", adjustments=(decided,))
    said = (
        "12 / 26 Graded by your teacher, without the checks. Your teacher has given 12 points. So the mark is 12 of 26."
    )
    assert said in learner(by_hand).text
    assert "Graded by your teacher, without the checks." in student_markdown([by_hand])
    assert "1 graded" in Page(overview_page([by_hand], title="x")).text


def test_several_weeks_have_a_list_of_their_marks() -> None:
    second = standing(result(PASSED), week="week-20", title="Transformers")
    text = learner(standing(ALL), second).text
    assert "week-12 · Attention and Transformers 10 / 30 week-20 · Transformers 4 / 4" in text


# ---- what staff read


def test_staff_read_everything() -> None:
    text = staff(CHANGED).text
    for fact in (
        "Look at: softmax (1).py was taken as softmax.py.",
        "softmax: 6 points in place of 4, by tutor-7 on 2026-11-03 at 10:00 UTC. The idea is right.",
        "The title of grade_secret_inputs. ✗ not yet right 0/2 "
        "A hidden check of softmax: it did not pass. Likely: You forgot exp. "
        "softmax.py:77 grade_secret_inputs · hidden · mistake no-exp · line 77 · 0.01 s softmax(the hidden input)",
        "check_b · visible · mistake no-exp · line 7 · 0.01 s Hint: Not shown. Mismatch: the whole story",
        "The title of grade_good. ✓ passed 2/2 grade_good · hidden · 0.01 s",
        "Found at secret/path/softmax.py",
        "submission hand-ins/secret isolation weak Something got through. got through network",
        "time 12.345 s",
    ):
        assert fact in text, fact
    assert "../overview.html" in staff(CHANGED).all("href")


def test_staff_read_who_decided_what_and_when() -> None:
    made = ("tutor-7", "2026-11-04T10:00:00Z")
    decided = (
        Adjustment("comment", "", "", "yes", "Well explained.", *made),
        Adjustment("excused", "", "", "yes", "Was ill.", *made),
        Adjustment("extension", "", "2026-10-31 20:00 (UTC)", "2026-11-02 20:00 (UTC)", "", *made),
        Adjustment("points", "", "", "1", "", "", ""),
    )
    text = staff(standing(ALL, adjustments=decided)).text
    for said in (
        "Comment by tutor-7 on 2026-11-04 at 10:00 UTC. Well explained.",
        "Excused, by tutor-7 on 2026-11-04 at 10:00 UTC. Was ill.",
        "Deadline moved to 2026-11-02 20:00 (UTC) from 2026-10-31 20:00 (UTC), by tutor-7 on 2026-11-04 at 10:00 UTC.",
        "1 point.",
    ):
        assert said in text


def test_the_learner_reads_decisions_as_sentences() -> None:
    decided = {
        "points": ("softmax: your teacher has given 6 points in place of 4. Shown.", "softmax", "4", "6"),
        "excused": ("Your teacher has excused you from this week. Shown.", "", "", "yes"),
        "extension": ("Your teacher has moved your deadline to 20:00. Shown.", "", "19:00", "20:00"),
        "comment": ("softmax: Shown.", "softmax", "", "yes"),
    }
    for kind, (said, task_, old, new) in decided.items():
        assert for_learner(Adjustment(kind, task_, old, new, "Shown.", "", "")) == said


def test_staff_read_what_is_not_known_of_a_hand_in() -> None:
    text = staff(standing(ALL, stranger=True, timed=False)).text
    assert "Look at: This student is not on the roster." in text
    assert "Look at: There is no time of submission, so this counted as in time." in text
    assert "Look at: " not in staff(standing(ALL)).text


def test_learner_and_staff_read_notes_on_the_hand_in() -> None:
    for page_ in (learner, staff):
        assert "Not read: util.py." in page_(standing(ALL, notes=("Not read: util.py.",))).text


def test_staff_read_where_nothing_was_found() -> None:
    assert "attention.py was not found in the hand-in." in staff(standing(result(replace(MISSING, path=None)))).text


# ---- the same numbers, the same bytes


def test_the_numbers_are_those_of_the_result() -> None:
    for text in (learner(standing(ALL)).text, student_markdown([standing(ALL)])):
        assert f"{ALL.score} / {ALL.max_score}" in text
        for each in ALL.tasks:
            assert f"{each.earned} of {each.points} points" in text
        assert "Graded 2026-10-31T20:00:00Z by version 0.1.0, content c0ffeec0ffee." in text.replace("`", "")


def test_the_lines_of_a_task_add_up() -> None:
    article = learner(standing(result(WRONG))).text.split("partly right · ")[1]
    numbers = [tuple(map(int, pair)) for pair in re.findall(r" (\d+)/(\d+)", article)]
    assert tuple(map(sum, zip(*numbers, strict=True))) == (WRONG.earned, sum(each.points for each in WRONG.checks))


def test_the_same_data_gives_the_same_bytes() -> None:
    again = replace(CHANGED, result=Result.from_json(ALL.to_json()))
    for make in (lambda of: student_page([of], audience="staff"), lambda of: student_markdown([of])):
        assert make(CHANGED) == make(again)
    assert overview_page([CHANGED], title="x") == overview_page([again], title="x")


@pytest.mark.parametrize("standings", [(), (standing(), standing(student="s2"))])
def test_a_page_is_of_one_student(standings: tuple[Standing, ...]) -> None:
    with pytest.raises(ValueError, match="exactly one student"):
        student_page(standings, audience="learner")


def test_wrong_facts_are_refused() -> None:
    with pytest.raises(ValueError, match="'parents' is no audience; known: learner, staff"):
        student_page([standing()], audience="parents")
    with pytest.raises(ValueError, match="'lost' is no status; known: graded, absent"):
        standing(status="lost")
    with pytest.raises(ValueError, match="'s1' is graded in week-12, so a result is needed"):
        standing(status="graded")


# ---- nothing a learner writes becomes markup


def soiled(text: str) -> Standing:
    """A standing with that text wherever a learner, a file or a person can put one."""
    checks = (
        check("check_a", "failed", message=text, hint=text, title=text, line=3, detail=text, mistake=None),
        check("check_b", "error", message=f"{text} Likely: x", hint=text, mistake="m"),
        check("grade_a", "failed", message=text, hint=text, detail=text),
        check("grade_b"),
    )
    work = task(
        "softmax", "failed", *checks, title=text, notes=(text,), printed=f"|{text}|", path=f"/{text}", file=f"a{text}"
    )
    decided = tuple(Adjustment(kind, text, text, text, text, text, text) for kind in ("points", "comment", "extension"))
    return Standing(
        f"s{text}", f"n{text}", f"w{text}", text, "graded", result(work, title=text, submission=f"/{text}"),
        0, 8, f"0{text}", late=f"late {text}", adjustments=decided, warnings=(text,), notes=(text,),
    )  # fmt: skip


@few
@given(anything)
def test_no_text_changes_the_elements_of_a_page(text: str) -> None:
    for audience in ("learner", "staff"):
        html = student_page([soiled(text)], audience=audience)
        assert shape(html) == shape(student_page([soiled(harmless(text))], audience=audience))
        assert holds_no_control_codes(html)


@few
@given(anything)
def test_no_text_changes_the_elements_of_the_overview(text: str) -> None:
    html = overview_page([soiled(text)], title=f"t{text}")
    assert shape(html) == shape(overview_page([soiled(harmless(text))], title="t"))
    assert holds_no_control_codes(html)


def harmless(text: str) -> str:
    """The same text as far as the page's shape goes: empty or not, with as many pieces of code."""
    pieces = text.split("`")
    if text.strip() == "":
        return text
    if len(pieces) % 2 == 0:
        return "x"
    return "`".join("x" if piece else "" for piece in pieces)


def holds_no_control_codes(html: str) -> bool:
    return html.encode("utf-8").decode("utf-8") == html and all(clean(line) == line for line in html.split("\n"))


@many
@given(anything)
def test_a_sentence_says_its_text(text: str) -> None:
    seen = "".join(Page(f"<span>{sentence(text)}</span>").pieces)
    assert seen == clean(text) or seen == clean(text).replace("`", "")


def test_the_policy_allows_this_style_and_nothing_else() -> None:
    html = student_page([standing()], audience="learner")
    [style] = re.findall("<style>(.*?)</style>", html, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    [policy] = Page(html).all("content")[:1]
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


@pytest.mark.parametrize("html", [student_page([CHANGED], audience="staff"), overview_page([CHANGED], title="x")])
def test_a_page_loads_nothing_and_its_anchors_exist(html: str) -> None:
    of = Page(html)
    assert not {tag for tag, _ in of.elements} & {"script", "link", "img", "iframe", "form", "object", "embed"}
    assert not {name for _, facts in of.elements for name in facts} & {"style", "src", "srcset", "action"}
    assert "url(" not in html and "@import" not in html
    assert len(of.all("id")) == len(set(of.all("id")))
    assert {href[1:] for href in of.all("href") if href.startswith("#")} <= set(of.all("id"))
    assert set(of.all("aria-labelledby")) <= set(of.all("id"))


# ---- Markdown

markdown = MarkdownIt("commonmark").enable(["table", "strikethrough"])
ACTIVE = {"link_open", "image", "html_inline", "html_block", "em_open", "strong_open", "hardbreak", "s_open"}


def blocks(text: str) -> list[str]:
    return [token.type for token in markdown.parse(text)]


def active(text: str) -> list[str]:
    inline = [child.type for token in markdown.parse(text) for child in token.children or ()]
    return [kind for kind in inline if kind in ACTIVE]


@few
@given(anything)
def test_no_text_becomes_markup_in_markdown(text: str) -> None:
    mine, plain_one = student_markdown([soiled(text)]), student_markdown([soiled(harmless(text))])
    assert blocks(mine) == blocks(plain_one)
    assert active(mine) == active(plain_one)
    mine.encode("utf-8")


@many
@given(anything)
def test_inert_text_is_read_as_it_was_written(text: str) -> None:
    rendered = Page(markdown.render(f"Said: {inert(text)}")).text
    said = " ".join(rendered.removeprefix("Said:").split())
    assert said.replace("`", "").replace(" ", "") == "".join(clean(text).split()).replace("`", "")


@pytest.mark.parametrize(
    "text",
    ["https://a.example", "www.a.example", "a@example.org", "@someone", "#12", "a/b#12", "GH-12", "$x$", "0123456789ab",
     ":tada:", "~~gone~~", "[^1]"],
)  # fmt: skip
def test_what_a_platform_would_make_a_link_is_code(text: str) -> None:
    assert inert(f"see {text} now") == f"see `{text}` now"


def test_the_markdown_page() -> None:
    text = student_markdown([replace(CHANGED, notes=("Not read: x.",)), standing(week="week-20", title="Transformers")])
    assert "\n- Note: Not read: x.\n" in text
    assert text.startswith("# Ann Example\n\nStudent: s1\n\n## week-12 · Attention and Transformers\n\n**11.2 / 30**\n")
    assert "\n- Note: 2 days late: −20 %.\n" in text
    assert "\nNext: `heads`. Python cannot read the file.\n" in text
    assert "\nNext: `softmax`. Likely: You forgot `exp`.\n" in student_markdown([standing(ALL)])
    assert "\n### · `softmax` · softmax\n\nPoints given by your teacher · 6 of 14 points\n\n**Likely:** You" in text
    assert "  - Try: Look at `dim`.\n  - Look at `softmax.py:9`\n" in text
    assert "\nYour code printed:\n\n    first\n    <b>second</b>\\x1b[0m\n" in text
    assert "\nIn short: Python cannot read the file. All 2 checks meet this. (`heads.py:3`)\n" in text
    assert text.endswith("\n**absent**\n\nNothing for week-20 was handed in. It counts 0 of 26 points.\n")


def test_feedback_for_a_platform_is_plain_text() -> None:
    lines = feedback(replace(CHANGED, notes=("Not read: util.py.",))).splitlines()
    assert lines[0] == "Attention and Transformers: 11.2 / 30"
    assert "Not read: util.py." in lines
    assert "softmax: 6 of 14 points, points given by your teacher." in lines
    assert "Likely: You forgot `exp`." in lines
    assert "- The title of check_c. raised an error, 0/2. softmax([2]) raised ValueError. Try: Look at `dim`." in lines
    assert "softmax changes its input; work on a copy." in lines
    assert "Python cannot read the file. All 2 checks meet this." in lines
    assert not any(line.startswith(("#", "**", "  -")) for line in lines)
    assert "the hidden input" not in " ".join(lines)


def test_feedback_without_a_result_is_the_mark_and_what_it_means() -> None:
    said = feedback(standing(status="excused", final=""))
    assert said == "Attention and Transformers: excused\nExcused: this week does not count.\n"


# ---- names of files


@many
@given(anything, anything)
def test_every_student_has_a_file_of_their_own(one: str, other: str) -> None:
    names = {page_name(student) for student in {one, other, one.upper(), one.lower(), f"{one} ", f"{one}."}}
    assert len({name.casefold() for name in names}) == len({one, other, one.upper(), one.lower(), f"{one} ", f"{one}."})


@pytest.mark.parametrize(
    "student",
    ["", ".", "..", "../../etc/passwd", "a/b", "a\\b", "C:", "con", "NUL", "com1", "lpt9.txt", "aux.", "-rf", "~",
     "x" * 300, "Ωmega", "李小龍", "a b", "a\0b", "\ud800", "*?", "A", "a~b", "%2e%2e"],
)  # fmt: skip
def test_a_name_that_every_file_system_takes(student: str) -> None:
    stem = page_name(student, "")
    assert re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,39}(~[0-9a-f]{16})?", stem)
    assert stem not in ("con", "nul", "com1", "aux")


def test_a_plain_id_stays_and_an_odd_one_can_be_read() -> None:
    assert page_name("s1234567") == "s1234567.html"
    assert page_name("s1234567", ".md") == "s1234567.md"
    assert page_name("Müller, Ann").startswith("muller-ann~")


# ---- the class


def a_class() -> list[Standing]:
    good, wrong = result(PASSED, NOT_STARTED), result(replace(WRONG, task="softmax"), NOT_STARTED)
    slow = result(task("softmax", "timeout", check("check_a", "timeout"), check("check_b")), NOT_STARTED)
    return [
        standing(good, student="a", name="Ann"),
        standing(wrong, student="b", name="Bob", warnings=("Two hand-ins: the later one was taken.",)),
        standing(wrong, student="c", name="", final="1.6", late="2 days late: −20 %"),
        standing(slow, student="d/d", name="Dee"),
        standing(student="e", name="Eve"),
        standing(student="f", name="Fay", status="excused", final=""),
        standing(student="g", name="Gil", status="not_graded", final=""),
    ]


def test_the_overview_counts() -> None:
    text = Page(overview_page(a_class(), title="Deep learning")).text
    assert "4 graded 1 absent 1 excused 1 not graded" in text
    assert "of 26 points: the median, by the checks alone" in text
    assert "softmax 14 0 3 1 positions 2 4 0 0" in text
    assert "Not graded: 1 Gil" in text and "Warnings: 1 Bob: Two hand-ins: the later one was taken." in text
    assert "Out of time: 1 Dee: softmax" in text and "Crashed" not in text
    assert "softmax The title of check_b. 2 of 4" in text
    assert "softmax no-exp You forgot exp. 2" in text
    assert "c 1.6 4 0 4 2 days late: −20 % graded" in text
    assert "Eve e – – – – – absent" in text and "Fay f – – – – – excused" in text
    assert "Gil g – – – – – not graded" in text


def test_the_pictures_say_their_numbers() -> None:
    labels = Page(overview_page(a_class(), title="x")).all("aria-label")
    assert "2 points: 1; 4 points: 3" in labels and "0 points: 4" in labels
    assert charts.in_words([("0", 0)]) == "nobody yet"


def test_a_column_is_as_high_as_its_number() -> None:
    drawn = Page(charts.columns([("0", 8), ("1", 0), ("2", 2), ("3", 1)])).elements
    heights = [(facts["y"], facts["height"]) for tag, facts in drawn if tag == "rect" and facts["class"] == "fill"]
    assert heights == [("0", "40"), ("30", "10"), ("35", "5")]


def test_the_overview_leads_to_the_pages_of_staff() -> None:
    links = Page(overview_page(a_class(), title="x")).all("href")
    assert [f"{STAFF}/{page_name(each.student)}" for each in a_class()] == links[-7:]


def test_the_most_frequent_come_first_and_the_others_are_folded() -> None:
    checks = [check(f"check_{number:02}", "failed", message=f"m{number}") for number in range(12)]
    text = Page(overview_page([standing(result(task("softmax", "failed", *checks)))], title="x")).text
    assert "2 more Checks that do not pass, of those who began the task: the others" in text


def test_an_empty_class_and_a_week_that_nobody_was_graded_in() -> None:
    assert "There are no students here yet." in Page(overview_page([], title="x")).text
    text = Page(overview_page([standing()], title="x")).text
    assert "0 graded 1 absent" in text and "– of 26 points: the median" in text
    assert "Nobody is graded yet." in text and "Every check passes." in text and "No mistake was named." in text


def test_an_internal_fault_comes_first_among_what_to_look_at() -> None:
    text = Page(overview_page([*a_class(), standing(ALL, student="z", name="Zoe")], title="x")).text
    assert text.index("Checks that broke by our own fault: 1 Zoe: explanation") < text.index("Not graded: 1")


def test_weeks_stand_in_their_order_and_students_as_they_came() -> None:
    weeks = [standing(student=student, week=week, name="") for student in "ba" for week in ("week-20", "week-12")]
    text = Page(overview_page(weeks, title="x")).text
    assert text.index("Students of week-12") < text.index("Students of week-20")
    assert "b – – – absent a – – – absent" in text


@pytest.mark.parametrize("highest", [0, 1, 5, 10, 15, 24, 25, 100, 101])
def test_every_number_of_points_lies_in_one_range(highest: int) -> None:
    ranges = charts.bins(highest)
    assert [value for each in ranges for value in each] == list(range(highest + 1))
    assert len(ranges) <= charts.MOST_COLUMNS and ranges[-1] == range(highest, highest + 1)


# ---- decisions and places


def test_where_a_file_lies_is_a_link_for_staff_alone() -> None:
    places = {"softmax": "../class/ada lovelace/softmax.py", "positions": "../class/a.zip!positions.py"}
    placed = standing(ALL, places=places)
    page = staff(placed)
    assert "Found at ../class/ada lovelace/softmax.py" in page.text
    assert "../../class/ada%20lovelace/softmax.py" in page.all("href")
    assert not any("zip" in link for link in page.all("href"))
    assert "../class" not in learner(placed).text


def test_all_that_came_is_a_link_for_staff_also_where_nothing_could_be_graded() -> None:
    came_as = {"ann": "../class/ann", "ann (2).zip": "../class/ann (2).zip"}
    for placed in (standing(ALL, came_as=came_as), standing(status="not_graded", final="", came_as=came_as)):
        page = staff(placed)
        assert "Handed in: ann, ann (2).zip" in page.text
        assert {"../../class/ann", "../../class/ann%20%282%29.zip"} <= set(page.all("href"))
        assert "ann (2)" not in learner(placed).text


def test_the_overview_marks_what_was_decided() -> None:
    decided = Adjustment("points", "softmax", "4", "0", "", "tutor", "2026-11-03T10:00:00Z")
    text = Page(overview_page([standing(ALL, final="6", adjustments=(decided,)), standing(ALL)], title="x")).text
    assert "6* 0*" in text and "* by a decision of staff" in text
    assert "by a decision" not in Page(overview_page([standing(ALL)], title="x")).text


def test_a_task_set_to_0_by_decision_is_not_called_partly_right() -> None:
    decided = Adjustment("points", "softmax", "4", "0", "Copied.", "tutor", "2026-11-03T10:00:00Z")
    text = learner(standing(ALL, final="6", adjustments=(decided,))).text
    assert "softmax · points given by your teacher 0/14" in text and "partly right" not in text


def test_the_overview_names_who_tried_what_is_refused() -> None:
    tried = "softmax raised PermissionError: [Errno 13]. Your code can use no files and no other programs here."
    peeked = task("heads", "error", check("check_a", "error", message=tried))
    text = Page(overview_page([standing(result(peeked, WRONG))], title="x")).text
    assert "Tried what is refused: files of others, programs, the network: 1 Ann Example: heads" in text
