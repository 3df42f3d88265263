"""Markup from parts: whatever is not markup already is escaped on its way in.

>>> el("p", "1 < 2 ", el("b", "and"), class_="sum")
'<p class="sum">1 &lt; 2 <b>and</b></p>'
"""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from autograder.plain import plain
from autograder.report.words import spans

STYLE = Path(__file__).with_name("page.css")
VOID = {"meta", "br", "wbr"}
LINES = {"section", "article", "header", "footer", "nav", "div", "table", "thead", "tbody", "tr", "ul", "ol", "dl"}


class Html(str):
    """Markup that may stand as it is; made by ``el`` and ``text`` alone."""

    __slots__ = ()


Child = str | None | Iterable["Child"]


def clean(value: str) -> str:
    """``plain`` text without noncharacters, which HTML forbids; most text is printable, which is cheap to tell."""
    if value.isprintable():
        return value
    return "".join(f"\\U{ord(char):08x}" if _is_noncharacter(char) else char for char in plain(value))


def text(value: str) -> Html:
    """The text as markup: control codes and direction marks written out, everything else literal."""
    return Html(html.escape(clean(value)))


def el(tag: str, *children: Child, **attributes: str | int | bool | None) -> Html:
    """An element; a trailing underscore in an attribute's name is dropped, one inside is a hyphen."""
    given = "".join(_attribute(name, value) for name, value in attributes.items())
    end = "\n" if tag in LINES else ""
    if tag in VOID:
        return Html(f"<{tag}{given}>")
    return Html(f"<{tag}{given}>{join(children)}</{tag}>{end}")


def join(children: Iterable[Child]) -> Html:
    """The children one after another; None is nothing."""
    return Html("".join(_markup(child) for child in children))


def sentence(value: str) -> Html:
    """A sentence whose backticks mean code."""
    return join(el("code", piece) if is_code else text(piece) for piece, is_code in spans(value))


def pre(value: str, label: str) -> Html:
    """Preformatted text that can be scrolled by keyboard; a first line break is kept."""
    return el("pre", Html("\n"), value, tabindex=0, role="group", aria_label=label)


def document(title: str, *body: Child, kind: str) -> str:
    """A whole page that loads nothing, runs nothing and sends nothing."""
    style = _style()
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", http_equiv="Content-Security-Policy", content=_policy(style)),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name="color-scheme", content="light dark"),
        el("meta", name="referrer", content="no-referrer"),
        el("title", title),
        Html(f"<style>{style}</style>"),
    )
    return f"<!DOCTYPE html>\n{el('html', head, el('body', el('main', *body), class_=kind), lang='en')}\n"


@cache
def _style() -> str:
    return STYLE.read_text(encoding="utf-8")


def _policy(style: str) -> str:
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def _is_noncharacter(char: str) -> bool:
    return ord(char) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(char) <= 0xFDEF


def _attribute(name: str, value: str | int | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = name.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{text(str(value))}"'


def _markup(child: Child) -> str:
    if child is None:
        return ""
    if isinstance(child, Html):
        return child
    return text(child) if isinstance(child, str) else join(child)
