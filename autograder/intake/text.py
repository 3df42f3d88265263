"""Bytes of a hand-in made text, as Python itself would read them; what cannot be read has a sentence."""

from __future__ import annotations

import ast
import codecs
import re

from autograder.outcomes import LearnerError

CODECS = {"utf-8", "ascii", "iso8859-1", "iso8859-15", "cp1252"}
"""What a coding cookie may name: codecs in which Python code is the text that one sees."""
MARKS = [re.compile(mark, re.MULTILINE) for mark in (r"^<{7} ", r"^={7}$", r"^>{7} ")]
"""What git writes around two versions of the same lines, in this order."""
COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")


def decode(data: bytes, name: str) -> str:
    """The text of a Python file; raises LearnerError with the line that cannot be read."""
    codec = _codec(data, name)
    try:
        text = data.decode(codec)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise LearnerError(
            f"Line {line} of {name} holds a byte that is not {codec.upper()}. Save the file as UTF-8.", line
        ) from error
    if "\0" in text:
        raise LearnerError(f"{name} holds a zero byte: this is no Python text. Save it again from your editor.")
    text = text.removeprefix("\ufeff")
    if line := _conflict(text):
        _refuse_conflict(text, line, name)
    return text


def _conflict(text: str) -> int | None:
    """The line of the first mark of a merge conflict, where the others follow it."""
    places, at = [], 0
    for mark in MARKS:
        found = mark.search(text, at)
        if found is None:
            return None
        places.append(found.start())
        at = found.end()
    return text.count("\n", 0, places[0]) + 1


def _refuse_conflict(text: str, line: int, name: str) -> None:
    """Raises LearnerError unless Python can read it all the same, as where the marks stand in a docstring."""
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise LearnerError(
            f"{name} holds the marks of a merge conflict (<<<<<<<, line {line}). Keep the lines that you want of each "
            "pair, and delete the lines that begin with <<<<<<<, ======= and >>>>>>>.",
            line,
        ) from error


def _codec(data: bytes, name: str) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise LearnerError(f"{name} is saved as UTF-16. Save it as UTF-8.")
    for line in data.split(b"\n", 2)[:2]:
        cookie = COOKIE.match(line)
        if cookie:
            named = cookie[1].decode()
            codec = _known_codec(named)
            if codec is None:
                raise LearnerError(f"{name} names the encoding {named}. Save it as UTF-8 and remove that line.", 1)
            return codec
    return "utf-8"


def _known_codec(name: str) -> str | None:
    """The codec that Python would read a source file with, if it is one of ``CODECS``."""
    if re.match(r"utf[-_]?8", name, re.IGNORECASE):  # an editor may have added -unix or -dos
        return "utf-8"
    try:
        found = codecs.lookup(name).name
    except LookupError:
        return None
    return found if found in CODECS else None
