"""Tables for spreadsheets and learning systems: right cells in right rows, and none that calculates."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_gradebook import WEEK, a_result

from autograder.desk import outputs
from autograder.desk.outputs import Report, Written
from autograder.intake.roster import Student, names_of
from autograder.report import tables
from autograder.report.filling import TableError, fill_canvas, fill_moodle
from autograder.report.standing import Adjustment, Standing
from autograder.report.tables import csv_text, inert

ADA = Student("00123", "Lovelace, Ada", "ada@example.org", "ada", "4711", "301", "B")
BEN = Student("00124", 'Ben "B" Brown', "ben@example.org", "ben", "4712", "302", "101")
CYD = Student("85", "Cyd Cole", "cyd@example.org", "cyd", "4713", "303")
DEB = Student("100", "Deb Dee", "deb@example.org", "deb", "4714", "304")
CLASS = (ADA, BEN, CYD, DEB)


def a_standing(student: Student, status: str, *earned: int, **facts: object) -> Standing:
    result = a_result(*earned) if earned else None
    score = result.score if result else 0
    made = Standing(student.id, student.name, "week-12", "Attention", status, result, score, 20, "")
    return replace(made, **{"final": str(score) if status == "graded" else "", **facts})


GRADED = a_standing(ADA, "graded", 7, 10, final="15.3", late="1 day late: 10 % less.")
ZERO = a_standing(BEN, "graded", 0, 0)
MARKS = {(each.student, "week-12"): each
         for each in (GRADED, ZERO, a_standing(CYD, "absent"), a_standing(DEB, "excused"))}  # fmt: skip


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


# ---------------------------------------------------------------- the form


@given(st.lists(st.lists(st.text(st.characters(exclude_characters="\0", codec="utf-8")), min_size=2), max_size=4))
@settings(max_examples=100, deadline=None, derandomize=True, database=None)
def test_what_is_written_is_read_back(rows: list[list[str]]) -> None:
    assert list(csv.reader(io.StringIO(csv_text(rows), newline=""))) == rows


def test_commas_quotes_and_line_ends_are_quoted_and_nothing_is_padded() -> None:
    cells = ["Doe, Ann", 'A "B" C', "two\nlines", "00123", "", " x"]
    assert csv_text([cells]) == '"Doe, Ann","A ""B"" C","two\nlines",00123,, x\r\n'


FORMULAS = ["=1+1", "+1", "-1+2", "@SUM(A1)", "\t=1", "\n=1", "  =1", "= 1", "\uff1d1", "\uff0b1", "\uff20A",
            "=HYPERLINK(1)", "-٣"]  # fmt: skip


@pytest.mark.parametrize("text", FORMULAS)
def test_a_cell_that_could_be_a_formula_is_made_text(text: str) -> None:
    assert inert(text).startswith("'")


@pytest.mark.parametrize("text", ["", "-", "-2", "-2.5", "Ann", "00123", "a=b", "ann@example.org", "1-2", "O'Hara"])
def test_other_cells_stay_as_they_are(text: str) -> None:
    assert inert(text) == text


def test_signs_that_turn_the_reading_direction_are_written_out() -> None:
    assert inert("\u202e=1\x1b[31m") == "\\u202e=1\\x1b[31m"


# ---------------------------------------------------------------- our own table


def test_grades_have_a_column_a_task_and_say_how_each_row_came_about() -> None:
    first = rows_of(tables.grades(CLASS, ["week-12"], MARKS))[0]
    assert first == {
        "student": "00123", "name": "Lovelace, Ada", "email": "ada@example.org",
        "week-12/softmax": "7", "week-12/heads": "10", "week-12 score": "17", "week-12 max": "20",
        "week-12 final": "15.3", "week-12 late": "1 day late: 10 % less.", "week-12 status": "graded",
        "week-12 level": "standard", "week-12 grader": "c0ffee", "week-12 graded": "2026-11-20T12:00:00Z",
    }  # fmt: skip


def test_absent_excused_and_zero_differ() -> None:
    rows = rows_of(tables.grades(CLASS, ["week-12"], MARKS))
    assert [(row["week-12/softmax"], row["week-12 final"], row["week-12 status"]) for row in rows] == [
        ("7", "15.3", "graded"), ("0", "0", "graded"), ("", "", "absent"), ("", "", "excused"),
    ]  # fmt: skip


def test_the_sum_of_the_tasks_is_the_score_of_the_row_with_decisions_too() -> None:
    decided = Adjustment("points", "softmax", "7", "9", "", "tutor", "2026-11-21T09:00:00Z")
    marks = {**MARKS, ("00123", "week-12"): replace(GRADED, adjustments=(decided,), final="17.1")}
    for row in rows_of(tables.grades(CLASS, ["week-12"], marks)):
        tasks = [int(value) for name, value in row.items() if "/" in name and value]
        assert str(sum(tasks)) == (row["week-12 score"] or "0")
    assert rows_of(tables.grades(CLASS, ["week-12"], marks))[0]["week-12 score"] == "19"


def test_a_week_in_which_nobody_is_graded_has_no_task_columns() -> None:
    marks = {(CYD.id, "week-12"): a_standing(CYD, "absent")}
    header = tables.grades([CYD], ["week-12"], marks).splitlines()[0]
    assert header.startswith("student,name,email,week-12 score,")


def test_ids_and_names_that_are_formulas_are_inert_in_every_table() -> None:
    eve = Student("=1+1", "=HYPERLINK(0)", "@e", "+u", "-c", "m", "=s")
    marks = {("=1+1", "week-12"): a_standing(eve, "graded", 7, 10)}
    for text in (tables.grades([eve], ["week-12"], marks), tables.canvas([eve], "week-12", "Attention", marks)):
        cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
        assert not any(cell[:1] in "=+-@" for cell in cells if cell)


# ---------------------------------------------------------------- Canvas


def test_the_canvas_file_has_the_form_that_canvas_imports() -> None:
    text = tables.canvas(CLASS, "week-12", "Attention", MARKS)
    assert text.splitlines() == [
        "Student,ID,SIS User ID,SIS Login ID,Section,Attention",
        "    Points Possible,,,,,20",
        '"Lovelace, Ada",4711,00123,ada,B,15.3',
        '"Ben ""B"" Brown",4712,00124,ben,101,0',
        "Cyd Cole,4713,85,cyd,,",
        "Deb Dee,4714,100,deb,,EX",
    ]


EXPORT = """\
\ufeffStudent,ID,SIS User ID,SIS Login ID,Section,Quiz (9),week-12 (77),Current Score
,,,,,Manual Posting,,
    Points Possible,,,,,5,20,(read only)
