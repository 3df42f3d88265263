r"""Texts of the course as HTML: Markdown by markdown-it, formulas as MathML, nothing that runs or loads.

>>> bank_html(r"Why $d_k$?")
'<p>Why <math><mrow><msub><mi>d</mi><mi>k</mi></msub></mrow></math>?</p>'
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping
from functools import cache

from latex2mathml.converter import convert
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from autograder.quiz.exports.markup import Html as Marks

PLAIN = ('<math xmlns="http://www.w3.org/1998/Math/MathML" display="inline">', "<math>")
LETTERS = re.compile(r'<mrow>((?:<mi mathvariant="normal">\w</mi>){2,})</mrow>')
TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
CODE_CELL = re.compile(r"<td><code>(\w+)</code></td>")
HEADING = re.compile(r"<h2>(.*?)</h2>", re.DOTALL)


def mathml(latex: str, display: bool = False) -> str:
    r"""A formula as MathML, in which a name of several letters (``\mathrm{softmax}``) is one word."""
    made = convert(latex).replace(*PLAIN).replace("<math>", '<math display="block">' if display else "<math>")
    return LETTERS.sub(lambda name: f"<mi>{re.sub('<[^>]*>', '', name[1])}</mi>", made)


MARKS = Marks(math=mathml, text=lambda text: html.escape(text, quote=False))


def bank_html(text: str) -> str:
    """A text of a question bank as paragraphs."""
    return MARKS.page(text)


def bank_line(text: str) -> str:
    """A short text of a bank, without a paragraph of its own."""
    return MARKS.option(text)


def readme_html(text: str, links: Mapping[str, str], tasks: Iterable[str]) -> str:
    """A README as HTML: tables and code can be scrolled by keyboard, headings and tasks be linked to.

    Args:
        links: where a link of the README leads on the site; a link that is not here becomes text.
        tasks: names that, in a table's code, lead to the task's section.
    """
    tokens = _markdown().parse(text)
    for token in tokens:
        if token.type == "inline":
            token.children = list(_linked(token.children or [], links))
    made = _markdown().renderer.render(tokens, _markdown().options, {})
    made = TABLE.sub(lambda table: _table(table[0], set(tasks)), made)
    made = made.replace("<pre>", '<pre tabindex="0" role="group" aria-label="A drawing or commands">')
    return HEADING.sub(lambda heading: f'<h2 id="{slug(heading[1])}">{heading[1]}</h2>', made)


@cache
def _markdown() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    return made.use(dollarmath_plugin, allow_digits=False, renderer=_formula)


def _formula(latex: str, options: Mapping[str, bool]) -> str:
    return mathml(latex, options.get("display_mode", False))


def _linked(tokens: list[Token], links: Mapping[str, str]) -> Iterable[Token]:
    """The tokens with every link led to its place on the site, or taken away."""
    dropped = 0
    for token in tokens:
        if token.type == "link_open":
            href = links.get(str(token.attrGet("href")))
            if href is None:
                dropped += 1
                continue
            token.attrSet("href", href)
        if token.type == "link_close" and dropped:
            dropped -= 1
            continue
        yield token


def _table(table: str, tasks: set[str]) -> str:
    """A table in a box that scrolls; an empty heading is no heading, and a task's name leads to it."""
    table = re.sub(r"<th[^>]*></th>", "<td></td>", table)
    table = CODE_CELL.sub(lambda cell: _cell(cell, tasks), table)
    label = ", ".join(re.findall(r"<th[^>]*>(.*?)</th>", table))
    label = html.escape(html.unescape(re.sub("<[^>]*>", "", label)))
    return f'<div class="scroll" tabindex="0" role="region" aria-label="Table: {label}">{table}</div>'


def _cell(cell: re.Match[str], tasks: set[str]) -> str:
    name = cell[1]
    return f'<td><a href="#{name}"><code>{name}</code></a></td>' if name in tasks else cell[0]


def slug(heading: str) -> str:
    """A heading as an anchor.

    >>> slug("What is left that is <em>not</em> attention")
    'what-is-left-that-is-not-attention'
    """
    words = re.findall(r"\w+", html.unescape(re.sub("<[^>]*>", "", heading)).casefold())
    return "-".join(words)


def glossary(text: str) -> list[tuple[str, str]]:
    """The words and meanings (as HTML) of a README's table headed "word | meaning here".

    >>> glossary("| word | meaning here |\\n|---|---|\\n| key | what is offered |")
    [('key', 'what is offered')]
    """
    made = _markdown().render(text)
    tables = [re.findall(r"<t[hd]>(.*?)</t[hd]>", table, re.DOTALL) for table in TABLE.findall(made)]
    cells = next((cells for cells in tables if cells[:2] == ["word", "meaning here"]), [])
    return list(zip(cells[2::2], cells[3::2], strict=True))
