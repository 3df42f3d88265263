"""JSON for jupyterquiz, which asks in a notebook: ``display_quiz("week-12-jupyterquiz.json")``.

It puts texts into the page as HTML, takes ``[a](b)`` for a link, shuffles options, and answers each click at once.
"""

from __future__ import annotations

import json
import math
from fractions import Fraction

from autograder.quiz.exports.exported import Exported
from autograder.quiz.exports.forms import Item, Reply, Target
from autograder.quiz.exports.markup import Html, escaped, mathjax
from autograder.quiz.exports.plan import plan
from autograder.quiz.question import Bank

TARGET = Target(
    "jupyterquiz",
    frozenset({"one", "many", "number", "short"}),
    points=False,
    shuffles=True,
    lacks={"essay": "jupyterquiz takes one line at most, and has no essays."},
)
TYPES = {"one": "multiple_choice", "many": "many_choice", "number": "numeric", "short": "string"}
AGAIN = "Not yet: look again."


def _no_link(text: str) -> str:
    return text.replace("[", "&#91;")


def _math(latex: str, display: bool) -> str:
    r"""A formula without a bracket that would begin a link; the ``\[`` of a line of its own stays."""
    inner = mathjax(latex, display)
    return inner[:2] + _no_link(inner[2:])


HTML = Html(math=_math, text=lambda text: _no_link(escaped(text)))


def export_jupyterquiz(bank: Bank, stem: str) -> Exported:
    """The bank as a list of questions."""
    planned = plan(bank, TARGET, _entry)
    text = json.dumps(planned.entries, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    return planned.exported({f"{stem}-jupyterquiz.json": text.encode()})


def _entry(item: Item) -> dict:
    entry = {"question": HTML.page(item.prompt), "type": TYPES[item.form]}
    if item.code:
        entry["code"] = "\n".join(map(HTML.text, item.code.split("\n")))
    return entry | {"answers": WRITERS[item.form](item)}


def _feedback(item: Item, reply: Reply) -> str:
    texts = [reply.feedback, item.question.why] if reply.right else [reply.feedback or AGAIN]
    return "".join(HTML.page(text) for text in texts if text) or "Right."


def _choice(item: Item) -> list[dict]:
    return [
        {"answer": HTML.option(reply.text), "correct": reply.right, "feedback": _feedback(item, reply)}
        for reply in item.replies
    ]


def _number(item: Item) -> list[dict]:
    return [*(_value(item, reply) for reply in item.replies), _otherwise()]


def _value(item: Item, reply: Reply) -> dict:
    """One number, or the range within the tolerance; a range is without its upper end, so that lies just above."""
    tolerance = item.question.key.tolerance
    rest = {"correct": reply.right, "feedback": _feedback(item, reply)}
    if not tolerance:
        return {"type": "value", "value": _json_number(Fraction(reply.text))} | rest
    low, high = float(reply.value - tolerance), float(reply.value + tolerance)
    return {"type": "range", "range": [low, math.nextafter(high, math.inf)]} | rest


def _json_number(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


def _short(item: Item) -> list[dict]:
    answers = [
        {"answer": reply.text.strip(), "correct": reply.right, "match_case": item.exact_case}
        | {"feedback": _feedback(item, reply)}
        for reply in item.replies
    ]
    return [*answers, _otherwise()]


def _otherwise() -> dict:
    return {"type": "default", "feedback": AGAIN}


WRITERS = {"one": _choice, "many": _choice, "number": _number, "short": _short}
