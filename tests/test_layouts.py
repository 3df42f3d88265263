"""A class as platforms give it: each hand-in found, given to the right student, and nothing lost without a word."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from autograder.course import HOME, Course
from autograder.desk.plan import Plan, Ticket, entries, weeks_of
from autograder.intake import handin
from autograder.intake.layouts import LAYOUTS, ClassError, ClassFolder, read_class
from autograder.intake.reading import time_of
from autograder.intake.roster import Roster, Student

CLASS = HOME / "tests" / "submissions" / "class"


def lay(root: Path, *names: str, **texts: str) -> Path:
    """Files at ``root``: the text of each is its name, unless another one is given; zips hold a softmax.py."""
    for name in (*names, *texts):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith(".zip"):
            zipped(path, "softmax.py")
        else:
            path.write_text(texts.get(name, name), encoding="utf-8", errors="backslashreplace")
    return root


def zipped(path: Path, *names: str) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(name, f"{path.name}!{name}")


def by_id(found: ClassFolder) -> dict[str, handin.HandIn]:
    return {hand_in.ids[0]: hand_in for hand_in in found.hand_ins}


def tickets(root: Path, *students: Student, week: str = "week-12", layout: str | None = None) -> dict[str, Ticket]:
    """The jobs of a class, by student."""
    course = Course.open()
    listed = entries(read_class(root, layout), Roster(students))
    plan = Plan([course.week(week)])
    made = [plan.ticket(entry, course.week(week)) for entry in listed]
    return {ticket.student: ticket for ticket in made if ticket is not None}


def text_of(ticket: Ticket, task: str = "softmax") -> str:
    return ticket.job.submission.sources[task].text


# ---------------------------------------------------------------- Canvas


def test_canvas_loose_files_of_one_student_are_one_attempt(tmp_path: Path) -> None:
    lay(tmp_path, "doeann_4711_9001_softmax.py", "doeann_4711_9002_heads.py", "ozian_4712_9003_softmax.py")
    found = read_class(tmp_path)
    assert [(each.layout, each.ids) for each in found.hand_ins] == [
        ("canvas", ("Canvas 4711", "doeann")),
        ("canvas", ("Canvas 4712", "ozian")),
    ]
    assert found.hand_ins[0].attempts[0].tree.files == ("heads.py", "softmax.py")
    assert found.told == "2 of a Canvas download"


def test_canvas_a_file_handed_in_again_replaces_the_first(tmp_path: Path) -> None:
    lay(tmp_path, "doeann_4711_9000_softmax.py", "doeann_4711_9002_softmax-1.py", "doeann_4711_9001_softmax-2.py")
    ticket = tickets(tmp_path)["Canvas 4711"]
    assert text_of(ticket) == "doeann_4711_9002_softmax-1.py"
    said = "Handed in again, so not read: doeann_4711_9000_softmax.py, doeann_4711_9001_softmax-2.py."
    assert said in ticket.warnings


def test_canvas_two_notebooks_whose_names_end_in_numbers_are_both_kept(tmp_path: Path) -> None:
    """Else the notebook of week 20 would replace that of week 12."""
    lay(tmp_path, "doeann_4711_9000_week-12.ipynb", "doeann_4711_9001_week-20.ipynb")
    (hand_in,) = read_class(tmp_path).hand_ins
    assert hand_in.attempts[0].tree.files == ("week-12.ipynb", "week-20.ipynb")
    assert hand_in.notes == ()


def test_canvas_zips_are_attempts_and_the_last_number_counts(tmp_path: Path) -> None:
    lay(tmp_path, "doeann_4711_9_hw.zip", "doeann_4711_10_hw-1.zip")
    ticket = tickets(tmp_path)["Canvas 4711"]
    assert text_of(ticket) == "doeann_4711_10_hw-1.zip!softmax.py"
    assert ticket.warnings[0].startswith("2 attempts: doeann_4711_10_hw-1.zip counts as the latest; not graded: ")


def test_canvas_says_that_it_was_late_and_not_how_late(tmp_path: Path) -> None:
    lay(tmp_path, "doeann_LATE_4711_9000_softmax.py")
    (hand_in,) = read_class(tmp_path).hand_ins
    assert hand_in.ids == ("Canvas 4711", "doeann")
    assert hand_in.notes == ("Canvas marks it as late, without saying how late: lateness is counted by times alone.",)


def test_canvas_is_asked_of_every_file_that_counts_whether_it_was_late(tmp_path: Path) -> None:
    on_time, late = "doeann_4711_9000_heads.py", "doeann_LATE_4711_9001_softmax.py"
    lay(tmp_path, on_time, late, "roeeve_LATE_4712_9002_softmax.py", "roeeve_4712_9003_softmax-1.py")
    doe, roe = read_class(tmp_path).hand_ins
    assert doe.notes[-1].startswith("Canvas marks softmax.py as late, without saying how late")
    assert roe.notes == ("Handed in again, so not read: roeeve_LATE_4712_9002_softmax.py.",)


def test_a_file_name_of_a_learners_own_claims_nobody_elses_number(tmp_path: Path) -> None:
    lay(
        tmp_path,
        "eve_1_2_mallory_4711_9000_softmax.py",
        "Eve_3_assignsubmission_file_x_301_assignsubmission_file_softmax.py",
        "Eve_3_assignsubmission_file_y_LATE_4711_9000_heads.py",
    )
    assert set(by_id(read_class(tmp_path))) == {"Canvas 1", "Participant 3"}


# ---------------------------------------------------------------- Moodle


def test_moodle_folders_and_loose_files(tmp_path: Path) -> None:
    lay(tmp_path, "Fay Ünal_301_assignsubmission_file_/softmax.py", "Lee Li_302_assignsubmission_file_heads.py")
    found = read_class(tmp_path)
    assert [(each.layout, each.ids, each.attempts[0].tree.files) for each in found.hand_ins] == [
        ("moodle", ("Participant 301", "Fay Ünal"), ("softmax.py",)),
        ("moodle", ("Participant 302", "Lee Li"), ("heads.py",)),
    ]


def test_moodle_a_text_typed_online_goes_behind_the_files(tmp_path: Path) -> None:
    lay(tmp_path, "Fay_301_assignsubmission_file_/softmax.py", "Fay_301_assignsubmission_onlinetext_/onlinetext.html")
    (ticket,) = tickets(tmp_path).values()
    assert text_of(ticket) == "Fay_301_assignsubmission_file_/softmax.py"


def test_moodle_zips_in_a_folder_and_loose_are_opened(tmp_path: Path) -> None:
    lay(tmp_path, "Fay_301_assignsubmission_file_/hw.zip", "Lee_302_assignsubmission_file_hw.zip")
    made = tickets(tmp_path)
    assert {who: text_of(ticket) for who, ticket in made.items()} == {
        "Participant 301": "hw.zip!softmax.py",
        "Participant 302": "Lee_302_assignsubmission_file_hw.zip!softmax.py",
    }


# ---------------------------------------------------------------- repositories


def result_json(owner: str, assignment: str = "week-12", datetime: str = "2026-11-20T10:00:00Z") -> str:
    told = {"schema": "classroom50/result/v1", "classroom": "cs", "assignment": assignment, "owner": owner}
    return json.dumps({**told, "datetime": datetime})


def test_the_retired_clients_folder_names_the_user_after_the_assignment(tmp_path: Path) -> None:
    lay(tmp_path, "week-12-submissions/week-12-gil-gh/week-12/softmax.py", "week-12-submissions/grades.csv")
    (hand_in,) = read_class(tmp_path).hand_ins
    assert (hand_in.layout, hand_in.ids) == ("repositories", ("gil-gh",))


def test_the_retired_clients_folder_may_be_given_itself(tmp_path: Path) -> None:
    root = lay(tmp_path / "week-12-submissions", "week-12-gil-gh/softmax.py", "week-12-hal/softmax.py", "ida/heads.py")
    told = {"classroom": "week", "assignment": "12", "owner": "hal"}
    lay(root, **{"week-12-hal/result.json": json.dumps(told)})
    assert len(read_class(root).hand_ins) == 3
    found = by_id(read_class(root))
    assert {who: hand_in.layout for who, hand_in in found.items()} == {
        "gil-gh": "repositories", "hal": "repositories", "ida": "folders",
    }  # fmt: skip


def test_a_repository_of_another_name_in_that_folder_is_not_lost(tmp_path: Path) -> None:
    lay(tmp_path, "week-12-submissions/week-12-gil/softmax.py", "week-12-submissions/Attention-hal/softmax.py")
    assert set(by_id(read_class(tmp_path))) == {"gil", "Attention-hal"}


def test_classroom_50_is_believed_where_the_folder_is_named_so(tmp_path: Path) -> None:
    lay(tmp_path, "cs-week-12-hal-gh/softmax.py", **{"cs-week-12-hal-gh/result.json": result_json("hal-gh")})
    lay(tmp_path, "eve/softmax.py", **{"eve/result.json": result_json("hal-gh")})
    lay(tmp_path, **{"cs-week-12-ida/result.json": result_json("ida")})
    found = by_id(read_class(tmp_path))
    assert {who: hand_in.layout for who, hand_in in found.items()} == {
        "hal-gh": "repositories", "ida": "repositories", "eve": "folders",
    }  # fmt: skip
    assert found["hal-gh"].attempts[0].submitted == time_of("2026-11-20T10:00:00Z")


def test_a_repository_without_a_result_is_named_like_those_beside_it(tmp_path: Path) -> None:
    honest = {f"cs-week-12-{who}/result.json": result_json(who) for who in ("hal", "ida")}
    lay(tmp_path, "cs-week-12-new/softmax.py", **honest)
    found = by_id(read_class(tmp_path))
    assert set(found) == {"hal", "ida", "new"}
    assert found["new"].attempts[0].submitted is None


def test_a_result_of_ones_own_making_does_not_give_ones_work_to_another(tmp_path: Path) -> None:
    """``hal-gh`` says that the assignment is ``week-12-hal`` and the owner ``gh``, and ``gh`` exists."""
    forged = result_json("gh", "week-12-hal", datetime="2030-01-01T00:00:00Z")
    honest = {f"cs-week-12-{who}/result.json": result_json(who) for who in ("gh", "ida", "jon")}
    lay(tmp_path, **honest, **{"cs-week-12-hal-gh/result.json": forged})
    found = by_id(read_class(tmp_path))
    assert set(found) == {"gh", "hal-gh", "ida", "jon"}
    assert found["hal-gh"].attempts[0].submitted is None


def test_among_plain_folders_one_result_alone_does_not_make_an_owner(tmp_path: Path) -> None:
    """``evil-week-12-ada`` is a user name of the roster, and so is ``ada``."""
    forged = json.dumps({"classroom": "evil", "assignment": "week-12", "owner": "ada", "datetime": "2099-01-01T00:00Z"})
    lay(tmp_path, "ada/softmax.py", "evil-week-12-ada/softmax.py", **{"evil-week-12-ada/result.json": forged})
    made = tickets(tmp_path, Student("1", user="ada"), Student("2", user="evil-week-12-ada"))
    assert text_of(made["1"]) == "ada/softmax.py"
    assert set(made) == {"1", "2"}
    assert set(tickets(tmp_path)) == {"ada", "evil-week-12-ada"}


@pytest.mark.parametrize("text", ["", "[]", "{", '{"classroom": 3}', "[" * 100_000, '"x"'])
def test_a_result_that_says_nothing_makes_a_plain_folder(tmp_path: Path, text: str) -> None:
    lay(tmp_path, **{"hal/result.json": text})
    assert by_id(read_class(tmp_path))["hal"].layout == "folders"


def test_repositories_without_any_sign_are_known_by_what_all_names_begin_with(tmp_path: Path) -> None:
    lay(tmp_path, "hw-12-ada/softmax.py", "hw-12-ben-gh/softmax.py")
    assert set(tickets(tmp_path, Student("1", user="ada"), Student("2", user="ben-gh"))) == {"1", "2"}


def test_a_name_that_ends_like_anothers_is_not_that_other(tmp_path: Path) -> None:
    """``super-ada`` is not on the roster; ``ada`` is, and must not get this work."""
    lay(tmp_path, "super-ada/softmax.py", "ben/softmax.py")
    assert set(tickets(tmp_path, Student("1", user="ada"), Student("2", user="ben"))) == {"super-ada", "2"}


# ---------------------------------------------------------------- Gradescope and nbgrader

INDEX = """\
submission_77:
  :submitters:
  - :name: Ivy Gray
    :sid: 00077
    :email: ivy@example.org
  :created_at: 2026-11-20 11:00:00.123456789 Z
