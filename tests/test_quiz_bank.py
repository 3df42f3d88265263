"""Reading a bank: what the format promises, and a sentence with file and question for each fault."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from quiz.example import EXAMPLE, HEAD, a_question, example, example_bank

from autograder.quiz.bank import load_bank, read_bank
from autograder.quiz.question import KINDS
from autograder.quiz.table import BankError

OPEN = 'kind = "open"\nanswer = "a"\nwords.big = ["big"]\n'
TERM = 'kind = "term"\nanswer = "a"\n'
CLAIM = '[[question.claim]]\nid = "c"\nsays = "s"\nwhen = "big"\n'


def test_the_example_has_every_kind() -> None:
    assert {question.kind for question in example_bank().questions} == set(KINDS)


def test_latex_and_code_are_kept_as_they_stand() -> None:
    assert example("why-scale").prompt == r"Why are the scores divided by $\sqrt{d_k}$ before the softmax?"
    question = a_question("""kind = "choice"
        options = [{ id = "a", text = '<pad>' }, { id = "b", text = 'a && b', right = true }]""")
    assert [option.text for option in question.options] == ["<pad>", "a && b"]


def test_numbers_are_exact() -> None:
    key = a_question('kind = "number"\nanswer = 0.1\ntolerance = 1e-3').key
    assert (key.value, key.tolerance) == (Fraction(1, 10), Fraction(1, 1000))


def test_a_range_has_both_ends() -> None:
    question = a_question(
        'kind = "number"\nvariants = { d = { from = 1, to = 2, step = 0.5 } }\nformula = "d"\ntolerance = 0.1'
    )
    assert question.key.variants.values == (("d", (Decimal("1"), Decimal("1.5"), Decimal("2.0"))),)


def test_a_byte_order_mark_blanks_and_another_script_in_the_path(tmp_path: Path) -> None:
    path = tmp_path / "TA dir" / "과제.toml"
    path.parent.mkdir()
    path.write_bytes(b"\xef\xbb\xbf" + EXAMPLE.read_bytes())
    assert load_bank(path).ids == example_bank().ids


FAULTS = {
    'kind = "essay"': "kind 'essay' is unknown",
    'kind = "choice"\noptions = [{id = "a", text = "x"}]': "options must list at least two",
    'kind = "choice"\noptions = [{id = "a", text = "x"}, {id = "a", text = "y"}]': "two options have the id a",
    'kind = "choice"\noptions = [{id = "A b", text = "x"}, {id = "b", text = "y"}]': "must be small letters and digits",
    'kind = "choice"\noptions = [{id = "a", text = "x", rigth = true}, {id = "b", text = "y"}]': "unknown keys: rigth",
    'kind = "choice"\noptions = [{id = "a", text = "x", right = 1}, {id = "b", text = "y"}]': "true or false, not 1",
    'kind = "choice"\noptions = "a"': "options must be a list of tables",
    'kind = "number"': "give either answer, or variants and formula",
    'kind = "number"\nanswer = "one"': "answer must be a number, not 'one'",
    'kind = "number"\nanswer = nan': "answer must be a number",
    'kind = "number"\nanswer = true': "answer must be a number, not true",
    'kind = "number"\nanswer = 1\ntolerance = -1': "tolerance must not be below 0",
    'kind = "number"\nformula = "d"': "variants must give each name",
    'kind = "number"\nvariants = {d = [1]}\nformula = "e"': "'e' is neither among the variants",
    'kind = "number"\nvariants = {d = []}\nformula = "d"': "d must be a list of numbers",
    'kind = "number"\nvariants = {d = {from = 1, to = 0}}\nformula = "d"': "a range needs from, to",
    'kind = "number"\nvariants = {d = {from = 1, to = 1e9}}\nformula = "d"': "at most 1000 values",
    'kind = "number"\nanswer = 1\nwrong = [{formula = "d", feedback = "f"}]': "the wrong answer d",
    'kind = "shape"\nanswer = [2, -1]': "answer must be a list of whole numbers",
    'kind = "shape"\nanswer = "2x3"': "answer must be a list of whole numbers",
    'kind = "output"\ncode = "1"\nanswer = " "': "answer must be the text that the code prints",
    'kind = "term"': "answer is missing",
    'kind = "term"\nanswer = "a"\nsynonyms = [1]': "synonyms must be a list of texts",
    'kind = "term"\nanswer = "a"\npoints = 0': "points must be a whole number, 1 or more",
    'kind = "term"\nanswer = "a"\nwrong = [{feedback = "f"}]': "answer (or, beside variants, formula) is missing",
    OPEN: "needs at least one",
    OPEN + CLAIM + CLAIM: "two claims or misconceptions have the id c",
    OPEN + CLAIM.replace('"big"', '"huge"'): "there is no word list 'huge'",
    OPEN + CLAIM.replace('"big"', '"big then"'): "a slot is missing at the end",
    OPEN + CLAIM.replace('"big"', '"then big"'): "'then' stands between two slots",
    OPEN + CLAIM.replace('"big"', '"not not big"'): "'not' stands before one slot",
    OPEN + CLAIM.replace('"big"', '"big without then"'): "behind 'without' come slots",
    OPEN + CLAIM.replace('"big"', "[]"): "when must list at least one pattern",
    OPEN + CLAIM + 'scope = "page"': "the scope 'page' is unknown",
    OPEN.replace("words.big", "words.then") + CLAIM: "then must be a name in small letters",
    OPEN.replace('["big"]', '["the"]') + CLAIM: "must begin and end with a word",
    OPEN.replace('["big"]', "3") + CLAIM: "big must be a list of texts",
    'kind = "open"\nanswer = "a"\nwords = 3\n' + CLAIM: "words must be a table",
}


@pytest.mark.parametrize("rest", FAULTS)
def test_a_fault_is_a_sentence_with_file_and_question(rest: str) -> None:
    with pytest.raises(BankError) as error:
        a_question(rest)
    assert FAULTS[rest] in str(error.value)
    assert str(error.value).startswith("quiz.toml: question one")
    assert str(error.value).rstrip("?").endswith((".", "kind"))


def test_faults_of_the_whole_file(tmp_path: Path) -> None:
    with pytest.raises(BankError, match="is not TOML"):
        read_bank("a = ", "quiz.toml")
    with pytest.raises(BankError, match="has no questions"):
        read_bank('title = "t"', "quiz.toml")
    with pytest.raises(BankError, match="two questions have the id one"):
        read_bank(HEAD + TERM + HEAD.partition("\n")[2] + TERM, "quiz.toml")
    with pytest.raises(BankError, match="cannot be read"):
        load_bank(tmp_path / "quiz.toml")
    (tmp_path / "quiz.toml").write_bytes(b'title = "\xff"')
    with pytest.raises(BankError, match=r"is not UTF-8 \(byte 9\)"):
        load_bank(tmp_path / "quiz.toml")


@given(st.text(max_size=80))
def test_any_text_is_a_bank_or_a_sentence(text: str) -> None:
    with pytest.raises(BankError):
        read_bank(text, "quiz.toml")


def test_a_wrong_answer_may_be_a_list() -> None:
    question = a_question('kind = "shape"\nanswer = [2, 3]\nwrong = [{ answer = [3, 2], feedback = "f" }]')
    assert question.wrong[0].answer == "3, 2"
