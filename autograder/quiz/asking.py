"""How each kind is asked in a terminal: options numbered in a shuffled order, what is typed turned into an answer."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable

from autograder.quiz.paper import code, wrapped
from autograder.quiz.question import Option, OutputKey, Question
from autograder.quiz.score import UnreadableAnswer

APART = re.compile(r"[\s,;.>]+")
QUIT = ("q", ":q", "quit", "exit")
"""Lower-case: a capital Q may be an answer."""
ASKS = {
    "choice": "Your answer (a number): ",
    "several": "Your answer (numbers, such as 1 3): ",
    "order": "Your answer (the numbers in order, such as 2 1 3): ",
    "number": "Your answer (a number): ",
    "shape": "Your answer (a shape, such as (2, 3)): ",
    "term": "Your answer (a word or two): ",
    "output": "What it prints, line by line; an empty line ends it.",
    "open": "In your own words; an empty line ends it.",
}


class Stop(Exception):
    """Raised when the learner wants to stop, or the input ends; its sentence says what that costs, if it does."""


def shuffled(question: Question, seed: str) -> tuple[Option, ...]:
    """The options in an order that the seed decides; pinned ones keep their place."""
    loose = [option for option in question.options if not option.pin]
    loose.sort(
        key=lambda option: hashlib.sha256(f"{seed}/{question.id}/{option.id}".encode("utf-8", "surrogatepass")).digest()
    )
    left = iter(loose)
    mixed = tuple(option if option.pin else next(left) for option in question.options)
    if question.kind == "order" and mixed == question.options:
        return mixed[1:] + mixed[:1]  # never shown solved
    return mixed


def shown(question: Question, options: tuple[Option, ...]) -> str:
    """The prompt, its code, and the numbered options."""
    lines = [wrapped(question.prompt)]
    if isinstance(question.key, OutputKey):
        lines += ["", code(question.key.code), ""]
    lines += [wrapped(option.text, f"  {number}  ") for number, option in enumerate(options, 1)]
    return "\n".join(lines)


def read_reply(question: Question, options: tuple[Option, ...], read: Callable[[str], str]) -> str:
    """What the learner answers, as the scorer takes it; "" for none; raises Stop."""
    ask = ASKS[question.kind]
    if question.kind in ("output", "open"):
        return _several_lines(ask, read)
    reply = _line(ask, read)
    return _ids(reply, question, options) if options and reply.strip() else reply


def _line(ask: str, read: Callable[[str], str]) -> str:
    line = read(ask)
    if line.strip() in QUIT:
        raise Stop
    return line


def _several_lines(ask: str, read: Callable[[str], str]) -> str:
    """Lines up to an empty one; the end of the input ends the last answer too."""
    lines = [_line(f"{ask}\n> ", read)]
    while lines[-1].strip():
        try:
            lines.append(_line("> ", read))
        except EOFError:
            break
        except (Stop, KeyboardInterrupt) as error:
            raise Stop("The answer that was begun is not kept.") from error
    return "\n".join(lines).rstrip()


def _ids(reply: str, question: Question, options: tuple[Option, ...]) -> str:
    """The ids behind the numbers that were typed; raises UnreadableAnswer."""
    numbers = [word for word in APART.split(reply.strip()) if word]
    if not all(re.fullmatch(r"[0-9]{1,3}", word) and 1 <= int(word) <= len(options) for word in numbers):
        which = "one number" if question.kind == "choice" else "numbers"
        raise UnreadableAnswer(f"Type {which} from 1 to {len(options)}.")
    return ", ".join(options[int(word) - 1].id for word in numbers)


def self_marked(count: int, read: Callable[[str], str]) -> set[int]:
    """The key points that the learner finds in the own answer, by number from 1; raises Stop."""
    ask = "Which others did you say? (numbers; empty: no others): "
    while True:
        numbers = [word for word in APART.split(_line(ask, read).strip()) if word]
        if all(re.fullmatch(r"[0-9]{1,3}", word) and 1 <= int(word) <= count for word in numbers):
            return {int(word) for word in numbers}
        ask = f"Numbers from 1 to {count}, or nothing: "