submission_78:
  :submitters:
  - :name: Ann
    :sid:
    :email: ann@example.org
  - :name: Bob
    :sid: '0x1F'
    :email:
"""


def test_gradescope_the_index_says_whose_it_is_and_when_it_came(tmp_path: Path) -> None:
    lay(tmp_path, "submission_77/softmax.py", "submission_79/softmax.py", **{"submission_metadata.yml": INDEX})
    found = by_id(read_class(tmp_path))
    assert found["00077"].ids == ("00077", "ivy@example.org", "Ivy Gray")
    assert found["00077"].attempts[0].submitted == time_of("2026-11-20T11:00:00.123456Z")
    assert found["submission_79"].layout == "gradescope"


def test_gradescope_a_file_too_large_for_an_index_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autograder.intake.gradescope.LARGEST", 1 << 20)
    (tmp_path / "submission_metadata.yml").write_bytes(b"a" * (1 + (1 << 20)))
    with pytest.raises(ClassError, match=r"_metadata\.yml is larger than 1 MB: that is no index of Gradescope's\.$"):
        read_class(tmp_path)


def test_gradescope_each_of_a_group_gets_its_work(tmp_path: Path) -> None:
    lay(tmp_path, "submission_78/softmax.py", **{"submission_metadata.yml": INDEX})
    made = tickets(tmp_path, Student("1", email="ann@example.org"), Student("0x1F"))
    assert {who: text_of(ticket) for who, ticket in made.items()} == dict.fromkeys(
        ("1", "0x1F"), "submission_78/softmax.py"
    )
    assert made["1"].warnings == ("Handed in by a group of 2; each of them gets it.",)


BAD_INDEX = {
    "no YAML": "a: [",
    "tabs": "\t- x\n\t\t:",
    "deep": "[" * 100_000,
}


@pytest.mark.parametrize("text", BAD_INDEX.values(), ids=BAD_INDEX)
def test_gradescope_an_index_that_cannot_be_read_has_a_sentence(tmp_path: Path, text: str) -> None:
    lay(tmp_path, "submission_77/softmax.py", **{"submission_metadata.yml": text})
    with pytest.raises(ClassError, match=r"submission_metadata\.yml cannot be read as YAML: download the export again"):
        read_class(tmp_path)


ODD_INDEX = ["", "3", "[1, 2]", "submission_77: 5", "submission_77: {':submitters': 5}", "a: 2026-13-45",
             "submission_77: {':submitters': [1, {':sid': [1]}], ':created_at': 2026-99-99}", "submission_77: !x {}",
             "? {a: b}\n: c"]  # fmt: skip


@pytest.mark.parametrize("text", ODD_INDEX)
def test_gradescope_an_odd_index_stops_nothing(tmp_path: Path, text: str) -> None:
    lay(tmp_path, "submission_77/softmax.py", **{"submission_metadata.yml": text})
    try:
        assert len(read_class(tmp_path).hand_ins) == 1
    except ClassError as error:
        assert "cannot be read as YAML" in str(error)


def test_nbgrader_takes_the_students_folder_and_the_time_beside_the_work(tmp_path: Path) -> None:
    lay(tmp_path, "submitted/ida/week-12/softmax.py", "submitted/ida/week-20/positions.py")
    stamp = tmp_path / "submitted/ida/week-12/timestamp.txt"
    stamp.write_text("2026-11-20 15:58:23.948203 UTC\n", encoding="utf-8")
    found = read_class(tmp_path).hand_ins
    assert [(each.layout, each.ids, each.week) for each in found] == [
        ("nbgrader", ("ida",), "week-12"),
        ("nbgrader", ("ida",), "week-20"),
    ]
    assert found[0].attempts[0].submitted == time_of("2026-11-20T15:58:23.948203Z")
    assert {who: text_of(ticket) for who, ticket in tickets(tmp_path).items()} == {
        "ida": "submitted/ida/week-12/softmax.py"
    }


def test_nbgrader_an_assignment_that_is_no_week_may_be_any(tmp_path: Path) -> None:
    lay(tmp_path, "submitted/ida/hw3/softmax.py")
    assert set(tickets(tmp_path)) == {"ida"}


def test_nbgrader_submitted_may_be_given_itself_and_plain_folders_in_it_are_whole(tmp_path: Path) -> None:
    root = lay(tmp_path / "submitted", "ida/week-12/softmax.py", "jon/softmax.py", "jon/old/softmax.py")
    assert {who: text_of(each) for who, each in tickets(root).items()} == {
        "ida": "ida/week-12/softmax.py",
        "jon": "jon/softmax.py",
    }


@pytest.mark.parametrize("stamp", ["yesterday", "", "0001-01-01 00:00:00+23:59", "9999-12-31 23:59:59-23:59", "1e9"])
def test_a_time_that_is_none_is_no_time_and_stops_nothing(tmp_path: Path, stamp: str) -> None:
    lay(tmp_path, "submitted/ida/week-12/softmax.py", **{"submitted/ida/week-12/timestamp.txt": stamp})
    (hand_in,) = read_class(tmp_path).hand_ins
    assert hand_in.attempts[0].submitted is None


@pytest.mark.parametrize(
    "text",
    ["2026-11-20T11:00:00Z", "2026-11-20 11:00:00 Z", "2026-11-20 11:00:00 UTC", "2026-11-20 12:00:00 +01:00",
     "2026-11-20 11:00:00 +0000", "2026-11-20 11:00:00"],
)  # fmt: skip
def test_times_are_read_as_platforms_write_them(text: str) -> None:
    assert time_of(text).isoformat() == "2026-11-20T11:00:00+00:00"


# ---------------------------------------------------------------- folders, zips and files of one's own naming


def test_folders_zips_notebooks_and_files_are_named_for_their_students(tmp_path: Path) -> None:
    lay(tmp_path, "ada/softmax.py", "ben.zip", "cyd.ipynb", "jon_softmax.py", "jon_Causal-Mask-final.py.txt")
    lay(tmp_path, "kim_softmax_final.py", "lou-heads (2).py")
    found = by_id(read_class(tmp_path))
    assert {who: hand_in.attempts[0].tree.files for who, hand_in in found.items()} == {
        "ada": ("softmax.py",),
        "ben": ("softmax.py",),
        "cyd": ("cyd.ipynb",),
        "jon": ("Causal-Mask-final.py.txt", "softmax.py"),
        "kim": ("softmax_final.py",),
        "lou": ("heads (2).py",),
    }


@pytest.mark.parametrize("second", ["cyd (2).zip", "cyd(2).zip", "cyd-2.zip", "cyd_2.zip"])
def test_zips_of_one_student_are_attempts_taken_as_a_whole(tmp_path: Path, second: str) -> None:
    """The first zip has two tasks, the second one: the second counts, and nothing of the first."""
    zipped(tmp_path / "cyd.zip", "softmax.py", "heads.py")
    zipped(tmp_path / second, "softmax.py")
    (ticket,) = tickets(tmp_path).values()
    assert (ticket.student, text_of(ticket), text_of(ticket, "heads")) == ("cyd", f"{second}!softmax.py", "")
    assert ticket.warnings == (
        f"2 attempts: {second} counts as the latest; not graded: cyd.zip.",
        "The latest attempt lacks tasks that an earlier one has: 1 of 9; cyd.zip has 1 more.",
    )
    assert ticket.notes == (
        f"Of your 2 attempts the latest counts, as a whole: {second} (1 of 9 tasks). "
        "Not graded: cyd.zip (2 of 9 tasks).",
    )


def test_an_attempt_for_another_week_is_none_of_this_one(tmp_path: Path) -> None:
    zipped(tmp_path / "cyd.zip", "softmax.py", "heads.py")
    zipped(tmp_path / "cyd (2).zip", "training_loop.py")
    (ticket,) = tickets(tmp_path).values()
    assert (ticket.notes, ticket.tries.lacks) == ((), "")


def test_a_later_attempt_that_has_all_that_the_earlier_had_lacks_nothing(tmp_path: Path) -> None:
    zipped(tmp_path / "cyd.zip", "softmax.py")
    zipped(tmp_path / "cyd (2).zip", "softmax.py", "heads.py")
    (ticket,) = tickets(tmp_path).values()
    assert ticket.tries.lacks == "" and not any("lacks" in warning for warning in ticket.warnings)
    assert "cyd (2).zip (2 of 9 tasks)" in ticket.notes[0]


def test_a_later_attempt_with_other_tasks_lacks_those_of_the_earlier(tmp_path: Path) -> None:
    """It may have been meant as an addition, though it has more."""
    zipped(tmp_path / "cyd.zip", "softmax.py")
    zipped(tmp_path / "cyd (2).zip", "positions.py", "heads.py")
    (ticket,) = tickets(tmp_path).values()
    assert ticket.tries.lacks == "2 of 9; cyd.zip has 1 more"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("def softmax(): ...".encode("utf-16"), "softmax.py is saved as UTF-16. Save it as UTF-8."),
        ("# für".encode("cp1252"), "Line 1 of softmax.py holds a byte that is not UTF-8. Save the file as UTF-8."),
    ],
)
def test_a_file_that_cannot_be_read_is_looked_at_by_a_person_too(tmp_path: Path, data: bytes, says: str) -> None:
    lay(tmp_path, "ada/softmax.py")
    (tmp_path / "ada" / "softmax.py").write_bytes(data)
    (ticket,) = tickets(tmp_path).values()
    look = "softmax gets 0, since its file cannot be read: ask for it again, or decide."
    assert (ticket.warnings, ticket.refused) == ((f"{look} The student reads: {says}",), "")


def test_a_damaged_notebook_is_one_warning_for_all_its_tasks(tmp_path: Path) -> None:
    lay(tmp_path, **{"ada/week-12.ipynb": "{"})
    (ticket,) = tickets(tmp_path).values()
    assert [warning.partition(" get 0")[0] for warning in ticket.warnings] == [
        "softmax, score_shape, weighted_values and 6 more"
    ]


def test_every_hand_in_knows_where_it_lies_whatever_came_of_it(tmp_path: Path) -> None:
    """What could not be opened most of all: somebody has to look."""
    (tmp_path / "submission_metadata.yml").write_text("", encoding="utf-8")
    there = ("ada", "ben.zip", "cyd.rar", "dan_softmax.py", "eve.zip", "submission_77", "gus.ipynb")
    lay(tmp_path, "ada/softmax.py", "dan_softmax.py", "submission_77/softmax.py")
    zipped(tmp_path / "ben.zip", "softmax.py")
    for name in ("cyd.rar", "eve.zip", "gus.ipynb"):
        (tmp_path / name).write_bytes(b"Rar!")
    places = {each.place for hand_in in read_class(tmp_path).hand_ins for each in hand_in.attempts}
    assert places == {str(tmp_path / name) for name in there}


def test_a_zip_that_looks_like_a_second_attempt_goes_to_whom_the_roster_knows(tmp_path: Path) -> None:
    lay(tmp_path, "cyd.zip", "cyd-2.zip")
    made = tickets(tmp_path, Student("1", user="cyd"), Student("2", user="cyd-2"))
    assert {who: text_of(ticket) for who, ticket in made.items()} == {
        "1": "cyd.zip!softmax.py",
        "2": "cyd-2.zip!softmax.py",
    }


def test_a_later_attempt_without_work_does_not_count(tmp_path: Path) -> None:
    lay(tmp_path, "cyd.zip")
    zipped(tmp_path / "cyd (2).zip", "holiday.jpg")
    (ticket,) = tickets(tmp_path).values()
    assert text_of(ticket) == "cyd.zip!softmax.py"


def test_a_folder_and_a_loose_file_of_one_name_are_two_attempts_of_one(tmp_path: Path) -> None:
    lay(tmp_path, "joe/softmax.py", "joe_softmax.py")
    os.utime(tmp_path / "joe" / "softmax.py", (1, 1))
    (ticket,) = tickets(tmp_path).values()
    assert text_of(ticket) == "joe_softmax.py"
    assert ticket.warnings == ("2 attempts: joe_softmax.py counts as the latest; not graded: joe.",)


def test_zips_in_a_students_folder_are_attempts_and_only_so_many_are_opened(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(handin, "MOST_ARCHIVES", 2)
    lay(tmp_path, "ada/1.zip", "ada/2.zip", "ada/3.zip")
    (hand_in,) = read_class(tmp_path).hand_ins
    assert [attempt.label for attempt in hand_in.attempts] == ["ada/1.zip", "ada/2.zip"]
    assert hand_in.unopened == ("There are more than 2 zips in ada; the rest was not opened.",)


NOT_OPENED = {
    "ola.zip": "ola.zip is no zip, or it is cut off: make it anew.",
    "ola/hw.zip": "hw.zip is no zip, or it is cut off: make it anew.",
    "ola/hw.rar": "hw.rar is no zip, and was not opened: a plain zip works, or the files themselves.",
    "ola.tar.gz": "ola.tar.gz is no zip, and was not opened: a plain zip works, or the files themselves.",
    "ola_4711_9000_hw.7z": "hw.7z is no zip, and was not opened: a plain zip works, or the files themselves.",
    "Ola_301_assignsubmission_file_hw.tgz": "hw.tgz is no zip, and was not opened: a plain zip works, or the files "
    "themselves.",
    "submitted/ola/week-12/hw.rar": "hw.rar is no zip, and was not opened: a plain zip works, or the files themselves.",
}


@pytest.mark.parametrize(("name", "why"), NOT_OPENED.items(), ids=NOT_OPENED)
def test_what_cannot_be_opened_is_looked_at_by_a_person_and_not_marked_as_nothing(tmp_path, name, why) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"Rar!")
    (ticket,) = tickets(tmp_path).values()
    assert (ticket.refused, ticket.student in ("ola", "Canvas 4711", "Participant 301")) == (why, True)
    assert why in ticket.warnings


def test_a_zip_within_a_zip_is_not_opened_and_said(tmp_path: Path) -> None:
    zipped(tmp_path / "ola.zip", "hw/inner.zip")
    (ticket,) = tickets(tmp_path).values()
    assert ticket.refused.startswith("hw/inner.zip is a zip within a zip, and was not opened")


def test_what_cannot_be_opened_costs_nothing_where_there_is_work_beside_it(tmp_path: Path) -> None:
    lay(tmp_path, "ola/softmax.py", "ola/data.rar")
    (ticket,) = tickets(tmp_path).values()
    assert (ticket.refused, text_of(ticket)) == ("", "ola/softmax.py")


def test_a_hand_in_without_work_names_what_was_expected_and_what_is_there(tmp_path: Path) -> None:
    lay(tmp_path, "quin/essay.docx")
    (ticket,) = tickets(tmp_path).values()
    why = "No task file of week-12 was found; expected softmax.py and the like, found essay.docx."
    assert (ticket.warnings, ticket.refused) == ((why,), why)


def test_an_answer_under_another_name_is_named_where_nothing_else_was_found(tmp_path: Path) -> None:
    lay(tmp_path, **{"quin/my_answer.py": "def softmax(scores):\n    return scores\n"})
    (ticket,) = tickets(tmp_path).values()
    assert ticket.refused.endswith(
        "found my_answer.py. `softmax` stands in my_answer.py, which is not read: put it into softmax.py and hand that "
        "in."
    )


def test_answers_to_many_tasks_in_files_that_nobody_reads_are_named_in_one_sentence(tmp_path: Path) -> None:
    text = "def softmax(scores):\n    return scores\n\n\ndef attention(query, key, value):\n    return value\n"
    lay(tmp_path, **{"quin/my_answers.py": text})
    (ticket,) = tickets(tmp_path).values()
    said = (
        "`softmax` and `attention` stand in my_answers.py, which is not read: put them into softmax.py and "
        "attention.py and hand those in."
    )
    assert ticket.refused.endswith(f"found my_answers.py. {said}")
    assert ticket.warnings[0] == said


def test_a_weeks_answers_in_the_folder_of_another_week_are_named_where_nothing_came_for_it(tmp_path: Path) -> None:
    softmax, attention = (
        "def softmax(scores):\n    return scores\n",
        "def attention(query, key, value):\n    return value\n",
    )
    files = {"softmax.py": softmax, "attention.py": attention, "positions.py": "def positions(x):\n    return x\n"}
    lay(tmp_path, **{f"fay/week-20/{name}": text for name, text in files.items()})
    course = Course.open()
    week, (entry,) = course.week("week-12"), entries(read_class(tmp_path), Roster())
    said = (
        "`softmax` and `attention` stand in week-20/softmax.py and week-20/attention.py, which are not read: put them "
        "into week-12/softmax.py and week-12/attention.py and hand those in."
    )
    assert Plan([week]).ticket(entry, week) is None
    assert Plan([week]).elsewhere(entry, week) == f"What came is for week-20: positions.py. {said}"
    assert Plan(list(course.weeks)).elsewhere(entry, week) == said, "where that week is graded too"


def test_nothing_at_all_is_no_hand_in(tmp_path: Path) -> None:
    (tmp_path / "quin" / "week-12").mkdir(parents=True)
    zipped(tmp_path / "ray.zip")
    course = Course.open()
    plan, week = Plan([course.week("week-12")]), course.week("week-12")
    for entry, name in zip(entries(read_class(tmp_path), Roster()), ("quin", "ray.zip"), strict=True):
        assert plan.ticket(entry, week) is None
        assert plan.nothing_in(entry, week) == (f"There is nothing in {name}, so it counts as not handed in.",)


# ---------------------------------------------------------------- the class as a whole


def test_layouts_lie_side_by_side_and_are_told_in_one_line(tmp_path: Path) -> None:
    lay(tmp_path, "ada/softmax.py", "doeann_4711_9000_softmax.py", "notes.txt", ".DS_Store")
    found = read_class(tmp_path)
    assert found.told == "1 of a Canvas download, 1 folder, zip or file named for its student"
    assert found.ignored == ("notes.txt",)


def test_a_layout_can_be_forced(tmp_path: Path) -> None:
    lay(tmp_path, "Fay_301_assignsubmission_file_/softmax.py", "week-12/softmax.py")
    found = read_class(tmp_path, "folders")
    assert set(by_id(found)) == {"Fay_301_assignsubmission_file_", "week-12"}
    assert read_class(tmp_path, "canvas").hand_ins == ()


def test_an_unknown_layout_is_answered_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(ClassError, match=f"no layout 'moddle'; known are {', '.join(LAYOUTS)}"):
        read_class(tmp_path, "moddle")


@pytest.mark.parametrize("name", ["class.zip", "nowhere"])
def test_a_class_that_is_a_zip_or_nothing_has_a_sentence(tmp_path: Path, name: str) -> None:
    lay(tmp_path, "class.zip")
    with pytest.raises(ClassError, match=f"{name} is no folder: give the folder .*\\(unpack the platform's zip"):
        read_class(tmp_path / name)


ONE_STUDENTS = {
    "task files": ["softmax.py", "heads.py", "notes.txt"],
    "a week and other things": ["week-12/softmax.py", "data/a.csv", "README.md", "old/notes.py"],
    "exercises": ["exercises/week-12/softmax.py", "self_checks/week-12/check_softmax.py"],
    "a renamed file": ["Softmax (1).py"],
    "a notebook": ["Week 12.ipynb"],
}


@pytest.mark.parametrize("names", ONE_STUDENTS.values(), ids=ONE_STUDENTS)
def test_a_folder_that_is_one_students_work_is_told_in_a_sentence(tmp_path: Path, names: list[str]) -> None:
    with pytest.raises(
        ClassError, match=r"looks like the work of one student: it holds .*LAYOUT=folders .*--layout folders"
    ):
        read_class(lay(tmp_path, *names))


def test_a_stray_file_does_not_stop_a_class(tmp_path: Path) -> None:
    found = read_class(lay(tmp_path, "ada/softmax.py", "ben/softmax.py", "softmax.py"))
    assert (set(by_id(found)), found.ignored) == ({"ada", "ben"}, ("softmax.py",))


def test_links_are_not_followed_and_told(tmp_path: Path) -> None:
    root = lay(tmp_path / "class", "ada/softmax.py", "submitted/ida/week-12/softmax.py")
    lay(tmp_path / "elsewhere", "softmax.py")
    (root / "ben").symlink_to(tmp_path / "elsewhere")
    (root / "submitted" / "jon").symlink_to(tmp_path / "elsewhere")
    found = read_class(root)
    assert (set(by_id(found)), found.ignored) == ({"ada", "ida"}, ("ben",))


FIVE = ("ada", "ben", "cyd", "deb", "eve")
ONE_TOO_HIGH = {
    "folders": [f"hand-ins/{who}/softmax.py" for who in FIVE],
    "folders in folders": [f"hand-ins/{who}/homework/Softmax (1).py" for who in FIVE],
    "files": [f"hand-ins/{who}_softmax.py" for who in FIVE],
    "a Canvas download": [f"hand-ins/{who}_{number}_1{number}_softmax.py" for number, who in enumerate(FIVE)],
    "zips": [f"hand-ins/{who}.zip" for who in FIVE],
    "a roster beside": ["roster.csv", "grades/grades.csv", *(f"hand-ins/{who}/softmax.py" for who in FIVE)],
}


@pytest.mark.parametrize("names", ONE_TOO_HIGH.values(), ids=ONE_TOO_HIGH)
def test_a_folder_with_a_class_in_it_is_no_class_of_one(tmp_path: Path, names: list[str]) -> None:
    meant = (
        rf"hand-ins looks like a class, not a student: did you mean SUBMISSIONS={tmp_path}/hand-ins\? .*LAYOUT=folder"
    )
    with pytest.raises(ClassError, match=meant):
        read_class(lay(tmp_path, *names))
    assert read_class(tmp_path, "folders").hand_ins


def test_of_two_classes_both_are_named(tmp_path: Path) -> None:
    lay(tmp_path, *(f"{section}/{who}/softmax.py" for section in "ab" for who in FIVE))
    with pytest.raises(ClassError, match=r"These look like classes: did you mean SUBMISSIONS=.*/a or SUBMISSIONS=.*/b"):
        read_class(tmp_path)


A_CLASS = {
    "a student with many attempts beside another": [f"ada/try {n}/softmax.py" for n in range(9)] + ["ben/softmax.py"],
    "a student with a folder a task": [
        f"ada/{task}/{task}.py" for task in ("softmax", "heads", "positions", "causal_mask")
    ],
    "a student with a few attempts": ["ada/1.zip", "ada/2.zip", "ada/3.zip", "ada/4.zip"],
}


@pytest.mark.parametrize("names", A_CLASS.values(), ids=A_CLASS)
def test_a_class_of_few_is_a_class(tmp_path: Path, names: list[str]) -> None:
    assert "ada" in by_id(read_class(lay(tmp_path, *names)))


@pytest.mark.parametrize("name", ["TA dir", "과제 1", "-rf", "two\nlines", "\u202ertl", "%s {x} $HOME", "\udcff", "'"])
def test_a_student_may_be_called_anything(tmp_path: Path, name: str) -> None:
    lay(tmp_path, f"{name}/softmax.py")
    (ticket,) = tickets(tmp_path).values()
    assert ticket.student == ("\\xff" if name == "\udcff" else name)
    assert ticket.student.encode()
    assert ticket.content


# ---------------------------------------------------------------- whose it is


def test_accents_are_one_name_however_a_system_stores_them(tmp_path: Path) -> None:
    lay(tmp_path, "Fay U\u0308nal_301_assignsubmission_file_/softmax.py", "zoe\u0301/softmax.py")
    made = tickets(tmp_path, Student("1", name="Fay Ünal"), Student("2", user="zoé"))
    assert set(made) == {"1", "2"}


def test_hand_ins_of_one_student_in_two_layouts_are_attempts_of_one(tmp_path: Path) -> None:
    lay(tmp_path, "doeann_4711_9000_softmax.py", "ann/softmax.py")
    made = tickets(tmp_path, Student("1", user="ann", canvas="4711"))
    assert made["1"].warnings[0].startswith("2 attempts: ")


def test_two_who_are_not_on_the_roster_never_share_an_id_by_chance(tmp_path: Path) -> None:
    """A Canvas number, a folder of that name and a participant are three people."""
    lay(tmp_path, "doeann_77_9000_softmax.py", "77/softmax.py", "Fay_77_assignsubmission_file_/softmax.py")
    assert set(tickets(tmp_path)) == {"Canvas 77", "77", "Participant 77"}
    assert set(tickets(tmp_path, Student("77", name="Bob"))) == {"Canvas 77", "77", "Participant 77"}


def test_an_id_that_two_claim_is_given_to_neither(tmp_path: Path) -> None:
    """One's user name is the other's id: the work lies in the gradebook under a name that is nobody's."""
    lay(tmp_path, "ada/softmax.py")
    assert set(tickets(tmp_path, Student("ada", name="A"), Student("2", user="ADA"))) == {"ada (whose?)"}


