"""The rubric of an open question, read from its table: word lists, key points, misconceptions."""

from __future__ import annotations

import re

from autograder.quiz.clauses import ARTICLES
from autograder.quiz.lexicon import GAP
from autograder.quiz.patterns import BUILT_IN, RESERVED, PatternError, parse_pattern
from autograder.quiz.question import WINDOW, Claim, Misconception, Rubric
from autograder.quiz.table import Table, distinct, said
from autograder.quiz.text import words as words_of

SLOT = re.compile(r"[a-z][a-z0-9_]*")
SCOPES = ("clause", "sentence", "answer")


def read_rubric(table: Table, shared: dict[str, tuple[str, ...]]) -> Rubric:
    """How an open question is read; its own word lists win over the ``shared`` ones."""
    words = shared | read_words(table.table("words"))
    claims = tuple(_claim(each, words) for each in table.tables("claim"))
    misconceptions = tuple(_misconception(each, words) for each in table.tables("misconception"))
    if not claims:
        raise table.fault("an open question needs at least one [[question.claim]].")
    if twice := distinct(each.id for each in (*claims, *misconceptions)):
        raise table.fault(f"two claims or misconceptions have the id {twice}.")
    return Rubric((table.text("answer"), *table.texts("answers")), tuple(words.items()), claims, misconceptions)


def read_words(table: Table) -> dict[str, tuple[str, ...]]:
    """Word lists by the name of their slot."""
    words = {name: table.texts(name) for name in list(table.left)}
    for name, listed in words.items():
        if not SLOT.fullmatch(name) or name in RESERVED or not listed:
            raise table.fault(
                f"{name} must be a name in small letters, none of {', '.join(RESERVED)}, with a word list."
            )
        for text in listed:
            _check_phrase(table, name, text)
    return words


def _check_phrase(table: Table, name: str, text: str) -> None:
    said_words = [word for word in words_of(text) if word not in ARTICLES]
    if not said_words or text.split()[0] == GAP or text.split()[-1] == GAP:
        raise table.fault(f"{name}: {said(text)} must begin and end with a word that is not an article.")


def _claim(table: Table, words: dict) -> Claim:
    claim = Claim(table.id(), table.text("says"), _patterns(table, words), table.whole("worth", 1), **_reach(table))
    table.finish()
    return claim


def _misconception(table: Table, words: dict) -> Misconception:
    patterns, fatal = _patterns(table, words), table.flag("fatal")
    misconception = Misconception(table.id(), table.text("feedback"), patterns, fatal, **_reach(table))
    table.finish()
    return misconception


def _reach(table: Table) -> dict:
    scope = table.text("scope", "sentence")
    if scope not in SCOPES:
        raise table.fault(f"the scope {said(scope)} is unknown; it is one of {', '.join(SCOPES)}.")
    return {"scope": scope, "window": table.whole("window", WINDOW)}


def _patterns(table: Table, words: dict) -> tuple[str, ...]:
    patterns = table.texts("when", single=True)
    if not patterns:
        raise table.fault("when must list at least one pattern, such as 'query then seek'.")
    for pattern in patterns:
        try:
            parse_pattern(pattern, {*words, *BUILT_IN})
        except PatternError as error:
            raise table.fault(f"the pattern {said(pattern)}: {error}") from error
    return patterns
