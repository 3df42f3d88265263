"""An answer taken apart: its words without articles, which part of a sentence each stands in, and what is denied.

>>> reading = read_answer("Scaling keeps the softmax from saturating.")
>>> [word.word for word in reading.words if reading.denied(word.at, word.at + 1)]
['saturating']
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cached_property

from autograder.quiz.spelling import is_slip, stem
from autograder.quiz.text import Token, tokens

ARTICLES = frozenset({"a", "an", "the"})
CONDITIONS = frozenset({"if", "when", "unless", "once"})
CONJUNCTIONS = CONDITIONS | {
    "but", "because", "since", "so", "while", "whereas", "although", "though", "otherwise", "therefore", "hence",
    "thus", "which", "until", "however", "as",
}  # fmt: skip
"""Words that begin a new clause."""

DENIES = {"not": 6, "never": 6, "nor": 6, "neither": 6, "hardly": 4, "barely": 4, "non": 1, "nothing": 4}
"""Words that deny what follows, and how many words far."""
LACKS = {"without", "no", "lack", "absent", "miss", "omit", "forget", "forgot", "skip", "unlike", "despite"}
"""Stems that deny the next two words."""
NUMBERS = {"zero"}
"""Words that do so in this form alone: "zero weight" denies, "zeros" are things."""
SUBJECTS = {"i", "we", "you", "he", "she", "it", "they", "there"}
"""Words with which the main clause begins: "instead of equality | we use similarity"."""
PREVENTS = {
    "prevent", "avoid", "stop", "counteract", "mitigat", "reduc", "curb", "lessen", "fail", "eliminat", "remov",
    "suppress", "hinder",
}  # fmt: skip
"""Stems of verbs that deny what they act on: behind them, or before them in the passive."""
KEEPS = {"keep", "kept", "protect", "sav", "shield", "guard", "stop", "prevent", "hold", "held"}
"""``keeps ... from``: what follows ``from`` is denied."""
TWO_WORDS = {("instead", "of"), ("plac", "of"), ("rather", "than"), ("leav", "out"), ("left", "out")}
HAPPENS = {"happen", "occur", "arise", "appear", "exist", "true", "case", "needed", "necessary", "required"}
"""``... does not happen``, ``is not needed``: what stands before is denied."""
BEING = {"is", "are", "be", "was", "were", "been", "being", "gets", "get"}
EMPHASIS = {"only", "just", "merely", "simply", "least", "doubt", "wonder", "matter"}
"""``not only``, ``no doubt``: no denial; nor is ``equal or not``."""
LONG_DENIALS = ("without", "never", "prevents", "prevent", "missing", "avoids", "avoid", "stops", "reduces", "instead")
"""Denying words in which a slip is forgiven."""
AHEAD, SHORT, BACK, FROM_FAR = 6, 2, 5, 7


@dataclass(frozen=True)
class Word:
    """A word of the answer at its place among the words that are not articles."""

    at: int
    token: Token
    clause: int

    @property
    def word(self) -> str:
        return self.token.word

    @property
    def stem(self) -> str:
        return self.token.stem

    @cached_property
    def denying(self) -> str:
        """The word itself, or the long denying word that it is a slip of."""
        return next((word for word in LONG_DENIALS if is_slip(self.word, word)), self.word)

    @property
    def sentence(self) -> int:
        return self.token.sentence


@dataclass(frozen=True)
class Denial:
    """A denying word and the words that it denies."""

    at: int
    reach: range


@dataclass(frozen=True)
class Reading:
    """An answer as a rubric looks at it."""

    text: str
    tokens: tuple[Token, ...]
    words: tuple[Word, ...]
    denials: tuple[Denial, ...]

    def denied(self, start: int, end: int) -> bool:
        """Whether the words from ``start`` up to ``end`` are denied: once, or any odd number of times."""
        inside = range(start, end)
        return sum(start in denial.reach and denial.at not in inside for denial in self.denials) % 2 == 1

    def quote(self, start: int, end: int) -> str:
        """The answer's own letters from one word up to before another."""
        return " ".join(self.text[self.words[start].token.start : self.words[end - 1].token.end].split())


def read_answer(text: str) -> Reading:
    """Takes an answer apart."""
    text = unicodedata.normalize("NFC", text)
    found = tuple(tokens(text))
    words = _words([token for token in found if token.word not in ARTICLES])
    return Reading(text, found, words, tuple(_denials(words)))


def _words(found: list[Token]) -> tuple[Word, ...]:
    words, clause, part = [], 0, -1
    for at, token in enumerate(found):
        clause += token.part != part or token.word in CONJUNCTIONS
        part = token.part
        words.append(Word(at, token, clause))
    return tuple(words)


def _denials(words: tuple[Word, ...]) -> list[Denial]:
    found = []
    for word in words:
        reach = _reach(words, word)
        if reach:
            found.append(Denial(word.at, reach))
    return found


def _reach(words: tuple[Word, ...], word: Word) -> range:
    """Which words this one denies; an empty range for all the others."""
    after = words[word.at + 1] if word.at + 1 < len(words) else None
    before = words[word.at - 1] if word.at else None
    if (after and after.word in EMPHASIS) or (before and before.word == "or" and word.word == "not"):
        return range(0)
    said = stem(word.denying)
    if word.word in DENIES:
        return _of_not(words, word, after)
    if said in LACKS or word.word in NUMBERS:
        return _up_to_subject(words, _ahead(words, word, SHORT))
    if after and (said, after.word) in TWO_WORDS:
        return _up_to_subject(words, _ahead(words, word, AHEAD))
    if word.word == "from":
        return _ahead(words, word, AHEAD, across=True) if _keeps(words, word) else range(0)
    if said in PREVENTS and not _from_follows(words, word):
        passive = word.word.endswith("ed") and before and before.word in BEING
        return _back(words, word) if passive else _ahead(words, word, AHEAD, across=True)
    return range(0)


def _of_not(words: tuple[Word, ...], word: Word, after: Word | None) -> range:
    if after and after.word in HAPPENS:
        return _back(words, word)
    first = next(each for each in words if each.clause == word.clause)
    if first.word in CONDITIONS:
        return _up_to_subject(words, _ahead(words, word, SHORT))
    return _ahead(words, word, DENIES[word.word])


def _ahead(words: tuple[Word, ...], word: Word, far: int, across: bool = False) -> range:
    """The next words, up to the end of the clause; "and" ends it too, unless ``across``."""
    end = word.at + 1
    while end < len(words) and end - word.at <= far and words[end].clause == word.clause:
        if words[end].word == "and" and not across:
            break
        end += 1
    return range(word.at + 1, end)


def _up_to_subject(words: tuple[Word, ...], reach: range) -> range:
    """The reach, cut where a subject begins what is said in its place."""
    return range(reach.start, next((at for at in reach if words[at].word in SUBJECTS), reach.stop))


def _back(words: tuple[Word, ...], word: Word) -> range:
    start = word.at
    while start and word.at - start < BACK and words[start - 1].clause == word.clause:
        start -= 1
    return range(start, word.at)


def _keeps(words: tuple[Word, ...], word: Word) -> bool:
    near = words[max(0, word.at - FROM_FAR) : word.at]
    return any(each.stem in KEEPS and each.clause == word.clause for each in near)


def _from_follows(words: tuple[Word, ...], word: Word) -> bool:
    """Whether ``prevents ... from`` follows, so that ``from`` does the denying."""
    near = words[word.at + 1 : word.at + 1 + FROM_FAR]
    return stem(word.denying) in KEEPS and any(each.word == "from" and each.clause == word.clause for each in near)
