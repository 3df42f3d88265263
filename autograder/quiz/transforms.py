"""What a scorer must not be fooled by, and what must not disturb it: answers made from right ones.

Each takes a text and a number, which makes it another; the same two always give the same text.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable

from autograder.quiz.function_words import FUNCTION_WORDS

DENIALS = (
    "It is not true that {}",
    "I do not think that {}",
    "It is wrong that {}",
    "It is not the case that {}",
    "{} That is false.",
)
PADDINGS = (
    "Thank you for this question. I would say the following, if I may: {}",
    "I think that {}",
    "Well, as far as I understand it, {} I hope that helps.",
)
SWAP_FROM = 6
"""Letters are swapped in words of this length and more."""


def _dice(seed: str) -> int:
    return int.from_bytes(hashlib.sha256(seed.encode("utf-8")).digest())


def shuffled(text: str, number: int) -> str:
    """The same words in another order, in small letters and without the signs between them."""
    words = re.sub(r"[.,;:!?()]+(?=\s|$)", "", text.lower()).split()
    dice = [_dice(f"{number}/{at}/{word}") for at, word in enumerate(words)]
    return " ".join(word for _, word in sorted(zip(dice, words, strict=True)))


def denied(text: str, number: int) -> str:
    """The answer, taken back."""
    return DENIALS[number % len(DENIALS)].format(_in_a_sentence(text))


def _in_a_sentence(text: str) -> str:
    text = text.strip()
    return text[:1].lower() + text[1:]


def key_words(text: str, number: int) -> str:
    """The words that carry the sense, sorted, each once."""
    words = dict.fromkeys(word for word in re.findall(r"[\w^]+", text.lower()) if word not in FUNCTION_WORDS)
    return (", " if number % 2 else " ").join(sorted(words))


def swapped(text: str, number: int) -> str:
    """Two neighbouring letters swapped inside half of the long words."""
    return re.sub(rf"[A-Za-z]{{{SWAP_FROM},}}", lambda match: _swapped(match[0], number), text)


def _swapped(word: str, number: int) -> str:
    dice = _dice(f"{number}/{word}")
    if dice % 2:
        return word
    at = 1 + (dice >> 8) % (len(word) - 3)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def padded(text: str, number: int) -> str:
    """The answer among polite words."""
    return PADDINGS[number % len(PADDINGS)].format(_in_a_sentence(text))


def shouted(text: str, number: int) -> str:
    """The answer in capitals; ``number`` adds blanks at its end."""
    return text.upper() + " " * number


HOSTILE: dict[str, Callable[[str, int], str]] = {"shuffled": shuffled, "denied": denied, "key words": key_words}
"""No longer right: full credit for these is a fault of the rubric."""
HARMLESS: dict[str, Callable[[str, int], str]] = {"letters swapped": swapped, "padded": padded, "shouted": shouted}
"""Still right: 0 points for these is a fault of the rubric."""
EACH = 3
"""So many of each kind are made from each right answer."""