def test_the_same_stranger_in_two_layouts_is_one(tmp_path: Path) -> None:
    lay(tmp_path, "submitted/00077/week-12/softmax.py", "submission_77/softmax.py")
    lay(tmp_path, **{"submission_metadata.yml": INDEX})
    assert set(tickets(tmp_path)) == {"00077"}


TELL = """
import sys
from pathlib import Path
from autograder.course import Course
from autograder.desk.plan import Plan, entries
from autograder.intake.layouts import read_class
from autograder.intake.roster import read_roster
root, course = Path(sys.argv[1]), Course.open()
for entry in entries(read_class(root), read_roster(root / "roster.csv")):
    ticket = Plan([course.week("week-12")]).ticket(entry, course.week("week-12"))
    print(ascii((ticket.student, ticket.content, ticket.warnings, ticket.job.submission.name)))
"""
LOCALES = {"UTF-8": {"PYTHONUTF8": "1"}, "C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}}


def test_a_class_is_the_same_under_any_locale() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", TELL, str(CLASS)], env=os.environ | locale, capture_output=True, check=True
        )
        for locale in LOCALES.values()
    ]
    assert told[0].stdout == told[1].stdout
    assert told[0].stdout.count(b"\n") == 23


# ---------------------------------------------------------------- which week


def weeks_in(root: Path, asked: str | None = None) -> list[str]:
    return [week.name for week in weeks_of(Course.open(), entries(read_class(root), Roster()), asked)]


