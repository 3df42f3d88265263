"""The word lists of a rubric, and where an answer uses them.

A phrase of a list is words with blanks between them; ``satur*`` is any word that begins so, ``..`` leaves room for up
to three words. Of words in the answer that the rubric does not know, small slips are forgiven.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from autograder.quiz.clauses import ARTICLES, Reading
from autograder.quiz.function_words import FUNCTION_WORDS
from autograder.quiz.patterns import BUILT_IN
from autograder.quiz.spelling import is_slip, singular, stem
from autograder.quiz.text import words

GAP = ".."
GAP_WORDS = 3
MOST = 12
"""So many uses of one list are looked at; more is repetition."""


@dataclass(frozen=True)
class Piece:
    """One word of a phrase."""

    word: str
    open_end: bool = False

    def slipped(self, word: str) -> bool:
        """Whether the word is this one but for a slip."""
        if self.open_end:
            lengths = range(len(self.word) - 1, len(self.word) + 2)
            return any(is_slip(word[:length], self.word) for length in lengths)
        return any(is_slip(form, self.word) for form in (word, singular(word))) or is_slip(stem(word), stem(self.word))


@dataclass(frozen=True)
class Use:
    """A slot's phrase in the answer: from which word up to before which, and whether it is denied there."""

    start: int
    end: int
    denied: bool


Phrase = tuple[Piece | None, ...]
"""None is a gap."""


class Lexicon:
    """The word lists of one rubric, ready to be looked for."""

    def __init__(self, slots: tuple[tuple[str, tuple[str, ...]], ...]) -> None:
        lists = {**BUILT_IN, **dict(slots)}
        self.slots = {name: _by_first([_phrase(text) for text in texts]) for name, texts in lists.items()}
        phrases = [phrase for firsts in self.slots.values() for listed in firsts.values() for phrase in listed]
        self.pieces = list(dict.fromkeys(piece for phrase in phrases for piece in phrase if piece))
        self.closed = _grouped((stem(piece.word), piece) for piece in self.pieces if not piece.open_end)
        self.open_ended = [piece for piece in self.pieces if piece.open_end]
        self.meant = lru_cache(maxsize=4096)(self._meant)

    def uses(self, reading: Reading) -> dict[str, list[Use]]:
        """Where the answer uses each list, in the order of the answer."""
        meant = [self.meant(word.word) for word in reading.words]
        return {name: _uses(firsts, reading, meant) for name, firsts in self.slots.items()}

    def _meant(self, word: str) -> frozenset[Piece]:
        """The pieces of phrases that a word can stand for."""
        exact = [piece for piece in self.open_ended if word.startswith(piece.word)] + self.closed.get(stem(word), [])
        if not exact and word not in FUNCTION_WORDS:
            exact = [piece for piece in self.pieces if piece.slipped(word)]
        return frozenset(exact)


def _grouped(pairs: Iterable[tuple[Hashable, Any]]) -> dict[Hashable, list]:
    groups: dict[Hashable, list] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


def _by_first(phrases: list[Phrase]) -> dict[Piece, list[Phrase]]:
    return _grouped((phrase[0], phrase) for phrase in phrases if phrase)


def _uses(firsts: dict[Piece, list[Phrase]], reading: Reading, meant: list[frozenset[Piece]]) -> list[Use]:
    """Where one list is used; of several phrases at a place the longest."""
    found = []
    for start, pieces in enumerate(meant):
        phrases = [phrase for piece in pieces for phrase in firsts.get(piece, ())]
        end = max((_match(phrase, reading, meant, start) for phrase in phrases), default=0)
        if end:
            found.append(Use(start, end, reading.denied(start, end)))
    return found[:MOST]


def _phrase(text: str) -> Phrase:
    """
    >>> [piece and piece.word for piece in _phrase("long .. the vect*")]
    ['long', None, 'vect']
    """
    pieces: list[Piece | None] = []
    for raw in text.split():
        if raw == GAP:
            pieces.append(None)
            continue
        read = [word for word in words(raw.removesuffix("*")) if word not in ARTICLES]
        pieces += [Piece(word) for word in read]
        if raw.endswith("*") and read:
            pieces[-1] = Piece(read[-1], open_end=True)
    return _whole(text) if "*" not in text and GAP not in text else tuple(pieces)


def _whole(text: str) -> Phrase:
    """A phrase without signs, read at once: "square root of d_k" is two words."""
    return tuple(Piece(word) for word in words(text) if word not in ARTICLES)


def _match(phrase: Phrase, reading: Reading, meant: list[frozenset[Piece]], start: int) -> int:
    """Where the phrase ends if it begins at ``start``; 0 if it does not."""
    at, gap = start, 0
    for piece in phrase:
        if piece is None:
            gap = GAP_WORDS
            continue
        places = range(at, min(at + gap + 1, len(meant)))
        place = next((each for each in places if piece in meant[each]), None)
        if place is None or reading.words[place].sentence != reading.words[start].sentence:
            return 0
        at, gap = place + 1, 0
    return at if at > start else 0


@lru_cache(maxsize=256)
def lexicon(slots: tuple[tuple[str, tuple[str, ...]], ...]) -> Lexicon:
    """The lexicon of a rubric's word lists, made once."""
    return Lexicon(slots)
