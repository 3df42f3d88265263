r"""Markdown with formulas between dollar signs, as GitHub and notebooks show it: a sheet of questions, and its key."""

from __future__ import annotations

import re
from collections.abc import Iterator

from autograder.quiz.exports.exported import Exported
from autograder.quiz.exports.forms import Item
from autograder.quiz.exports.markup import Piece, blocks, pieces
from autograder.quiz.exports.paper_forms import for_readers, letter, mixed, number_key
from autograder.quiz.exports.plan import plan
from autograder.quiz.paper import count
from autograder.quiz.question import Bank

TARGET = for_readers("Markdown")
SPECIAL = re.compile(r"[\\`*\[\]<>&~|$#!]|(?<![^\W_])_|_(?![^\W_])")
BEGINS = re.compile(r"^(?:([-+=])|(\d+)([.)]))")


def escaped(text: str) -> str:
    r"""Text in which nothing is a mark.

    >>> escaped("<pad> a && b, d_k, __init__")
    '\\<pad\\> a \\&\\& b, d_k, \\_\\_init\\_\\_'
    """
    return SPECIAL.sub(lambda match: "\\" + match[0], text)


def line(found: tuple[Piece, ...]) -> str:
    """The pieces of a paragraph in one line that does not begin as a list would."""
    return BEGINS.sub(lambda match: f"\\{match[1]}" if match[1] else rf"{match[2]}\{match[3]}", _inline(found))


def _inline(found: tuple[Piece, ...]) -> str:
    return "".join(map(_one, found))


def _one(piece: Piece) -> str:
    match piece.kind:
        case "math":
            return f"${piece.text}$"
        case "display":
            return f"$${piece.text}$$"
        case "code":
            return _ticked(piece.text)
        case "strong":
            return f"**{_inline(piece.inner)}**"
    return escaped(piece.text)


def _ticked(text: str) -> str:
    ticks = "`" * (_longest_run(text) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") or (text[0] == text[-1] == " " and text.strip()) else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)


def page(text: str, indent: str = "") -> str:
    """Paragraphs and code blocks, all lines but the first indented."""
    parts = [fenced(block.pre) if block.pre is not None else line(block.pieces) for block in blocks(text)]
    return "\n\n".join(parts).replace("\n", f"\n{indent}")


def fenced(code: str) -> str:
    fence = "`" * max(3, _longest_run(code) + 1)
    return f"{fence}\n{code}\n{fence}"


def export_markdown(bank: Bank, stem: str) -> Exported:
    """Two files: the questions, and the questions' keys."""
    planned = plan(bank, TARGET, lambda item: (_question(item), _key(item)))
    title = line(pieces(bank.title))
    sheet = [f"# {title}", *(entry[0] for entry in planned.entries)]
    key = [f"# {title}: answers", *(entry[1] for entry in planned.entries)]
    files = {f"{stem}.md": sheet, f"{stem}-answers.md": key}
    return planned.exported({name: ("\n\n".join(parts) + "\n").encode() for name, parts in files.items()})


def _heading(item: Item) -> str:
    return f"## {item.question.id} ({count(item.question.points, 'point')})"


def _question(item: Item) -> str:
    options = mixed(item) if item.form == "order" else item.replies if item.form in ("one", "many") else ()
    parts = [_heading(item), page(item.prompt), *([fenced(item.code)] if item.code else [])]
    lines = [f"- {letter(at)}) {page(reply.text, '  ')}" for at, reply in enumerate(options)]
    return "\n\n".join([*parts, *(["\n".join(lines)] if lines else [])])


def _key(item: Item) -> str:
    said = [
        f"- {_named(item, at)}: {page(reply.feedback, '  ')}" for at, reply in enumerate(item.replies) if reply.feedback
    ]
    said += [f"- {page(text, '  ')}" for text in item.misconceptions]
    parts = [_heading(item), *_answers(item), page(item.question.why), _under("Feedback:", said)]
    return "\n\n".join(part for part in parts if part)


def _under(title: str, lines: list[str]) -> str:
    return "\n".join([title, "", *lines]) if lines else ""


def _named(item: Item, at: int) -> str:
    text = item.replies[at].text
    return f"{letter(at)})" if item.form in ("one", "many") else _ticked(" ".join(text.split()))


def _answers(item: Item) -> Iterator[str]:
    match item.form:
        case "one" | "many":
            right = [(at, reply) for at, reply in enumerate(item.replies) if reply.right]
            yield "\n".join(f"- {letter(at)}) {page(reply.text, '  ')}" for at, reply in right)
        case "order":
            yield "\n".join(f"{place}. {page(reply.text, '   ')}" for place, reply in enumerate(item.replies, 1))
        case "number":
            yield escaped(number_key(item))
        case "short":
            lines = any("\n" in reply.text or reply.text != reply.text.strip() for reply in item.right)
            yield fenced(item.right[0].text) if lines else ", ".join(_ticked(reply.text) for reply in item.right)
        case _:
            yield from (page(reply.text) for reply in item.right)
            yield _under("Key points:", [f"- {page(point, '  ')}" for point in item.key_points])