"Lovelace, Ada",4711,00123,ada,B,5,3,80
Ben Brown,,00124,x,B,5,3,80
Cole Cyd,,,,B,5,3,80
Deb D,4714,,,B,5,3,80
"Student, Test",9999,,,101,5,3,80
=cmd|x,8888,00999,,85,5,,80
"""


def filled(export: str = EXPORT, week: str = "week-12", title: str = "Attention") -> list[list[str]]:
    text = fill_canvas(export.removeprefix("\ufeff"), CLASS, week, title, MARKS).text
    return list(csv.reader(io.StringIO(text, newline="")))


def test_an_export_of_canvas_is_filled_in_and_only_the_weeks_column_goes_back() -> None:
    assert filled() == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "week-12 (77)"],
        ["", "", "", "", "", ""],
        ["    Points Possible", "", "", "", "", "20"],
        ["Lovelace, Ada", "4711", "00123", "ada", "B", "15.3"],
        ["Ben Brown", "", "00124", "x", "B", "0"],
        ["Cole Cyd", "", "", "", "B", "3"],
        ["Deb D", "4714", "", "", "B", "EX"],
        ["Student, Test", "9999", "", "", "101", "3"],
        ["'=cmd|x", "8888", "00999", "", "85", ""],
    ]


def test_who_in_an_export_matches_nobody_is_named() -> None:
    """Neither the row of possible points nor an empty one is a person."""
    found = fill_canvas(EXPORT.removeprefix("\ufeff"), CLASS, "week-12", "Attention", MARKS)
    assert (found.graded, found.unknown) == (3, [Student("9999", "Student, Test"), Student("8888", "=cmd|x")])


def test_where_there_is_no_mark_the_one_that_stands_in_an_export_is_kept_and_told() -> None:
    """Cyd is absent, and has 3 points there; a blank cell stays blank without a word."""
    export = EXPORT.removeprefix("\ufeff")
    assert fill_canvas(export, CLASS, "week-12", "Attention", MARKS).kept == ["Cyd Cole 3"]
    assert fill_canvas(export.replace("B,5,3,", "B,5,,"), CLASS, "week-12", "Attention", MARKS).kept == []


@pytest.mark.parametrize("points", ["50", "50.00", "50,0"])
def test_an_assignment_that_is_worth_other_points_than_the_week_is_told(points: str) -> None:
    says = "is worth 50, here week-12 is worth 20: marks are written as they are. Set it to 20 there."
    export = EXPORT.removeprefix("\ufeff").replace(",5,20,", f',5,"{points}",')
    assert fill_canvas(export, CLASS, "week-12", "Attention", MARKS).worth == f"In the worksheet week-12 {says}"
    worksheet = WORKSHEET.replace(",100,Yes", f',"{points}",Yes')
    assert fill_moodle(worksheet, CLASS, "week-12", MARKS, {}).worth == f"In the worksheet the assignment {says}"


@pytest.mark.parametrize("points", ["20", "20.00", "(read only)", ""])
def test_an_assignment_of_the_same_points_needs_no_word(points: str) -> None:
    export = EXPORT.removeprefix("\ufeff").replace(",5,20,", f",5,{points},")
    assert fill_canvas(export, CLASS, "week-12", "Attention", MARKS).worth == ""
    assert fill_moodle(WORKSHEET.replace(",100,", f",{points},"), CLASS, "week-12", MARKS, {}).worth == ""


def test_each_row_of_an_export_that_matches_nobody_counts_with_or_without_a_number_of_canvas() -> None:
    rows = "Student,ID,SIS User ID,SIS Login ID,Section,week-12\nX,,x1,,,\nX,,,x2,,\n"
    unknown = fill_canvas(rows, CLASS, "week-12", "Attention", MARKS).unknown
    assert list(names_of(unknown).values()) == ["X (x1)", "X (x2)"]


def test_a_number_of_canvas_or_a_section_is_not_taken_for_a_students_id() -> None:
    """Cyd's id is 85 and Deb's is 100: neither a section 85 nor a Canvas number 100 is theirs."""
    rows = "Student,ID,SIS User ID,SIS Login ID,Section,week-12\nX,100,,,85,7\nY,1,,,100,7\n"
    assert [row[-1] for row in filled(rows)] == ["week-12", "7", "7"]


def test_an_export_with_semicolons_and_short_rows_is_read() -> None:
    rows = "Student;ID;SIS Login ID;Section;Attention (5)\nA;4711;ada;B\n\nB;4712;ben;B;1;2;3\n"
    assert filled(rows)[1:] == [["A", "4711", "ada", "B", "15.3"], ["B", "4712", "ben", "B", "0"]]


NO_EXPORT = {
    "nothing": "",
    "another table": "a,b,c\n1,2,3\n",
    "no section": "Student,ID,SIS Login ID,week-12\n",
    "a huge cell": "Student,ID,SIS Login ID,Section,week-12\n" + "x" * 200_000,
}


@pytest.mark.parametrize("text", NO_EXPORT.values(), ids=NO_EXPORT)
def test_what_is_no_export_with_the_week_is_refused(text: str) -> None:
    with pytest.raises(TableError, match=r"no gradebook exported from Canvas|cannot be read as CSV: field larger"):
        filled(text)


HEAD = "Student,ID,SIS Login ID,Section"
SUMS = "Week 12 Current Score,Week 12 Final Points,Final Grade"


@pytest.mark.parametrize(
    "columns",
    ["Week 12 (7)", "WEEK-12", "Homework: Week 12 (7)", "week12 (7),week-12 homework (8)", "Attention (week 12) (7)",
     "week 120 (6),week-12. Homework (7)", f"{SUMS},Week 12 work (7)", "Other,attention"],
)  # fmt: skip
def test_an_assignment_is_the_weeks_however_its_name_is_written(columns: str) -> None:
    header, (*_, mark) = filled(f"{HEAD},{columns}\nA,4711,ada,B{',' * (columns.count(',') + 1)}\n")
    assert mark == "15.3"
    assert header[-1] in [each for each in columns.split(",") if "120" not in each and each not in SUMS.split(",")]


OTHERS = {
    f"{HEAD},week-13 (7),Week 120 (8),{SUMS}": 'None of its assignments is called "week-12" or "Attention"; it has: '
    "week-13, Week 120.",
    f"{HEAD},Week 12 a (7),Week 12 b (8)": 'More than one of its assignments is called "week-12" or "Attention"; it '
    "has: Week 12 a, Week 12 b.",
    HEAD: "it has: none.",
}


@pytest.mark.parametrize(("text", "says"), OTHERS.items())
def test_an_export_without_the_weeks_assignment_is_answered_with_those_it_has(text: str, says: str) -> None:
    with pytest.raises(TableError, match=re.escape(says)):
        filled(text)


# ---------------------------------------------------------------- Moodle

WORKSHEET = """\
Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Last modified (grade),\
Feedback comments
Participant 301,Ada L,,Submitted for grading,,100,Yes,-,
Participant 999,Ben B,ben@example.org,Submitted,12,100,Yes,-,old
Participant 303,Cyd Cole,cyd@example.org,No submission,-,100,Yes,-,
Participant 304,Deb Dee,deb@example.org,Submitted,7,100,Yes,-,
Participant 998,Zoe Zed,zoe@example.org,85,85,100,Yes,-,
"""


def test_a_worksheet_of_moodle_is_filled_in_for_those_who_are_graded() -> None:
    """Cyd's id is 85 and Deb's is 100, as are some cells of other rows: only columns of people say who it is."""
    filled = fill_moodle(WORKSHEET, CLASS, "week-12", MARKS, {"00123": "# Ada\n=1", "00124": "=1+1"})
    rows = rows_of(filled.text)
    assert [(row["Identifier"], row["Grade"], row["Feedback comments"]) for row in rows] == [
        ("Participant 301", "15.3", "# Ada\n=1"),
        ("Participant 999", "0", "'=1+1"),
        ("Participant 303", "-", ""),
        ("Participant 304", "7", ""),
        ("Participant 998", "85", ""),
    ]
    assert rows[0]["Last modified (grade)"] == "-"
    assert (filled.graded, filled.unknown) == (2, [Student("Participant 998", "Zoe Zed")])


def test_a_grade_that_moodle_lets_nobody_change_is_left_alone_and_told() -> None:
    """So is what stands for who has no mark here: Deb, who is excused."""
    locked = WORKSHEET.replace("Submitted,12,100,Yes", "Submitted,12,100,No")
    filled = fill_moodle(locked, CLASS, "week-12", MARKS, {"00124": "new"})
    assert [(row["Grade"], row["Feedback comments"]) for row in rows_of(filled.text)][1] == ("12", "old")
    assert (filled.graded, filled.locked, filled.kept) == (1, ['Ben "B" Brown 12'], ["Deb Dee 7"])


def test_a_worksheet_without_a_column_for_feedback_and_with_short_rows_is_filled_in() -> None:
    text = fill_moodle("Identifier,Status,Grade\nParticipant 301\n", CLASS, "week-12", MARKS, {"00123": "x"}).text
    assert text.splitlines() == ["Identifier,Status,Grade", "Participant 301,,15.3"]


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "Identifier,Mark\n"])
def test_what_is_no_worksheet_is_refused(text: str) -> None:
    with pytest.raises(TableError, match="no grading worksheet of Moodle's"):
        fill_moodle(text, CLASS, "week-12", MARKS, {})


# ---------------------------------------------------------------- what is left in the folder


def written(out: Path, *worksheets: Path, weeks: tuple = (WEEK,)) -> Written:
    marks = {(each.student, week.name): replace(each, week=week.name) for each in MARKS.values() for week in weeks}
    return outputs.write(Report(CLASS, weeks, marks), out, "Class", worksheets)


def test_files_are_written_once_and_again_only_where_something_changed(tmp_path: Path) -> None:
    assert written(tmp_path).files > 10
    assert written(tmp_path).files == 0
    (tmp_path / "grades.csv").write_text("spoilt", encoding="utf-8")
    assert written(tmp_path).files == 1
    assert not list(tmp_path.rglob("*.new"))


def test_worksheets_are_filled_in_under_their_own_names(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text(EXPORT, encoding="utf-8")
    (tmp_path / "m.csv").write_text(WORKSHEET, encoding="utf-8")
    made = written(tmp_path / "out", tmp_path / "c.csv", tmp_path / "m.csv")
    assert [(name, each.graded) for name, each in made.filled.items()] == [
        ("filled-week-12-c.csv", 3), ("filled-week-12-m.csv", 2),
    ]  # fmt: skip
    assert ",15.3\r\n" in (tmp_path / "out" / "filled-week-12-c.csv").read_bytes().decode()
    assert ",15.3," in (tmp_path / "out" / "filled-week-12-m.csv").read_text(encoding="utf-8")


def test_a_stranger_is_in_our_own_table_and_in_no_platforms(tmp_path: Path) -> None:
    zoe = Student("zoe")
    marks = {**MARKS, ("zoe", "week-12"): replace(a_standing(zoe, "graded", 7, 10), stranger=True)}
    outputs.write(Report((*CLASS, zoe), (WEEK,), marks), tmp_path, "Class")
    assert "\nzoe," in (tmp_path / "grades.csv").read_text(encoding="utf-8")
    assert "zoe" not in (tmp_path / "canvas-week-12.csv").read_text(encoding="utf-8")


def test_of_two_weeks_canvas_fills_the_one_it_has_and_moodle_must_be_told(tmp_path: Path) -> None:
    both = (WEEK, replace(WEEK, name="week-20", title="Transformers"))
    (tmp_path / "c.csv").write_text(EXPORT, encoding="utf-8")
    (tmp_path / "m.csv").write_text(WORKSHEET, encoding="utf-8")
    written(tmp_path / "out", tmp_path / "c.csv", weeks=both)
    assert [path.name for path in (tmp_path / "out").glob("filled-*")] == ["filled-week-12-c.csv"]
    (refused,) = written(tmp_path / "out", tmp_path / "m.csv", weeks=both).refused
    assert refused.endswith("is for one week: say which with WEEK=NAME (without make: --week NAME).")


def test_a_worksheet_that_cannot_be_filled_costs_no_other_file(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("a,b\n", encoding="utf-8")
    (tmp_path / "c.csv").write_text(EXPORT, encoding="utf-8")
    made = written(tmp_path / "out", tmp_path / "x.csv", tmp_path / "nowhere.csv", tmp_path / "c.csv")
    first, second = made.refused
    assert first.startswith("The worksheet x.csv was not filled in; all else is written. It is no gradebook exported")
    assert "nowhere.csv cannot be read: No such file" in second
    assert list(made.filled) == ["filled-week-12-c.csv"]
    assert (tmp_path / "out" / "grades.csv").is_file()
    assert (tmp_path / "out" / "overview.html").is_file()


def test_what_was_written_of_a_student_who_is_gone_goes_and_nothing_else(tmp_path: Path) -> None:
    written(tmp_path)
    (tmp_path / "students" / "notes.txt").write_text("mine", encoding="utf-8")
    gone, *stay = CLASS
    names = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")}
    outputs.write(Report(stay, (WEEK,), MARKS, gone=(gone,)), tmp_path, "Class")
    left = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")}
    assert names - left == {
        "students/00123.html", "students/00123.md", "staff/00123.html",
        "results/00123.week-12.json", "gradescope/00123.week-12.json",
    }  # fmt: skip


def test_a_file_for_canvas_goes_where_nobody_has_a_number_there(tmp_path: Path) -> None:
    written(tmp_path)
    assert (tmp_path / "canvas-week-12.csv").is_file()
    outputs.write(Report([replace(each, canvas="") for each in CLASS], (WEEK,), MARKS), tmp_path, "Class")
    assert not (tmp_path / "canvas-week-12.csv").exists()
