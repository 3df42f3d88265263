"""Open answers: what is found, quoted, denied, misunderstood, and when the scorer says that it can't tell."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from quiz.example import a_question, example

from autograder.quiz.clauses import read_answer
from autograder.quiz.score import CREDITED, NOT_YET, UNSURE
from autograder.quiz.scorer import score
from autograder.quiz.spelling import is_slip, stem
from autograder.quiz.text import tokens, words
from autograder.quiz.transforms import HARMLESS, HOSTILE

WHY = example("why-scale")
RIGHT = "Dot products grow with long keys, so that the softmax saturates."


def test_one_spelling_for_each_formula() -> None:
    spellings = [
        r"$\sqrt{d_{k}}$",
        "√dₖ",
        "sqrt(d_k)",
        "sqrt(dk)",
        "the square root of d_k",
        "the root of d k",
        "d_k**0.5",
        r"$d_k^{1/2}$",
    ]
    assert {tuple(word for word in words(text) if word != "the") for text in spellings} == {("sqrt", "d_k")}
    products = [r"$QK^\top$", "QKᵀ", "QK^T", "q @ k.T", "Q K transposed"]
    assert {tuple(words(text)) for text in products} == {("qkt",)}


def test_contractions_arrows_and_signs() -> None:
    assert words("It doesn't, it doesnt, it can’t: a -> b") == [
        "it",
        "does",
        "not",
        "it",
        "does",
        "not",
        "it",
        "can",
        "not",
        "a",
        "so",
        "b",
    ]
    assert words("−∞, -inf and $-\\infty$") == ["minus", "infinity", "minus", "infinity", "and", "minus", "infinity"]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("0.01 < 0.02", "0.01 less than 0.02"),
        ("0.94 > 0.93", "0.94 more than 0.93"),
        ("a <= b, c ≥ d", "a at most b c at least d"),
        (r"$a \lt b \leq c \gg d$", "a less than b at most c more than d"),
        ("a <> b", "a not equal b"),
        ("<pad> and </s> and <|end|>", "pad and s and end"),
        ("a -> b => c", "a so b so c"),
        ("a <- b", "a because b"),
        ("a <-> b", "a and b"),
        ("> told\n> before", "told before"),
    ],
)
def test_less_and_more_are_words_and_tags_are_names(text: str, read: str) -> None:
    assert " ".join(words(text)) == read


def test_each_word_knows_where_it_stood() -> None:
    text = "As $\\sqrt{d_k}$ grows, ﬁne √dₖ too."
    assert [text[token.start : token.end] for token in tokens(text)] == [
        "As",
        r"\sqrt{d_k}",
        r"\sqrt{d_k}",
        "grows",
        "ﬁne",
        "√",
        "dₖ",
        "too",
    ]


@given(st.text(max_size=200))
def test_any_text_has_words_at_places_inside_it(text: str) -> None:
    text = unicodedata.normalize("NFC", text)
    assert all(0 <= token.start < token.end <= len(text) for token in tokens(text))


@pytest.mark.parametrize(
    "forms",
    [
        "saturate saturates saturated saturating saturation",
        "query queries",
        "normalize normalise normalized",
        "stop stopped stopping",
        "add adds added adding",
        "key keys",
    ],
)
def test_forms_of_a_word_share_a_stem(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize(
    "pair", ["increase decrease", "encoder decoder", "stable unstable", "value valve", "key keg", "position positive"]
)
def test_another_word_is_no_slip(pair: str) -> None:
    one, other = pair.split()
    assert not is_slip(one, other) or pair == "position positive"


def denied(text: str) -> str:
    reading = read_answer(text)
    return " ".join(word.word for word in reading.words if reading.denied(word.at, word.at + 1))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("it does not saturate", "saturate"),
        ("without the scale, it saturates", "scale"),
        ("without scaling the softmax saturates", "scaling softmax"),
        ("it prevents saturation and vanishing gradients", "saturation and vanishing gradients"),
        ("it keeps the softmax from saturating", "saturating"),
        ("it prevents the softmax from saturating", "saturating"),
        ("saturation is avoided", "saturation is"),
        ("saturation does not happen", "saturation does"),
        ("it is not only large but sharp", ""),
        ("not without a scale", "without"),
        ("if we do not scale the softmax saturates", "scale softmax"),
        ("it does not grow and the softmax is flat", "grow"),
        ("instead of a sum", "of sum"),
        ("it reduces nothing", "nothing"),
        ("the mask is not needed", "mask is"),
        ("it does not need the mask", "need mask"),
        ("wihtout scale, all is large", "scale"),
        ("whitout scale, all is large", "scale"),
        ("equal or not, it is a number", ""),
        ("it gives zero weight", "weight"),
        ("the zeros fill the row", ""),
        ("instead of equality we use similarity", "of equality"),
        ("without it the softmax saturates", ""),
        ("if you do not scale it saturates", "scale"),
        ("it does not mean that it saturates", "mean that it saturates"),
    ],
)
def test_what_is_denied(text: str, what: str) -> None:
    assert denied(text) == what


def test_a_right_answer_quotes_the_words_of_each_key_point() -> None:
    result = score(WHY, RIGHT)
    assert (result.outcome, result.points, result.counts) == (CREDITED, 2, False)
    assert [(point.id, point.quote) for point in result.found] == [
        ("grows", "Dot products grow"),
        ("saturates", "softmax saturates"),
    ]


def test_a_part_of_it_says_what_was_not_found() -> None:
    result = score(WHY, "The dot products become very large.")
    assert (result.outcome, result.points, [point.id for point in result.missing]) == (NOT_YET, 1, ["saturates"])
    assert "in words that I do not know" in result.message


def test_a_misconception_has_its_sentence() -> None:
    result = score(WHY, "Dividing makes the softmax saturate.")
    assert (result.outcome, result.points) == (NOT_YET, 0)
    assert result.misconceptions[0].quote == "Dividing makes the softmax saturate"
    assert result.found == ()  # "softmax saturate" are the misconception's words
    assert result.message.startswith("It is the other way round")


def test_an_opinion_of_ones_own_is_held_and_that_of_others_is_told() -> None:
    assert score(WHY, "I think that dividing makes the softmax saturate.").misconceptions != ()
    told = score(WHY, "Some think that dividing makes the softmax saturate.")
    assert (told.outcome, told.points, told.found, told.misconceptions) == (UNSURE, 0, (), ())
    assert score(WHY, f"{RIGHT} Some think that dividing makes the softmax saturate.").full


def test_what_nobody_knows_is_no_denial() -> None:
    assert score(WHY, f"{RIGHT} Without the scale nobody knows what to expect.").full


def test_what_goes_wrong_is_told_by_nobody_else() -> None:
    assert score(WHY, "What goes wrong is that dividing makes the softmax saturate.").misconceptions != ()
    assert score(WHY, "The wrong idea is that dividing makes the softmax saturate.").misconceptions == ()


def test_the_denied_misconception_is_the_right_answer() -> None:
    assert [point.id for point in score(WHY, "If you do not scale, the softmax saturates.").found] == ["saturates"]


@pytest.mark.parametrize("answer", ["", "  \n ", "?!", "I don't know", "idk"])
def test_nothing_is_not_yet(answer: str) -> None:
    assert (score(WHY, answer).outcome, score(WHY, answer).points) == (NOT_YET, 0)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("Because of the weather in the north of the country.", "did not recognise"),
        ("dot products, large, softmax, saturates, scale, keys", "list of key words"),
        ("products large softmax saturates gradient keys depth", "list of key words"),
        ("The softmax softmax softmax softmax softmax saturates in large products", "again and again"),
        ("of dot products the grow long keys so the softmax saturates", "order of the words"),
        ("dot products grow and so Keys The softmax saturates", "order of the words"),
        ("products they the grow with long keys so the softmax saturates", "order of the words"),
        ("the the dot products grow and so so the softmax saturates", "order of the words"),
        ("dot products grow in the during and so the softmax saturates", "order of the words"),
        (f"It is not true that {RIGHT}", "deny what it says"),
        (f"I do not think that it is like this. {RIGHT}", "deny what it says"),
        (f"Nobody holds that {RIGHT}", "deny what it says"),
        (f"No. {RIGHT}", "take back"),
        (f"{RIGHT} That is wrong.", "take back"),
        (RIGHT + " and so on" * 40, "more than 120 words"),
        ("Die Skalarprodukte werden gross und darum wird das Softmax gesaettigt", "another language"),
        ("a" * 5000, "longer than 4000 characters"),
    ],
)
def test_what_the_scorer_cannot_tell(answer: str, why: str) -> None:
    result = score(WHY, answer)
    assert (result.outcome, result.points) == (UNSURE, 0)
    assert why in result.message
    assert result.message.endswith("Mark yourself against the key points.")
    assert len(result.found) + len(result.missing) == 2


def rubric(pattern: str, scope: str = "sentence", extra: str = "") -> str:
    return f"""kind = "open"
        answer = "x"
        words.query = ["query"]
        words.key = ["key"]
        words.seek = ["seek", "look .. for"]
        words.open = ["satur*"]
        [[question.claim]]
        id = "c"
        says = "s"
        when = "{pattern}"
        scope = "{scope}"
        {extra}"""


@pytest.mark.parametrize(
    ("pattern", "answer", "credited"),
    [
        ("query seek", "It seeks, as a query does.", True),
        ("query then seek", "It seeks, as a query does.", False),
        ("query then seek", "The query seeks.", True),
        ("query near seek", "The query of a token seeks.", True),
        ("query near seek", "The query of a token in its place seeks.", False),
        ("query then seek without key", "The query has a key that seeks.", False),
        ("not seek", "A query never seeks.", True),
        ("not seek", "A query seeks.", False),
        ("seek", "A query never seeks.", False),
        ("maybe seek", "A query never seeks.", True),
        ("key|query then seek", "A query seeks.", True),
        ("seek", "It looks everywhere for it.", True),
        ("seek", "It looks at all that is there for it.", False),
        ("open", "All of it is saturation here.", True),
        ("query seek", "There is a query. It seeks.", False),
        ("query so", "A query -> the rest.", True),
    ],
)
def test_the_pattern_language(pattern: str, answer: str, credited: bool) -> None:
    assert score(a_question(rubric(pattern)), answer).full is credited


def test_scopes_and_windows() -> None:
    assert score(a_question(rubric("query seek", "answer")), "There is a query. It seeks.").full
    assert not score(a_question(rubric("query seek", "clause")), "It is a query, and it seeks.").full
    wide = "A query in the middle of a sentence that has no end but goes on and on seeks."
    assert not score(a_question(rubric("query seek")), wide).full
    assert score(a_question(rubric("query seek", extra="window = 0")), wide).full


def test_words_of_the_prompt_are_not_the_learners() -> None:
    question = replace(WHY, prompt="Is it true that dot products grow with long keys, or not?")
    assert [point.id for point in score(question, f"{RIGHT}").found] == ["saturates"]
    assert score(question, question.prompt).outcome == UNSURE
    assert score(question, "They grow, these dot products do: the scores grow, so softmax saturates.").full


def test_a_key_point_beside_something_that_does_not_go_with_it() -> None:
    mild = a_question(
        rubric(
            "query then seek", extra='[[question.misconception]]\nid = "m"\nfeedback = "No."\nwhen = "key then seek"'
        )
    )
    assert score(mild, "The key seeks.").message == "No."
    both = score(mild, "The query seeks. The key seeks.")
    assert (both.outcome, both.misconceptions[0].feedback) == (UNSURE, "No.")
    assert score(mild, "The query seeks. It is a mistake to say that the key seeks.").full


@pytest.mark.parametrize(
    "sentence",
    [
        "It is an in-place sum, and so-called long keys grow.",
        "The the scores are what it is made of.",
        "What do I look for? asks The Query.",
        "SCORES OF THE KEYS ARE WHAT IT IS.",
        "Zeros that are attended to or counted change the mean.",
        "It is what a token attends to and takes from.",
        "The ON is replaced by a score.",
        "A yes or no is not what it is, but how much it is.",
        "Was it measured on texts that it has not seen?",
    ],
)
def test_honest_sentences_are_not_called_scrambled(sentence: str) -> None:
    assert "order of the words" not in score(WHY, sentence).message


@pytest.mark.parametrize("name", HOSTILE)
def test_texts_that_only_look_right_are_not_credited(name: str) -> None:
    assert not any(score(WHY, HOSTILE[name](WHY.key.answers[0], number)).full for number in range(10))


@pytest.mark.parametrize("name", HARMLESS)
def test_what_does_not_matter_does_not_disturb(name: str) -> None:
    assert all(score(WHY, HARMLESS[name](WHY.key.answers[0], number)).full for number in range(10))


VOCABULARY = [
    "dot product",
    "large",
    "softmax",
    "saturates",
    "not",
    "without",
    "scale",
    "the",
    ".",
    ",",
    "because",
    "d_k",
]


@given(
    st.lists(st.sampled_from(VOCABULARY), max_size=150).map(" ".join) | st.text(alphabet=st.characters(), max_size=300)
)
@settings(max_examples=150)
def test_any_answer_gets_one_of_three_outcomes_and_always_the_same(answer: str) -> None:
    first = score(WHY, answer)
    assert first == score(WHY, answer)
    assert first.outcome in (CREDITED, NOT_YET, UNSURE)
    assert (first.outcome == CREDITED) == (first.points == 2)


@pytest.mark.parametrize(
    "unit", ["a", " ", "softmax ", "-", "\\", "{", "\ud800", "\x00", "d_k ", "q ", "\n", "\\sqrt{", "(", "é"]
)
def test_long_answers_take_bounded_steps(unit: str) -> None:
    """Just below the limit, where every rewriting rule still runs; a quadratic rule would hang here."""
    assert score(WHY, unit * (3999 // len(unit))).points == 0
    assert score(WHY, unit * 1_000_000).points == 0
