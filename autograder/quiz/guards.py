"""Reasons not to trust what was found in an open answer: it may be no sentence, or it may take everything back.

None of them makes an answer wrong. They make it one that the learner has to mark.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from autograder.quiz.clauses import ARTICLES, Reading
from autograder.quiz.function_words import FUNCTION_WORDS, word_set
from autograder.quiz.text import Token, words

LONGEST_WORDS = 120
LIST_FROM, LIST_SHARE, FEWEST_PIECES = 4, (15, 100), 5
"""From how many words on fewer than 15 % little words make a list of key words."""
GLUE = FUNCTION_WORDS - {"and", "or", "no", "not", "without"}
"""Little words that hold a sentence together, as those between key words do not."""
REPEATED, REPEATED_SHARE = 5, (30, 100)
SHORT_SENTENCE = 6
RUN = 5
"""So many words as in the prompt are a copy; fewer are chance."""

DENIAL_PHRASES = tuple(
    tuple(words(phrase))
    for phrase in (
        "not true that", "not true to say", "untrue that", "is false that", "false to say", "not the case that",
        "wrong that", "wrong to say", "incorrect that", "incorrect to say", "not correct that", "not correct to say",
        "not right that", "not right to say", "not believe", "not think", "not agree", "disagree", "nobody", "no one",
        "not because", "the opposite of", "contrary to", "hardly true", "i doubt", "i deny", "mistake to say",
        "mistake to think", "myth that", "misconception that", "misconception is",
    )
)  # fmt: skip
NOBODY = {("nobody",), ("no", "one")}
ADMIT = {"know", "knows", "can", "could", "else"}
"""``nobody knows``, ``no one can tell``: no denial of what follows."""
DENYING_WORDS = {"false", "untrue", "wrong", "incorrect", "nonsense", "disagree", "lie", "joking", "opposite"}
REPORTED = word_set("myth misconception mistake mistaken wrong false incorrect tempting")
GOES = {"go", "goes", "going", "gone", "went"}
"""Before "wrong" they tell what happens, and report nobody."""
OPINIONS = {"think", "believe", "say", "expect"}
"""Words of a sentence that tells a wrong idea without holding it; opinions, where they are not the learner's own."""
DO_NOT_KNOW = {"i do not know", "do not know", "idk", "no idea", "i have no idea", "dunno", "pass", "not sure", "skip"}

VERBS = word_set("is are was were does do did has have had will would can could must should")
AFTER_ARTICLE = VERBS | word_set(
    """
    of to by and or but because so that in with for from it this these they them we you he the a an which when if
    then be been not than as at into while since there its their our my your get gets without whereas
    some any each every over during i how what where
    """
)
AFTER_OF = VERBS | word_set("of by because so then to if but than without with when whereas")
AFTER_HAVE = word_set("is are was were have has had give gets can could will would must because of")
AFTER_TO = VERBS - {"do", "have"} | word_set("of to by because so then")
AFTER_THEIR = VERBS | {"of", "by", "and", "because", "so", "to", "is", "the", "a"}
AFTER_ITS = word_set("it i we they are its my their")
AFTER_SUBJECT = {"the", "a", "an", "of"}
AFTER_NO = {"not", "the", "a", "an"}
AFTER_MODAL = word_set("is are was were does did has had of and by to because which with their its")
MODALS = {"can", "could", "will", "would", "should", "must"}
BEFORE_OF = word_set("by with from on at to for it they then if when can will its their we")
LAST = word_set("the a an and or because its their our every very if than")
SLIPS = 1
"""So many words may be written twice by a slip of the hand."""
FIRST = word_set("of than or are was were them has")
AFTER = {
    **dict.fromkeys(ARTICLES, AFTER_ARTICLE),
    **dict.fromkeys(("their", "our", "my", "every"), AFTER_THEIR),
    **dict.fromkeys(("they", "we", "i"), AFTER_SUBJECT),
    "its": AFTER_ITS,
    "no": AFTER_NO,
    **dict.fromkeys(MODALS, AFTER_MODAL),
    **dict.fromkeys(("has", "have", "had"), AFTER_HAVE),
    "of": AFTER_OF,
    "to": AFTER_TO,
}
"""What no English sentence has behind these words."""


def is_do_not_know(reading: Reading) -> bool:
    return " ".join(token.word for token in reading.tokens) in DO_NOT_KNOW


def is_long(reading: Reading) -> bool:
    return len(reading.tokens) > LONGEST_WORDS


def copied(reading: Reading, prompt: str) -> frozenset[int]:
    """The places of words that were taken from the prompt: runs of several that stand there side by side."""
    theirs = [word for word in words(prompt) if word not in ARTICLES]
    runs = {tuple(theirs[at : at + RUN]) for at in range(len(theirs) - RUN + 1)}
    mine = [word.word for word in reading.words]
    starts = [at for at in range(len(mine) - RUN + 1) if tuple(mine[at : at + RUN]) in runs]
    return frozenset(place for at in starts for place in range(at, at + RUN))