def test_the_week_is_told_by_folders_by_tasks_of_one_week_alone_or_by_the_platform(tmp_path: Path) -> None:
    assert weeks_in(lay(tmp_path / "a", "ada/Week 12/heads.py")) == ["week-12"]
    assert weeks_in(lay(tmp_path / "b", "ada/softmax.py")) == ["week-12"]
    assert weeks_in(lay(tmp_path / "c", "submitted/ada/week-20/notes.txt")) == ["week-20"]
    assert weeks_in(lay(tmp_path / "d", "ada/softmax.py", "ben/training_loop.py")) == ["week-12", "week-20"]
    assert weeks_in(tmp_path / "a", "week-20") == ["week-20"]


POSITIONS = {"week-12": "def add_positions(x):\n    return x\n", "week-20": "def stamp(x):\n    return x\n"}


def for_week(root: Path, week: str, both: bool = True) -> str | None:
    """What of the one student there is for a week: the label of the ticket."""
    weeks = Course.open().weeks
    (entry,) = entries(read_class(root), Roster())
    plan = Plan([each for each in weeks if both or each.name == week])
    ticket = plan.ticket(entry, next(each for each in weeks if each.name == week))
    return ticket and ticket.attempt.label


def test_a_file_name_that_two_weeks_have_is_no_hand_in_for_both(tmp_path: Path) -> None:
    """Both weeks have a positions.py: beside softmax.py it is week 12's, and week 20 is absent, never 0."""
    lay(tmp_path, "ada/softmax.py", "ada/positions.py")
    assert (for_week(tmp_path, "week-12"), for_week(tmp_path, "week-20")) == ("ada", None)
    assert for_week(tmp_path, "week-20", both=False) is None


