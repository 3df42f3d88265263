r"""The marks that a bank's texts may hold, taken apart once and written anew for each format.

They are LaTeX between dollar signs (``$$`` for a line of its own), ``\$`` for a dollar, code between backticks or
fences, ``**strong**``, and empty lines between paragraphs. Everything else is text: ``<pad>`` and ``a * b`` stay.

>>> to_html(r"Why **not** $a < b$, `x[i]`?")
'<p>Why <strong>not</strong> \\(a &lt; b\\), <code>x[i]</code>?</p>'
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import dataclass

FENCED = re.compile(r"^```[^`\n]*\n(?P<pre>.*?)\n?^```[ \t]*$", re.DOTALL | re.MULTILINE)
INLINE = re.compile(
    r"\\(?P<dollar>\$)"
    r"|\$\$(?P<display>[^$]+?)\$\$"
    r"|(?<![\\$])\$(?P<math>[^$]+?)(?<!\\)\$"
    r"|(?<!`)(?P<ticks>`+)(?!`)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)"
    r"|(?<![\w*])\*\*(?=[^\s*])(?P<strong>.+?)(?<=[^\s*])\*\*(?![\w*])",
    re.DOTALL,
)


BLANKS = re.compile(r"[ \t\n]+")
FOLD = re.compile(r"[ \t]*\n[ \t]*")
"""Where a bank's line ends and the next one is set in: one blank in a sentence."""


@dataclass(frozen=True)
class Piece:
    """A stretch of a text: ``kind`` is text, math, display, code or strong (which holds pieces of its own)."""

    kind: str
    text: str = ""
    inner: tuple[Piece, ...] = ()


@dataclass(frozen=True)
class Block:
    """A paragraph, or lines of code as they are."""

    pieces: tuple[Piece, ...] = ()
    pre: str | None = None


def blocks(text: str) -> list[Block]:
    """The paragraphs and code blocks of a text."""
    found, at = [], 0
    for fence in FENCED.finditer(text):
        found += _paragraphs(text[at : fence.start()])
        found.append(Block(pre=fence["pre"]))
        at = fence.end()
    return found + _paragraphs(text[at:])


def _paragraphs(text: str) -> list[Block]:
    parts = re.split(r"\n[ \t]*\n", text.strip())
    return [Block(pieces(part.strip())) for part in parts if part.strip()]


def pieces(text: str) -> tuple[Piece, ...]:
    """The pieces of one paragraph, in one line.

    >>> pieces("Lines may be\\n    folded.")
    (Piece(kind='text', text='Lines may be folded.', inner=()),)
    """
    found, at, literal = [], 0, ""
    for match in INLINE.finditer(text):
        literal += text[at : match.start()]
        at = match.end()
        if match["dollar"]:
            literal += "$"
            continue
        found += _plain(literal)
        literal = ""
        found.append(_piece(match))
    literal += text[at:]
    return (*found, *_plain(literal))


def _plain(text: str) -> list[Piece]:
    return [Piece("text", BLANKS.sub(" ", text))] if text else []


def _piece(match: re.Match[str]) -> Piece:
    kind = match.lastgroup
    if kind == "strong":
        return Piece(kind, inner=pieces(match[kind]))
    text = " ".join(match[kind].split()) if kind in ("math", "display") else FOLD.sub(" ", match[kind])
    padded = kind == "code" and text[0] == text[-1] == " " and text.strip()
    return Piece(kind, text[1:-1] if padded else text)


def escaped(text: str) -> str:
    r"""Text as HTML in which MathJax finds no formula: dollars stand alone, and ``\(`` is parted.

    >>> escaped(r"<pad> && \(")
    '&lt;pad&gt; &amp;&amp; \\<span></span>('
    """
    text = html.escape(text, quote=False)
    text = re.sub(r"\\(?=[(\[])", r"\\<span></span>", text)
    return text.replace("$", "<span>&#36;</span>")


def mathjax(latex: str, display: bool) -> str:
    """A formula as MathJax reads it in Moodle, Anki and notebooks."""
    latex = html.escape(latex, quote=False)
    return rf"\[{latex}\]" if display else rf"\({latex}\)"


@dataclass(frozen=True)
class Html:
    """How a format wants its HTML: always one line, since a line's end means something in most of them."""

    math: Callable[[str, bool], str] = mathjax
    text: Callable[[str], str] = escaped

    def page(self, text: str) -> str:
        """Paragraphs and code blocks."""
        return "".join(
            self.pre(block.pre) if block.pre is not None else f"<p>{self.line(block.pieces)}</p>"
            for block in blocks(text)
        )

    def option(self, text: str) -> str:
        """A short text: without a paragraph of its own where it is only one."""
        found = blocks(text)
        return self.line(found[0].pieces) if len(found) == 1 and found[0].pre is None else self.page(text)

    def pre(self, code: str) -> str:
        lines = (self.text(line) for line in code.split("\n"))
        return f"<pre><code>{'<br>'.join(lines)}</code></pre>"

    def line(self, found: tuple[Piece, ...]) -> str:
        return "".join(map(self._one, found))

    def _one(self, piece: Piece) -> str:
        match piece.kind:
            case "math" | "display":
                return self.math(piece.text, piece.kind == "display")
            case "code":
                return f"<code>{self.text(piece.text)}</code>"
            case "strong":
                return f"<strong>{self.line(piece.inner)}</strong>"
        return self.text(piece.text)


def titled(title: str, texts: tuple[str, ...], html: Html) -> str:
    """A list under its title; nothing where the list is empty."""
    return f"<p>{title}</p><ul>{''.join(f'<li>{html.option(text)}</li>' for text in texts)}</ul>" if texts else ""


def to_html(text: str) -> str:
    return Html().page(text)
