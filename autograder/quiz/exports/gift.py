r"""GIFT, Moodle's text format; other systems and tools read it too.

``\ { } = ~ # :`` have a meaning and are escaped: the first free ``{`` would begin the answers, without any error.
"""

from __future__ import annotations

import re

from autograder.quiz.exports.decimals import exactly
from autograder.quiz.exports.exported import Exported
from autograder.quiz.exports.forms import Item, Reply, Stays, Target
from autograder.quiz.exports.markup import Html, titled
from autograder.quiz.exports.moodle import category_path, no_wildcard, shares_of
from autograder.quiz.exports.plan import essay_notes, plan
from autograder.quiz.question import Bank

TARGET = Target(
    "GIFT",
    frozenset({"one", "many", "number", "short", "order", "essay"}),
    points=False,
    shuffles=True,
    tells_case=False,
)
SPECIAL = re.compile(r"[\\{}=~#:]")
FORMAT = re.compile(r"\[(?:html|markdown|plain|moodle)\]")
HTML = Html()


def escaped(text: str) -> str:
    r"""
    >>> escaped(r"$w_{i} = \sqrt{d}$: ~1")
    '$w_\\{i\\} \\= \\\\sqrt\\{d\\}$\\: \\~1'
    """
    return SPECIAL.sub(lambda match: "\\" + match[0], text)


def export_gift(bank: Bank, stem: str) -> Exported:
    """The bank as one text, each question named by its id."""
    planned = plan(bank, TARGET, _entry)
    text = "\n\n".join([f"$CATEGORY: {category_path(bank)}", *planned.entries]) + "\n"
    return planned.exported({f"{stem}-gift.txt": text.encode()}, *essay_notes(planned))


def _entry(item: Item) -> str:
    question = item.question
    stem = HTML.page(item.prompt) + (HTML.pre(item.code) if item.code else "")
    answers = "".join(f"\n\t{line}" for line in WRITERS[item.form](item))
    general = f"\n\t####{escaped(_general(item))}" if _general(item) else ""
    opening = "{#" if item.form == "number" else "{"
    return f"// [id:{question.id}]\n::{escaped(question.id)}::[html]{escaped(stem)}{opening}{answers}{general}\n}}"


def _general(item: Item) -> str:
    answers = [HTML.page(reply.text) for reply in item.right] if item.form == "essay" else []
    return "".join([*answers, titled("Key points:", item.key_points, HTML), HTML.page(item.question.why)])


def _one(item: Item) -> list[str]:
    return [f"{'=' if reply.right else '~'}{_option(reply)}" for reply in item.replies]


def _many(item: Item) -> list[str]:
    shares = shares_of(item)
    return [f"~%{shares[reply.right]}%{_option(reply)}" for reply in item.replies]


def _option(reply: Reply) -> str:
    return _rich(reply.text) + _feedback(reply)


def _feedback(reply: Reply) -> str:
    return f"#{_rich(reply.feedback)}" if reply.feedback else ""


def _rich(text: str) -> str:
    """A text of the question's own format, which does not begin as a percentage or the name of a format would."""
    text = HTML.option(text)
    return escaped(f"<span></span>{text}" if text.startswith(("%", "[")) else text)


def _number(item: Item) -> list[str]:
    """Numbers with their tolerance; one without any stays one number."""
    tolerance = item.question.key.tolerance
    width = f":{exactly(tolerance)}" if tolerance else ""
    return [f"={'' if reply.right else '%0%'}{reply.text}{width}{_feedback(reply)}" for reply in item.replies]


def _short(item: Item) -> list[str]:
    """Typed answers; those that are wrong are listed too, with 0 %, so that they have their feedback."""
    return [f"={'' if each.right else '%0%'}{escaped(_typed(each.text))}{_feedback(each)}" for each in item.replies]


def _typed(text: str) -> str:
    if "->" in text or text.startswith("%") or FORMAT.match(text):
        raise Stays("GIFT would read one of its typed answers as something else.")
    return no_wildcard(text)


def _order(item: Item) -> list[str]:
    pairs = enumerate(item.replies, 1)
    return [f"={_rich(reply.text)} -> {place}" for place, reply in pairs]


WRITERS = {
    "one": _one,
    "many": _many,
    "number": _number,
    "short": _short,
    "order": _order,
    "essay": lambda item: [],
}
