"""Every export is opened by a reader that is not ours and says what the bank says; nothing is dropped silently."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from quiz.example import EXAMPLE, a_course, example_bank
from quiz_export_readers.expected import agree
from quiz_export_readers.nasty import nasty_bank, only_file
from quiz_export_readers.readers import READERS, read, read_anki, read_markdown
from quiz_export_readers.seen import plain

from autograder.quiz.bank import load_bank
from autograder.quiz.exact import standard_answer
from autograder.quiz.exports import FORMATS, ExportError, export
from autograder.quiz.exports.markup import to_html
from autograder.quiz.exports.verb import export_quiz
from autograder.quiz.variants import for_student

ROOT = Path(__file__).resolve().parent.parent
BANKS = [EXAMPLE, *sorted(ROOT.glob("self_checks/*/quiz.toml"))]


@pytest.mark.parametrize("path", BANKS, ids=lambda path: f"{path.parent.name}/{path.name}")
@pytest.mark.parametrize("name", READERS)
def test_a_reader_sees_each_question_as_the_bank_has_it(path: Path, name: str) -> None:
    bank = load_bank(path)
    stays = dict(export(bank, name).left_out)
    asked = [for_student(each) for each in bank.questions if each.id not in stays]
    for question, seen in zip(asked, read(name, only_file(bank, name)), strict=True):
        assert name == "jupyterquiz" or seen.id == question.id
        agree(question, seen, name)


@pytest.mark.parametrize("name", READERS)
def test_nasty_texts_survive(name: str) -> None:
    bank, wanted = nasty_bank()
    for seen, want in zip(read(name, only_file(bank, name)), wanted.values(), strict=True):
        feedback = [said for _, _, said in seen.replies]
        assert seen.prompt == want["prompt"]
        assert seen.texts == [want["wrong"], want["right"], want["other"]]
        assert want["right"] in seen.right
        assert want["wrong"] not in seen.right
        assert feedback[0] == want["wrong-feedback"]
        assert want["other-feedback"] in feedback[2]
        assert want["why"] == seen.general or want["why"] in feedback[1]


@pytest.mark.parametrize("path", BANKS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_line_that_the_bank_folds_has_one_blank_there(path: Path) -> None:
    """And one colon stands between a wrong answer and what is said to it."""
    sheets = [text.decode() for text in export(load_bank(path), "markdown").files.values()]
    for text in sheets:
        sentences = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
        assert not re.search(r"\S  +\S|`::", sentences)


def test_folded_lines_of_markup_are_one_line() -> None:
    folded = "Why\n    **not so\n    soon**, `x +\n    y`  and\n    $a\n    b$?"
    assert to_html(folded) == r"<p>Why <strong>not so soon</strong>, <code>x + y</code> and \(a b\)?</p>"


def test_nasty_texts_survive_in_anki_and_markdown(tmp_path: Path) -> None:
    bank, wanted = nasty_bank()
    cards = read_anki(only_file(bank, "anki"), tmp_path)
    fronts, backs = (" ".join(sides) for sides in zip(*cards.values(), strict=True))
    sheet, key = map(read_markdown, export(bank, "markdown").files.values())
    for name, want in ((name, text) for texts in wanted.values() for name, text in texts.items()):
        asked = name in ("prompt", "right", "wrong", "other")
        assert want in (fronts if asked else backs)
        assert want in (sheet if asked else key)


@pytest.mark.parametrize("path", BANKS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_person_finds_question_key_and_feedback_in_anki_and_markdown(path: Path, tmp_path: Path) -> None:
    bank = load_bank(path)
    backs = [back for _, back in read_anki(only_file(bank, "anki"), tmp_path).values()]
    assert len(backs) == len(bank.questions)
    sheet, key = map(read_markdown, export(bank, "markdown").files.values())
    for question in map(for_student, bank.questions):
        (card,) = [back for back in backs if back.startswith(plain(question.prompt))]
        right = [option.text for option in question.options if option.right or question.kind == "order"]
        told = [text for option in question.options for text in (option.feedback,)] + [
            w.feedback for w in question.wrong
        ]
        typed_key = [] if question.options else [standard_answer(question)]
        for text in (*right, *told, *typed_key, question.why):
            assert plain(text) in card
            assert plain(text) in key
        for text in (question.prompt, *(option.text for option in question.options)):
            assert plain(text) in sheet


@pytest.mark.parametrize("name", FORMATS)
def test_every_question_is_told_of(name: str) -> None:
    exported = export(example_bank(), name)
    assert exported.taken + len(exported.left_out) == exported.asked == 9
    assert {each for each, _ in exported.left_out} | {each for each, _ in exported.changed} <= set(example_bank().ids)
    report = "\n".join(exported.report())
    assert f"{exported.taken} of 9 questions" in report
    assert "scale-number" in report and "depth = " in report


def test_what_a_format_does_not_know_is_named() -> None:
    assert dict(export(example_bank(), "jupyterquiz").left_out).keys() == {"predict-mix", "why-scale"}
    assert dict(export(example_bank(), "canvas").left_out).keys() == {"masked-weight"}


def test_the_same_bank_gives_the_same_bytes_in_every_process() -> None:
    script = (
        "import sys, hashlib; from pathlib import Path; from autograder.quiz.bank import load_bank;"
        "from autograder.quiz.exports import FORMATS, export; bank = load_bank(Path(sys.argv[1]));"
        "print([hashlib.sha256(d).hexdigest() for f in FORMATS for d in export(bank, f).files.values()])"
    )
    command = [sys.executable, "-c", script, str(EXAMPLE)]
    seeds = [{**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)} for seed in ("1", "2")]
    one, other = (subprocess.run(command, capture_output=True, text=True, env=env, check=True).stdout for env in seeds)
    here = [hashlib.sha256(d).hexdigest() for f in FORMATS for d in export(example_bank(), f).files.values()]
    assert one == other == f"{here}\n"


@pytest.mark.parametrize("name", ["canvas", "anki"])
def test_archives_do_not_tell_when_they_were_made(name: str) -> None:
    with zipfile.ZipFile(BytesIO(only_file(example_bank(), name))) as archive:
        assert {member.date_time[0] for member in archive.infolist()} == {2020}


@pytest.mark.parametrize("path", BANKS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_moodles_importer_would_take_each_question(path: Path) -> None:
    """Its rules: known shares, one 100 % where one is meant, numbers that are numbers, enough pairs, distinct ids."""
    questions = ET.fromstring(only_file(load_bank(path), "moodle")).findall("question")
    ids = [each.findtext("idnumber") for each in questions[1:]]
    assert questions[0].get("type") == "category" and len(set(ids)) == len(ids)
    shares = {0, 5, *(round(100 / n, 5) for n in range(1, 11))}
    for question in questions[1:]:
        given = [float(answer.get("fraction")) for answer in question.findall("answer")]
        assert {abs(share) for share in given} <= shares
        if question.get("type") in ("numerical", "shortanswer") or question.findtext("single") == "true":
            assert 100 in given and min(given) == 0
        if question.get("type") == "numerical":
            assert all(float(each.findtext("text")) < 1e15 for each in question.findall("answer"))
        if question.get("type") == "matching":
            assert len(question.findall("subquestion")) >= 3


# The verb


def test_the_verb_writes_each_format_and_says_what_became_of_each_question(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    out = tmp_path / "Übung 1"
    assert export_quiz(formats=["moodle,gift", "gift"], out=out, course=a_course(tmp_path)) == 0
    assert {path.name for path in out.iterdir()} == {"week-1-moodle.xml", "week-1-gift.txt"}
    assert (out / "week-1-moodle.xml").read_bytes() == export(example_bank(), "moodle", "week-1").files[
        "week-1-moodle.xml"
    ]
    assert "Moodle XML: 9 of 9 questions" in capsys.readouterr().out


def test_without_names_the_verb_writes_all_formats(tmp_path: Path) -> None:
    assert export_quiz("week-1", out=tmp_path / "out", course=a_course(tmp_path)) == 0
    assert len(list((tmp_path / "out").iterdir())) == len(FORMATS) + 1  # Markdown is two files


def test_a_format_that_takes_nothing_is_no_success(tmp_path: Path) -> None:
    course = a_course(tmp_path)
    bank = tmp_path / "self_checks" / "week-1" / "quiz.toml"
    text = bank.read_text(encoding="utf-8")
    bank.write_text(text[: text.index("[[question]]")] + text[text.rindex("[[question]]") :], encoding="utf-8")
    assert export_quiz(None, ["jupyterquiz"], tmp_path / "out", course) == 1


def test_a_course_without_questions_is_a_sentence(tmp_path: Path) -> None:
    course = a_course(tmp_path)
    (tmp_path / "self_checks/week-1/quiz.toml").unlink()
    with pytest.raises(
        ExportError, match=r"^There are no questions here: no week has a self_checks/<week>/quiz\.toml\.$"
    ):
        export_quiz(course=course, out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_unknown_format_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="no export format 'h5p'; the formats are canvas"):
        export_quiz(None, ["h5p"], tmp_path, a_course(tmp_path))


@pytest.mark.parametrize(("name", "package"), [("canvas", "text2qti"), ("anki", "genanki")])
def test_a_missing_package_is_a_sentence_and_nothing_is_written(
    name: str, package: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for module in (package, f"{package}.config", f"{package}.quiz", f"{package}.qti"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ExportError, match=f"needs {package}: pip install -e"):
        export_quiz(None, ["moodle", name], tmp_path / "out", a_course(tmp_path))
    assert not (tmp_path / "out").exists()


def test_the_page_names_every_format() -> None:
    page = (ROOT / "docs" / "quiz-exports.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in page for name in FORMATS)
