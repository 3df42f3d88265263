r"""Text as a scorer reads it: one spelling for each thing, and for each word the place in the original.

>>> [token.word for token in tokens(r"It doesn't saturate: $\sqrt{d_{k}}$ -> the same")]
['it', 'does', 'not', 'saturate', 'sqrt', 'd_k', 'so', 'the', 'same']
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property

from autograder.quiz.spelling import stem

CONTRACTED = "do|does|did|is|are|was|were|would|could|should|has|have|had|need|must"
REWRITES = [
    # runs of blanks, first of all: what follows then takes time in proportion to the text
    (r"[^\S\n]+", " "),
    (r"\s*\n\s*\n\s*", "\n\n"),
    # LaTeX
    (r"\\sqrt\s*\{([^{}]*)\}", r" sqrt \1 "),
    (r"\\frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}", r" \1 divided by \2 "),
    (r"\^\s*\{?\s*(?:\\top|\\intercal|⊤|t)\b\}?", "t"),
    (r"\\(?:rightarrow|to|implies|longrightarrow|mapsto)\b", " so "),
    (r"\\infty\b|∞", " infinity "),
    (r"\\(?:leq?|leqslant)\b", "≤"),
    (r"\\(?:geq?|geqslant)\b", "≥"),
    (r"\\(?:lt|ll)\b", "<"),
    (r"\\(?:gt|gg)\b", ">"),
    (r"\\(?:cdot|times)\b", " times "),
    (r"\\(?:left|right|text|mathrm|mathbf|mathit|operatorname|displaystyle)\b", " "),
    (r"\\([a-z]+)", r" \1 "),
    (r"[${}\\`]", ""),
    # names of the field
    (r"\bq\s*[@·*.]?\s*k\s*[.^]?\s*(?:t\b|transposed?\b|')", "qkt"),
    (r"\bd[\s_-]{0,2}(?:sub[\s_-])?([kv])\b", r"d_\1"),
    (r"\bd[\s_-]?model\b", "d_model"),
    (r"\b(d_[kv])\s*(?:\^|\*\*)\s*\(?\s*(?:0?\.5|1[/⁄]2)\s*\)?", r" sqrt \1"),
    (r"√|\bsquare[\s-]?roots?(?:\s+of)?\b|\bsqrt\s+of\b", " sqrt "),
    (r"\broots?\s+of(?=\s+(?:its |their |the )?(?:key|dim|dep|len|width|d\b|d_))", " sqrt "),
    (r"[/÷]\s*(?:\(\s*)?(?=sqrt\b)|/\s+(?=sqrt\b)|÷", " divided by "),
    # signs and arrows; what is called <pad> is a name, and ">" before a line marks a quotation
    (r"<\|?/?([a-z]\w*)\|?>", r" \1 "),
    (r"(?m)^ ?>+(?= )", " "),
    (r"<[-=]{1,4}>|[↔⇔]", " and "),
    (r"-{1,4}>|={1,4}>|[→⇒⟶⟹↦➔]", " so "),
    (r"<-{1,4}|[←⇐]", " because "),
    (r"≠|!=|<>", " not equal "),
    (r"[≤⩽]|<=", " at most "),
    (r"[≥⩾]|>=", " at least "),
    (r"[<≪]+", " less than "),
    (r"[>≫]+", " more than "),
    (r"-\s?inf(?:inity)?\b|-\s?(?= infinity)", " minus infinity "),
    (r"&+", " and "),
    (r"\+", " plus "),
    (r"[×⋅·@]", " times "),
    (r"=+", " equals "),
    # contractions
    (r"\b(?:can'?t|cannot)\b", "can not"),
    (r"\bwon'?t\b", "will not"),
    (rf"\b({CONTRACTED})n'?t\b", r"\1 not"),
    (r"'(?:s|re|ll|ve|d|m)\b", ""),
    (r"\b(?:e\.g|i\.e|etc|vs|cf|eq)\.", " "),
]
COMPILED = [(re.compile(pattern), new) for pattern, new in REWRITES]
APOSTROPHES = str.maketrans("’‘ʼ`´−–", "'''''--")
TOKEN = re.compile(
    r"(?P<stop>\.(?![\d])|[?!;]|\n\s*(?:\n|[-•]\s))|(?P<pause>[,:()]|\s-{1,3}\s|—)|(?P<word>\d+(?:[.,]\d+)?|[^\W_]+(?:_[^\W_]+)*)"
)


@dataclass(frozen=True)
class Token:
    """One word: as read, where it stood, and in which sentence and part (between commas) of the text."""

    word: str
    start: int
    end: int
    sentence: int
    part: int

    @cached_property
    def stem(self) -> str:
        return stem(self.word)


@dataclass
class Traced:
    """A text that is rewritten while each character remembers the span of the original that it came from."""

    text: str
    spans: list[tuple[int, int]]

    @classmethod
    def of(cls, text: str) -> Traced:
        chars = [(new, at) for at, char in enumerate(text) for new in _folded(char)]
        return cls("".join(new for new, _ in chars), [(at, at + 1) for _, at in chars])

    def rewrite(self, pattern: re.Pattern[str], new: str) -> None:
        """Replaces each match; what was inserted remembers the whole match."""
        pieces, spans, done = [], [], 0
        for match in pattern.finditer(self.text):
            start, end = match.span()
            put = match.expand(new)
            pieces += [self.text[done:start], put]
            spans += self.spans[done:start] + [(self.spans[start][0], self.spans[end - 1][1])] * len(put)
            done = end
        if pieces:
            self.text = "".join([*pieces, self.text[done:]])
            self.spans = spans + self.spans[done:]


def _folded(char: str) -> str:
    """The character in its compatible form, without case."""
    return unicodedata.normalize("NFKC", char).casefold().translate(APOSTROPHES)


def tokens(text: str) -> list[Token]:
    """The words of a text in their one spelling; ``text`` should be in NFC."""
    traced = Traced.of(text)
    for pattern, new in COMPILED:
        traced.rewrite(pattern, new)
    found, sentence, part = [], 0, 0
    for match in TOKEN.finditer(traced.text):
        if match["word"]:
            start, end = traced.spans[match.start()][0], traced.spans[match.end() - 1][1]
            found.append(Token(match["word"], start, end, sentence, part))
        else:
            sentence += bool(match["stop"])
            part += 1
    return found


def words(text: str) -> list[str]:
    """Just the words.

    >>> words("Square root of dₖ")
    ['sqrt', 'd_k']
    """
    return [token.word for token in tokens(unicodedata.normalize("NFC", text))]


def squeezed(text: str) -> str:
    """A text for comparing as a whole: no case, one blank between words, none around.

    >>> squeezed("  √D ") == squeezed("√d")
    True
    """
    return " ".join("".join(map(_folded, unicodedata.normalize("NFC", text))).split())
