"""Who is who: a roster is read as people save it, and a hand-in is given to one student or to nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.intake import roster as rosters
from autograder.intake.roster import Roster, RosterError, Student, nearest, read_roster, students_called


def read(tmp_path: Path, text: str | bytes) -> Roster:
    path = tmp_path / "roster.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_roster(path)


ADA = Student("00123", "Ada Lovelace", "ada@example.org", "ada", "4711", "301", "B")
PLAIN = "id,name,email,user,canvas_id,moodle_id,section\n00123,Ada Lovelace,ada@example.org,ada,4711,301,B\n"
FORMS = {
    "plain": PLAIN,
    "byte-order mark": "\ufeff" + PLAIN,
    "blanks": PLAIN.replace(",", " , "),
    "semicolons": PLAIN.replace(",", ";"),
    "CRLF and blank lines": PLAIN.replace("\n", "\r\n\r\n") + ",,,,,,\r\n",
    "quoted": PLAIN.replace("Ada Lovelace", '"Ada Lovelace"'),
    "no last line end": PLAIN.rstrip("\n"),
    "other titles": "Student Number,First Name,Last Name,E-Mail,GitHub_Username,LMS user id,Participant,Group\n"
    "00123,Ada,Lovelace,ada@example.org,ada,4711,301,B\n",
    "trailing commas": PLAIN.replace("\n", ",,\n"),
}


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_a_roster_is_read_however_it_was_saved(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text).students == (ADA,)


def test_a_comma_quotes_and_a_line_end_in_a_name_stay_in_it(tmp_path: Path) -> None:
    rows = 'id,name\n1,"Doe, Ann"\n2,"A ""B"" C"\n3,"two\nlines"\n'
    assert [student.name for student in read(tmp_path, rows).students] == ["Doe, Ann", 'A "B" C', "two\nlines"]


def test_a_user_or_an_email_is_enough_of_an_id(tmp_path: Path) -> None:
    assert read(tmp_path, "username,email\nada,\n,ben@example.org\n").students == (
        Student("ada", user="ada"),
        Student("ben@example.org", email="ben@example.org"),
    )


REFUSED = {
    "no header": ("00123,Ada\n", "the first line must name the columns, among them id"),
    "nothing": ("", "the first line must name the columns"),
    "the same id twice": ("id\n007\n007\n", "the id '007' stands 2 times"),
    "two columns for ids": (
        "ID,SIS User ID\n1,2\n",
        "ID and SIS User ID in the first line mean id: rename all but one",
    ),
    "a student without an id": ("id,name\n1,Ada\n,Ben\n", "line 3: this student has no id"),
    "a comma without quotes": ("id,name,email\n1,Doe, Ann,ann@example.org\n", "line 2: more cells than columns; quote"),
    "latin-1": ("id,name\n1,Zoé\n".encode("latin-1"), "is not saved as UTF-8: save it as CSV in UTF-8"),
    "UTF-16": ("id,name\n1,Zoe\n".encode("utf-16"), "is not saved as UTF-8"),
    "one huge cell": ("id,name\n1," + "x" * 200_000 + "\n", "cannot be read as CSV: field larger"),
}


@pytest.mark.parametrize(("text", "says"), REFUSED.values(), ids=REFUSED)
def test_a_faulty_roster_is_refused_with_its_path(tmp_path: Path, text: str | bytes, says: str) -> None:
    with pytest.raises(RosterError, match=says) as refusal:
        read(tmp_path, text)
    assert str(tmp_path / "roster.csv") in str(refusal.value)


def test_a_roster_that_is_not_there_or_far_too_large_has_a_sentence(tmp_path: Path, monkeypatch) -> None:
    with pytest.raises(RosterError, match=r"nowhere\.csv cannot be read: No such file"):
        read_roster(tmp_path / "nowhere.csv")
    monkeypatch.setattr(rosters, "MAX_ROSTER", 10)
    with pytest.raises(RosterError, match="is larger than 0 MB: that is no table of a class"):
        read(tmp_path, PLAIN)


# ---------------------------------------------------------------- whose it is

BEN = Student("00124", "Ben Brown", "ben@example.org", "ben")
CLASS = Roster((ADA, BEN))


@pytest.mark.parametrize(
    "ids",
    [("00123",), ("ada@example.org",), ("ADA",), (" ada ",), ("Canvas 4711", "x"), ("Participant 301", "x"),
     ("Ada Lovelace",), ("lovelaceada",), ("Lovelace, Ada",), ("nobody", "ada_lovelace")],
)  # fmt: skip
def test_a_student_is_known_by_any_id_and_by_the_full_name(ids: tuple[str, ...]) -> None:
    assert CLASS.match(ids) == ADA


@pytest.mark.parametrize("ids", [("123",), ("0123",), ("4711",), ("301",), ("hw-ada",), ("Lovelace",), ("",), ()])
def test_what_only_looks_like_an_id_is_nobody(ids: tuple[str, ...]) -> None:
    assert CLASS.match(ids) is None


def test_the_surest_id_counts_where_a_later_one_is_anothers(tmp_path: Path) -> None:
    assert CLASS.match(("00123", "ben@example.org")) == ADA


def test_an_id_and_a_full_name_that_point_at_two_are_nobody() -> None:
    assert CLASS.match(("00123", "Ben Brown")) is None


def test_a_name_that_two_have_is_nobody_and_an_id_still_tells_them_apart() -> None:
    twins = Roster((Student("1", "Kim Lee"), Student("2", "Lee Kim"), Student("3", "Kim Lee")))
    assert twins.match(("Kim Lee",)) is None
    assert twins.match(("2", "Kim Lee")) == twins.students[1]


def test_an_email_that_is_anothers_user_name_is_nobody() -> None:
    mixed = Roster((Student("1", email="kim"), Student("2", user="KIM")))
    assert mixed.match(("kim",)) is None
    assert mixed.match(("kim", "2")) == mixed.students[1]


def test_a_number_of_canvas_is_not_another_students_id() -> None:
    mixed = Roster((Student("4711", "Bob"), Student("1", "Ann", canvas="4711")))
    assert mixed.match(("Canvas 4711", "x")) == mixed.students[1]
    assert Roster((Student("4711", "Bob"),)).match(("Canvas 4711", "annann")) is None


@pytest.mark.parametrize("moodle", ["301", "Participant 301"])
def test_a_participant_may_be_written_as_moodle_does(moodle: str) -> None:
    assert Roster((Student("1", moodle=moodle),)).match(("Participant 301",)) is not None


def test_without_a_roster_nobody_is_known() -> None:
    assert Roster().match(("ada",)) is None


ZOE, CHLOE = Student("1", "Zoé Zed", user="zoé"), Student("2", "Chloé Clé", user="chloé", canvas="4711")


@pytest.mark.parametrize("ids", [("chloe",), ("CHLOÉ",), ("Canvas 9", "clechloe"), ("hand-ins-chloe", "chloe")])
def test_accents_are_left_aside_where_nobody_is_called_just_so(ids: tuple[str, ...]) -> None:
    assert Roster((ZOE, CHLOE)).match(ids) == CHLOE


def test_accents_tell_two_apart_and_without_them_neither_is_meant() -> None:
    twins = Roster((Student("1", user="zoé"), Student("2", user="zoè"), Student("3", user="chloe")))
    assert twins.match(("zoe",)) is None
    assert twins.match(("zoè",)).id == "2"
    assert Roster((CHLOE, *twins.students)).match(("chloe",)).id == "3"


def test_a_student_is_asked_for_by_id_by_name_or_by_a_number_of_canvas() -> None:
    everyone = (ZOE, CHLOE, Student("4711", "Bob"))
    assert students_called(everyone, "4711") == [everyone[2]], "an id goes first"
    for key in ("4711", "Canvas 4711", " Chloé Clé ", "chloé"):
        assert students_called((ZOE, CHLOE), key) == [CHLOE]
    assert students_called(everyone, "chloe") == []


def test_the_nearest_is_offered() -> None:
    assert nearest((ZOE, CHLOE), "chloe") == " Did you mean chloé?"
    assert nearest((ZOE, CHLOE), "xyzzy") == ""
