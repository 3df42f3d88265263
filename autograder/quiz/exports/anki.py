"""Anki: a deck of cards to judge oneself by: *File → Import*."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile

from autograder.quiz.exports.archive import with_fixed_times
from autograder.quiz.exports.exported import Exported, ExportError
from autograder.quiz.exports.forms import Item
from autograder.quiz.exports.markup import Html, titled
from autograder.quiz.exports.paper_forms import for_readers, letter, mixed, number_key
from autograder.quiz.exports.plan import plan
from autograder.quiz.question import Bank

TARGET = for_readers("Anki")
HTML = Html()
SECONDS = 1_577_836_800
"""When every note says it was made: the start of 2020."""
FRONT, BACK = "{{Question}}", '{{FrontSide}}<hr id="answer">{{Answer}}'
CSS = ".card { font: 1.1rem sans-serif; text-align: left; max-width: 40em; margin: auto; } pre { overflow-x: auto; }"


def export_anki(bank: Bank, stem: str) -> Exported:
    """The bank as a deck; raises ExportError where genanki is not installed."""
    planned = plan(bank, TARGET, lambda item: (_front(item), _back(item)))
    if not planned.items:
        return planned.exported({})
    return planned.exported({f"{stem}.apkg": _deck(bank, stem, list(zip(planned.items, planned.entries, strict=True)))})


def _deck(bank: Bank, stem: str, cards: list[tuple[Item, tuple[str, str]]]) -> bytes:
    """The package; ids come from the names alone, so that a deck imported again finds its cards."""
    try:
        import genanki
    except ImportError as error:
        raise ExportError("The anki format needs genanki: pip install -e '.[quiz]'.") from error
    template = {"name": "Card", "qfmt": FRONT, "afmt": BACK}
    fields = [{"name": "Question"}, {"name": "Answer"}]
    model = genanki.Model(_number("model"), "Attention workbook", fields, [template], CSS)
    deck = genanki.Deck(_number(f"deck/{stem}"), bank.title.replace("::", ": "))
    for item, card in cards:
        guid = genanki.guid_for("attention-workbook", stem, item.question.id)
        deck.add_note(genanki.Note(model, list(card), tags=[_tag(item.question.topic)], guid=guid))
    return with_fixed_times(_written(genanki.Package(deck)))


def _written(package: object) -> bytes:
    """The package's bytes; Windows does not let it write to an open file, so the file is closed first."""
    handle, name = tempfile.mkstemp(suffix=".apkg")
    os.close(handle)
    try:
        package.write_to_file(name, timestamp=SECONDS)
        with open(name, "rb") as file:
            return file.read()
    finally:
        os.unlink(name)


def _number(name: str) -> int:
    """An id of the size that Anki uses, always the same for a name."""
    digest = hashlib.sha256(f"attention-workbook/{name}".encode()).digest()
    return (1 << 30) + int.from_bytes(digest[:4]) % (1 << 30)


def _tag(topic: str) -> str:
    return re.sub(r"\s+", "-", topic.strip()) or "question"


def _front(item: Item) -> str:
    stem = HTML.page(item.prompt) + (HTML.pre(item.code) if item.code else "")
    options = mixed(item) if item.form == "order" else item.replies if item.form in ("one", "many") else ()
    return stem + "".join(f"<p>{letter(at)}) {HTML.option(reply.text)}</p>" for at, reply in enumerate(options))


def _back(item: Item) -> str:
    said = [_said(item, at) for at, reply in enumerate(item.replies) if reply.feedback]
    others = titled("To wrong answers:", item.misconceptions, HTML)
    return "".join([_key(item), HTML.page(item.question.why), *said, others])


def _key(item: Item) -> str:
    match item.form:
        case "one" | "many":
            right = [(at, reply) for at, reply in enumerate(item.replies) if reply.right]
            return "".join(f"<p>{letter(at)}) {HTML.option(reply.text)}</p>" for at, reply in right)
        case "order":
            return f"<ol>{''.join(f'<li>{HTML.option(reply.text)}</li>' for reply in item.replies)}</ol>"
        case "number":
            return f"<p>{HTML.text(number_key(item))}</p>"
        case "short":
            return "".join(HTML.pre(reply.text) for reply in item.right)
    answers = "".join(HTML.page(reply.text) for reply in item.right)
    return answers + titled("Key points:", item.key_points, HTML)


def _said(item: Item, at: int) -> str:
    reply = item.replies[at]
    named = f"{letter(at)})" if item.form in ("one", "many") else f"<code>{HTML.text(reply.text)}</code>:"
    return f"<p>{named} {HTML.option(reply.feedback)}</p>"