def suspicion(reading: Reading) -> str:
    """Why the answer reads like no sentence, "" if it does."""
    if _is_list(reading.tokens):
        return "this reads like a list of key words, or like another language than English"
    if _is_repeated(reading.tokens):
        return "the same words come again and again"
    if _is_scrambled(reading):
        return "the order of the words makes no sentence"
    return ""


def _below(part: int, whole: int, share: tuple[int, int]) -> bool:
    return part * share[1] < whole * share[0]


def _is_list(tokens: tuple[Token, ...]) -> bool:
    little = sum(token.word in GLUE for token in tokens)
    return len(tokens) >= LIST_FROM and (_below(little, len(tokens), LIST_SHARE) or _is_in_pieces(tokens))


def _is_in_pieces(tokens: tuple[Token, ...]) -> bool:
    """Whether most parts between commas are a word or two."""
    sizes = Counter(token.part for token in tokens).values()
    return len(sizes) >= FEWEST_PIECES and 4 * sum(size <= 2 for size in sizes) >= 3 * len(sizes)


def _is_repeated(tokens: tuple[Token, ...]) -> bool:
    stems = Counter(token.stem for token in tokens if token.word not in FUNCTION_WORDS)
    most = max(stems.values(), default=0)
    return most >= REPEATED and not _below(most, len(tokens), REPEATED_SHARE)


def _is_scrambled(reading: Reading) -> bool:
    tokens = reading.tokens
    pairs = [(one, two) for one, two in pairwise(tokens) if one.part == two.part and not _hyphen_after(reading, two)]
    ends = [one for one, two in pairwise(tokens) if one.sentence != two.sentence] + list(tokens[-1:])
    return (
        any(_impossible(one.word, two.word) for one, two in pairs)
        or sum(one.word == two.word for one, two in pairs) > SLIPS
        or any(token.word in LAST for token in ends)
        or (any(token.word in FIRST for token in tokens[:1]) and "?" not in reading.text)
        or _capitals_inside(reading, pairs)
    )


def _hyphen_after(reading: Reading, token: Token) -> bool:
    """Whether the word begins a compound: "an in-place sum"."""
    return reading.text[token.end : token.end + 1] == "-"


def _impossible(one: str, two: str) -> bool:
    """Whether no English sentence has these two words side by side."""
    if one == two:
        return False  # a slip of the hand
    return two in AFTER.get(one, ()) or (two == "of" and one in BEFORE_OF)


def _capitals_inside(reading: Reading, pairs: list[tuple[Token, Token]]) -> bool:
    """Whether a little word has its capital in the middle of a sentence, in a text that is not all capitals."""
    capital = [token for token in reading.tokens if reading.text[token.start].isupper()]
    if len(capital) * 3 > len(reading.tokens):
        return False
    return any(_is_sentence_start(reading.text[two.start : two.end]) for _, two in pairs if _after_blank(reading, two))


def _after_blank(reading: Reading, token: Token) -> bool:
    return reading.text[max(0, token.start - 1)] == " "


def _is_sentence_start(text: str) -> bool:
    return len(text) > 1 and text[0].isupper() and text[1:].islower() and text.casefold() in FUNCTION_WORDS


def denied_sentences(reading: Reading) -> set[int]:
    """The sentences that deny what they say ("It is not true that ...")."""
    said = [token.word for token in reading.tokens]
    return {
        token.sentence
        for at, token in enumerate(reading.tokens)
        if any(_is_denial(said[at:], phrase) for phrase in DENIAL_PHRASES)
    }


def _is_denial(said: list[str], phrase: tuple[str, ...]) -> bool:
    """Whether these words begin with the phrase, meant as a denial."""
    size = len(phrase)
    return tuple(said[:size]) == phrase and not (phrase in NOBODY and ADMIT.intersection(said[size : size + 1]))


def takes_back(reading: Reading) -> bool:
    """Whether a short sentence denies the others: "No. ...", "... That is wrong." """
    sentences: dict[int, list[str]] = {}
    for token in reading.tokens:
        sentences.setdefault(token.sentence, []).append(token.word)
    short = [said for said in sentences.values() if len(said) <= SHORT_SENTENCE]
    return any(_denies(said) for said in short) or _begins_with_no(reading.tokens)


def _denies(said: list[str]) -> bool:
    return bool(DENYING_WORDS & set(said)) or "not true" in " ".join(said) or said in (["no"], ["not"])


def _begins_with_no(tokens: tuple[Token, ...]) -> bool:
    return len(tokens) > 1 and tokens[0].word in ("no", "false") and tokens[0].part != tokens[1].part


def reporting_sentences(reading: Reading) -> set[int]:
    """The sentences that may tell a wrong idea without holding it."""
    before = [None, None, *reading.tokens]
    others = {
        token.sentence
        for token, near in zip(reading.tokens, pairwise(before), strict=False)
        if token.word in OPINIONS and not any(word and word.word in ("i", "we") for word in near)
    }
    told = {
        token.sentence
        for before, token in pairwise([None, *reading.tokens])
        if token.word in REPORTED and not (before and before.word in GOES)
    }
    return others | told
