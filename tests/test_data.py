"""The data of week 20: always the same bytes, no text twice, and categories that agree with the texts."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections import Counter
from datetime import date
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent


def module(path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"tested_{Path(path).stem}", ROOT / path)
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = loaded
    spec.loader.exec_module(loaded)
    return loaded


make_feedback = module("data/make_feedback.py")
lesson_data = module("exercises/week-20/lesson_data.py")


@pytest.fixture(scope="module")
def table() -> list[dict]:
    return lesson_data.read_feedback(make_feedback.FILE)


def test_the_committed_file_is_what_the_script_makes_and_is_small(capsys) -> None:
    data = make_feedback.contents(make_feedback.COMMITTED)
    assert make_feedback.check(data) == 0
    assert len(data) <= 2_000_000


def test_fewer_rows_are_the_beginning_of_more() -> None:
    assert make_feedback.FILE.read_bytes().startswith(make_feedback.contents(500))


def test_all_rows_can_be_made_and_no_text_occurs_twice() -> None:
    rows = [json.loads(line) for line in make_feedback.contents(make_feedback.ALL).splitlines()]
    assert len({row["feedback_text"].lower() for row in rows}) == len(rows) == 49_000
    assert rows[0]["date"] == "2024-01-01"


def test_no_two_texts_are_one_to_the_model(table: list[dict]) -> None:
    encode = module("solutions/week-20/encode_text.py").encode
    assert len({tuple(encode(row["feedback_text"])) for row in table}) == len(table)


def test_every_row_has_its_five_fields(table: list[dict]) -> None:
    assert {tuple(row) for row in table} == {("id", "customer", "date", "category", "feedback_text")}
    assert [row["id"] for row in table] == list(range(1, len(table) + 1))
    days = [date.fromisoformat(row["date"]) for row in table]
    assert days == sorted(days)
    assert all(row["customer"] and row["feedback_text"] == row["feedback_text"].strip() for row in table)


def test_no_text_shows_what_it_was_made_of(table: list[dict]) -> None:
    assert not [row for row in table if set(row["feedback_text"]) & set("{}|")]


@pytest.mark.parametrize(
    ("category", "word"), [(name, word) for name, words in make_feedback.SIGNALS.items() for word in words]
)
def test_a_telling_word_tells_unless_a_contrast_stands_beside_it(table: list[dict], category: str, word: str) -> None:
    having = [row for row in table if word in make_feedback.words(row["feedback_text"])]
    plain = [row for row in having if not make_feedback.CONTRASTS & make_feedback.words(row["feedback_text"])]
    assert len(plain) > 100
    assert {row["category"] for row in plain} == {category}
    assert sum(row["category"] == category for row in having) > len(having) / 2


def test_about_three_rows_in_ten_are_praise(table: list[dict]) -> None:
    counts = Counter(row["category"] for row in table)
    assert set(counts) == set(make_feedback.PLAIN_SHARES)
    assert 0.28 < counts["praise"] / len(table) < 0.34


def test_two_rows_in_five_are_twins_and_half_of_them_praise(table: list[dict]) -> None:
    twins = make_feedback.twins(table)
    assert 0.35 < len(twins) / len(table) < 0.45
    assert sum(row["category"] == "praise" for row in twins) / len(twins) == pytest.approx(0.5, abs=0.01)


def test_a_slip_spares_first_letters_and_contrasts() -> None:
    chance = make_feedback.random.Random(1)
    slips = {make_feedback.misspell(chance, "never export cannot") for _ in range(500)} - {"never export cannot"}
    assert len(slips) > 3
    assert all(slip.startswith("never e") and slip.endswith(" cannot") for slip in slips)


def test_the_data_card_shows_the_figures_of_the_committed_file() -> None:
    card = (ROOT / "data" / "README.md").read_text(encoding="utf-8")
    assert f"```\n{make_feedback.describe(make_feedback.FILE.read_bytes())}\n```" in card
    named = make_feedback.words(card)
    telling = {word for words in make_feedback.SIGNALS.values() for word in words}
    assert named >= telling | make_feedback.CONTRASTS


def test_check_says_what_to_type_when_the_file_is_missing_or_stale(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(make_feedback, "FILE", tmp_path / "feedback.json")
    assert make_feedback.check(b"right") == 1
    (tmp_path / "feedback.json").write_bytes(b"wrong")
    assert make_feedback.check(b"right") == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{tmp_path / 'feedback.json'} is {state}: run `python data/make_feedback.py`."
        for state in ("missing", "stale")
    ]


@pytest.mark.parametrize("folder", [".", "data", "exercises/week-12", "tests/submissions"])
def test_the_data_are_found_from_any_folder(folder: str, monkeypatch) -> None:
    monkeypatch.chdir(ROOT / folder)
    assert lesson_data.find_data_dir() == ROOT / "data"


def test_the_data_are_found_from_elsewhere_by_the_lessons_own_place(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert lesson_data.find_data_dir() == ROOT / "data"
    monkeypatch.setattr(lesson_data, "__file__", str(tmp_path / "lesson_data.py"))
    with pytest.raises(lesson_data.LessonError, match="run the lesson inside the repository"):
        lesson_data.find_data_dir()


def test_a_missing_file_gets_the_command_that_makes_it(tmp_path: Path) -> None:
    with pytest.raises(lesson_data.LessonError, match=r"is missing.*python data/make_feedback\.py"):
        lesson_data.read_feedback(tmp_path / "feedback.json")


GOOD = '{"category": "bug", "feedback_text": "é"}\n'


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "line 1 is no row"),
        (GOOD.encode() + b'{"category": "bu', "line 2 is no row"),
        (GOOD.encode() + b"[]\n", "line 2 is no row"),
        (GOOD.encode() + b"7\n", "line 2 is no row"),
        (b'{"category": "bug"}\n', "line 1 is no row"),
        (b'{"category": "bug", "feedback_text": 3}\n', "line 1 is no row"),
        (GOOD.encode("latin-1"), "cannot be read"),
    ],
)
def test_a_damaged_file_gets_the_command_that_mends_it(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "feedback.json"
    path.write_bytes(content)
    with pytest.raises(lesson_data.LessonError, match=rf"{says}.*python data/make_feedback\.py"):
        lesson_data.read_feedback(path)


def test_a_bom_and_windows_line_ends_are_no_damage(tmp_path: Path) -> None:
    path = tmp_path / "feedback.json"
    path.write_bytes(b"\xef\xbb\xbf" + (GOOD * 2).replace("\n", "\r\n").encode())
    assert [row["feedback_text"] for row in lesson_data.read_feedback(path)] == ["é", "é"]
