"""Canvas: a QTI 1.2 zip, made by text2qti: *Settings → Import Course Content → QTI .zip file*.

text2qti reads Markdown, one line an item here. All texts are handed over as HTML blocks, which its Markdown leaves
alone; only formulas stay between dollar signs, since Canvas has its own way of showing them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from autograder.quiz.exports.archive import with_fixed_times
from autograder.quiz.exports.decimals import exactly, rounded
from autograder.quiz.exports.exported import Exported, ExportError
from autograder.quiz.exports.forms import Item, Stays, Target
from autograder.quiz.exports.markup import Html, escaped, titled
from autograder.quiz.exports.plan import Plan, essay_notes, plan
from autograder.quiz.question import Bank

TARGET = Target(
    "Canvas QTI 1.2",
    frozenset({"one", "many", "number", "short", "essay"}),
    tells_case=False,
)
PLACES, SMALLEST = 4, Fraction(1, 10**4)
"""text2qti writes a range at four places, and takes no smaller bound."""
ENTITIES = str.maketrans({char: f"&#{ord(char)};" for char in "\\`$"})


def _text(text: str) -> str:
    return escaped(text).translate(ENTITIES)


def _math(latex: str, display: bool) -> str:
    """A formula for text2qti; the empty element parts it from a formula that follows."""
    return f"${latex}$<span></span>"


HTML = Html(math=_math, text=_text)


def export_canvas(bank: Bank, stem: str) -> Exported:
    """The bank as one quiz; raises ExportError where text2qti is not installed."""
    planned = plan(bank, TARGET, _entry)
    if not planned.items:
        return planned.exported({})
    text = "\n\n".join([f"Quiz title: {' '.join(bank.title.split())}", "Shuffle answers: false", *planned.entries])
    return planned.exported({f"{stem}-canvas.zip": _zipped(f"{text}\n")}, *_notes(planned))


def _notes(planned: Plan) -> Iterator[str]:
    yield from essay_notes(planned)
    if any(item.wrong and item.form in ("number", "short") for item in planned.items):
        yield "feedback to typed wrong answers stands in one text for all who are wrong."
    if blurred := [item.question.id for item in planned.items if item.form == "number" and _is_blurred(item)]:
        yield f"the bounds of {', '.join(blurred)} are rounded to {PLACES} decimal places."


def _zipped(text: str) -> bytes:
    try:
        from text2qti.config import Config
        from text2qti.qti import QTI
        from text2qti.quiz import Quiz
    except ImportError as error:
        raise ExportError("The canvas format needs text2qti: pip install -e '.[quiz]'.") from error
    return with_fixed_times(QTI(Quiz(text, config=Config())).zip_bytes())


def _entry(item: Item) -> str:
    question = item.question
    stem = HTML.page(item.prompt) + (HTML.pre(item.code) if item.code else "")
    lines = [f"Title: {question.id}", f"Points: {question.points}"]
    lines.append(f'1. <div data-question="{question.id}">{stem}</div>')
    lines += _said("...", _general(item))
    lines += _said("-", _of_the_wrong(item)) if item.form in ("number", "short") else []
    return "\n".join([*lines, *WRITERS[item.form](item)])


def _said(mark: str, page: str) -> list[str]:
    return [f"{mark} <div>{page}</div>"] if page else []


def _general(item: Item) -> str:
    answers = [HTML.page(reply.text) for reply in item.right] if item.form == "essay" else []
    return "".join([*answers, titled("Key points:", item.key_points, HTML), HTML.page(item.question.why)])


def _of_the_wrong(item: Item) -> str:
    """What the bank says to typed wrong answers, for all who are wrong: each sentence with its first spelling."""
    told: dict[str, str] = {}
    for reply in item.wrong:
        told.setdefault(reply.feedback, reply.text)
    return "".join(
        f"<p>If you wrote <code>{_text(text.strip())}</code>:</p>{HTML.page(said)}" for said, text in told.items()
    )


def _one(item: Item) -> list[str]:
    return _options(item, "*a)", "a)")


def _many(item: Item) -> list[str]:
    return _options(item, "[*]", "[ ]")


def _options(item: Item, right: str, wrong: str) -> list[str]:
    lines = []
    for reply in item.replies:
        lines.append(f"{right if reply.right else wrong} <div>{HTML.page(reply.text)}</div>")
        lines += _said("...", HTML.page(reply.feedback))
    return lines


def _number(item: Item) -> list[str]:
    """A whole number as itself, else a range that four places can tell."""
    key, bounds = item.question.key, _bounds(item)
    tolerance = key.tolerance or Fraction(0)
    if any(abs(bound) < SMALLEST for bound in bounds):
        raise Stays("a right answer would be nearer to 0 than 0.0001, which text2qti does not take.")
    if not tolerance and key.value.denominator == 1:
        return [f"= {key.value}"]
    if any(_blur(bound) * 20 > tolerance for bound in bounds):
        raise Stays("its tolerance needs more than the four decimal places that text2qti writes.")
    return [f"= {item.right[0].text} +- {exactly(tolerance)}"]


def _bounds(item: Item) -> tuple[Fraction, Fraction]:
    """The smallest and the largest right answer."""
    value, tolerance = item.question.key.value, item.question.key.tolerance or Fraction(0)
    return value - tolerance, value + tolerance


def _blur(bound: Fraction) -> Fraction:
    """How far the bound is from what text2qti writes."""
    return abs(Fraction(rounded(bound, PLACES)) - bound)


def _is_blurred(item: Item) -> bool:
    return any(map(_blur, _bounds(item)))


def _short(item: Item) -> list[str]:
    return [f"* {reply.text.strip()}" for reply in item.right]


WRITERS = {"one": _one, "many": _many, "number": _number, "short": _short, "essay": lambda item: ["____"]}
