"""A file of answers: expected scores, odd rows told, files that keep them, and the item analysis."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from quiz.example import EXAMPLE, HERE, a_course, example_bank

from autograder.quiz.answers import load_answers
from autograder.quiz.bank import read_bank
from autograder.quiz.batch import ClassScores, score_file
from autograder.quiz.class_files import inert, to_csv, to_json
from autograder.quiz.class_report import report
from autograder.quiz.items import analyse
from autograder.quiz.table import BankError
from autograder.quiz.verb import run_quiz

OPEN = '[[question]]\nid = "why-scale"'
CLASS, ONE = HERE / "class.csv", HERE / "one-learner.toml"


def scored(path: Path) -> ClassScores:
    return score_file(load_answers(path), {"week-1": example_bank()})


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_one_learner_scores_what_the_file_says() -> None:
    (marked,) = scored(ONE).marked
    assert (marked.scored, marked.scored_max, marked.suggested, marked.suggested_max) == (7, 10, 2, 2)
    assert {name: each.points for name, each in marked.scores.items()} == {
        "divide-by": 1,
        "made-from-x": 1,
        "scale-number": 1,
        "masked-weight": 1,
        "score-shape": 1,
        "predict-mix": 1,
        "what-seeks": 1,
        "pipeline": 0,
        "why-scale": 2,
    }


def test_open_points_and_unreadable_answers_never_count() -> None:
    marked = {each.sheet.student: each for each in scored(CLASS).marked}
    assert (marked["00123"].scored, marked["00123"].suggested) == (6, 2)
    assert marked['=HYPERLINK("x")'].to_mark == ["why-scale", "masked-weight"]
    assert marked["Doe, Ann"].missing == ("scale-number", "score-shape", "predict-mix", "pipeline", "why-scale")


def test_a_student_who_comes_twice_and_an_unknown_column_are_told() -> None:
    scores = scored(CLASS)
    assert [note.partition("class.csv: ")[2] for note in scores.notes] == [
        "00124 comes twice; the last one counts.",
        "divide_by is no question of week-1, so it was not scored. Is it divide-by?",
    ]
    assert next(each for each in scores.marked if each.sheet.student == "00124").scores["divide-by"].full


def test_screen_json_and_csv_agree() -> None:
    scores = scored(CLASS)
    rows = list(csv.DictReader(io.StringIO(to_csv(scores))))
    data = json.loads(to_json(scores))
    shown = "\n".join(report(scores))
    for row, student in zip(rows, data["students"], strict=True):
        assert int(row["scored"]) == student["scored"] == sum(q["points"] for q in student["questions"] if q["counts"])
        assert f"{student['scored']}/{student['scored_max']}" in shown
        assert row["to_mark"].split() == student["to_mark"]
    assert to_json(scores) == to_json(scored(CLASS))


def test_no_cell_of_a_learner_is_a_formula() -> None:
    rows = list(csv.reader(io.StringIO(to_csv(scored(CLASS)))))
    assert rows[3][0] == '\'=HYPERLINK("x")'
    assert [inert(cell)[0] for cell in ("=1", "+1", "-1", "@a", "\t=1", "  =1", "a=1")] == ["'"] * 6 + ["a"]


def test_item_analysis_by_hand() -> None:
    items = {item.question: item for item in analyse(scored(CLASS))}
    assert items["divide-by"].difficulty == 750
    assert items["divide-by"].chosen == {"values": 0, "root": 3, "depth": 1, "nothing": 0}
    # right or wrong on what-seeks: 1, 0, 1, 0; the others: 5, 4, 3, 0 points; r = 2 / sqrt(1 * 14)
    assert items["what-seeks"].discrimination == 535
    assert (items["masked-weight"].undecided, items["masked-weight"].discrimination) == (2, None)
    assert (items["predict-mix"].answered, items["predict-mix"].difficulty) == (0, None)


def test_semicolons_and_two_columns(tmp_path: Path) -> None:
    (marked,) = scored(written(tmp_path, "a.csv", "\ufeffStudent;divide-by;masked-weight\n007;root;0,0\n")).marked
    assert (marked.sheet.student, marked.scored) == ("007", 2)
    scores = scored(written(tmp_path, "b.csv", "question,answer\ndivide-by,depth\ndivide-by,root\nscore-shape\n"))
    assert scores.marked[0].scored == 1
    assert "divide-by is answered twice" in scores.notes[0]


def test_a_class_in_toml(tmp_path: Path) -> None:
    text = "".join(f'[[student]]\nid = "{name}"\nanswers = {{score-shape = "5x7"}}\n' for name in "ab")
    assert [(each.sheet.student, each.scored) for each in scored(written(tmp_path, "c.toml", text)).marked] == [
        ("a", 1),
        ("b", 1),
    ]


def test_odd_rows_are_scored_and_told(tmp_path: Path) -> None:
    scores = scored(written(tmp_path, "a.csv", "student,divide-by\n,root\n\nb,root,more\nc\n"))
    assert [each.sheet.student for each in scores.marked] == ["row 2", "b", "c"]
    assert [note.partition("a.csv, ")[2] for note in scores.notes] == [
        "row 2: no student is named; it is scored as 'row 2'.",
        "row 4: more cells than columns; the rest was left out.",
    ]


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.csv", b"name of someone,divide-by\nx,root\n", "no column is called student"),
        ("a.csv", b"student,divide-by,divide-by\nx,root,root\n", "two columns are called divide-by"),
        ("a.csv", b'student,divide-by\nx,"root\n', "is not CSV"),
        ("a.csv", b"", "holds no answers"),
        ("a.csv", b"student,x\xff\n", "is not UTF-8"),
        ("a.csv", b"student,other\nx,1\n", "no question id in it is known; the ids are divide-by"),
        ("a.toml", b"student = ", "is not TOML"),
        ("a.toml", b"[answers]\ndivide-by = true\n", "must be a text, a number or a list"),
        ("a.toml", b"student = 3\n[answers]\n", "student must be a text in quotes, not 3"),
        ("a.toml", b"[anwsers]\n", "unknown keys: anwsers"),
        ("a.toml", None, "cannot be read: No such file"),
    ],
)
def test_a_file_that_cannot_be_meant_is_a_sentence(
    tmp_path: Path, name: str, content: bytes | None, sentence: str
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BankError, match=sentence):
        scored(path)


def test_the_verb_prints_and_keeps_the_scores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    course = a_course(tmp_path / "TA dir" / "과제 1")
    files = {"json_file": tmp_path / "out.json", "csv_file": tmp_path / "out.csv"}
    assert run_quiz(answers=CLASS, course=course, **files) == 0
    assert json.loads(files["json_file"].read_text(encoding="utf-8"))["week"] == "week-1"
    assert files["csv_file"].read_bytes().count(b"\r\n") == 5
    assert all(len(line) <= 79 for line in capsys.readouterr().out.splitlines())


def test_a_terminal_is_not_steered_by_an_answer(tmp_path: Path) -> None:
    path = written(tmp_path, "a.csv", "student,divide-by\n\x1b[31mred,\x1b[2J\nb,root\n")
    assert not any("\x1b" in line for line in report(scored(path)))
    (tmp_path / "one.toml").write_text('student = "\\u001b[1m"\nanswers = {divide-by = "\\u001b[2J"}', encoding="utf-8")
    assert not any("\x1b" in line for line in report(scored(tmp_path / "one.toml")))


def test_a_file_that_is_too_large_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autograder.quiz.answers.LARGEST", 10)
    with pytest.raises(BankError, match=r"a\.csv is larger than 0 MB; is it a file of answers\?$"):
        load_answers(written(tmp_path, "a.csv", "student,divide-by\n1,root\n"))


def test_of_answers_that_all_count_nothing_is_suggested(tmp_path: Path) -> None:
    path = written(tmp_path, "a.toml", 'student = "1"\n[answers]\ndivide-by = "root"\n')
    scores = score_file(load_answers(path), {"week-1": read_bank(EXAMPLE.read_text("utf-8").split(OPEN)[0], "quiz")})
    shown = "\n".join(report(scores))
    assert "scored: 1 of " in shown and "suggested" not in shown and "to be marked" not in shown


@pytest.mark.parametrize("kept", ["json_file", "csv_file"])
def test_the_scores_can_be_kept_in_one_form_alone(tmp_path: Path, kept: str) -> None:
    course = a_course(tmp_path / "course")
    assert run_quiz(answers=CLASS, course=course, **{kept: tmp_path / "kept"}) == 0
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["kept"]