@pytest.mark.parametrize("week", POSITIONS)
def test_what_stands_in_such_a_file_says_its_week(tmp_path: Path, week: str) -> None:
    lay(tmp_path, **{"ada/positions.py": POSITIONS[week]})
    assert {each for each in POSITIONS if for_week(tmp_path, each)} == {week}
    assert weeks_in(tmp_path) == [week]
    lay(tmp_path, "ada/softmax.py")
    assert {each for each in POSITIONS if for_week(tmp_path, each)} == {week, "week-12"}


def test_such_a_file_alone_counts_for_the_week_asked_for(tmp_path: Path) -> None:
    lay(tmp_path, "ada/positions.py")
    assert for_week(tmp_path, "week-20", both=False) == "ada"


def test_work_for_another_week_is_named_with_its_week(tmp_path: Path) -> None:
    course = Course.open()
    (entry,) = entries(read_class(lay(tmp_path, "ada/encode_text.py", "ada/hw/self_attention.py")), Roster())
    week = course.week("week-12")
    assert Plan([week]).elsewhere(entry, week) == "What came is for week-20: encode_text.py, self_attention.py."
    assert Plan(list(course.weeks)).elsewhere(entry, week) == "", "where that week is graded too, nothing is amiss"


def test_a_class_that_does_not_say_its_week_is_asked_for_it(tmp_path: Path) -> None:
    with pytest.raises(
        ClassError, match=r"No hand-in says which week it is for: add WEEK=NAME .*--week NAME.*week-12, week-20"
    ):
        weeks_in(lay(tmp_path, "ada/positions.py"))


def test_work_for_another_week_alone_is_no_hand_in_for_this_one(tmp_path: Path) -> None:
    course = Course.open()
    listed = entries(read_class(lay(tmp_path, "ada/week-20/training_loop.py")), Roster())
    assert Plan(list(course.weeks)).ticket(listed[0], course.week("week-12")) is None
