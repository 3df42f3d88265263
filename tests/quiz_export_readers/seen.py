"""What a reader of an exported file sees: the question's parts as plain text, with formulas in ⟦ ⟧."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

BREAK = "\u200b"


@dataclass
class Seen:
    """One question as a reader found it; ``replies`` are (text, share of the points, feedback)."""

    id: str
    kind: str
    prompt: str
    replies: list[tuple[str, float, str]] = field(default_factory=list)
    general: str = ""
    points: int = 1
    tolerance: list[float] = field(default_factory=list)
    for_markers: str = ""

    @property
    def texts(self) -> list[str]:
        return [text for text, _, _ in self.replies]

    @property
    def right(self) -> list[str]:
        return [text for text, share, _ in self.replies if share > 0]


class Text(HTMLParser):
    """The text that a browser shows. An element's edge ends what MathJax takes for a formula."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.out = ""

    def handle_starttag(self, tag: str, attrs: list) -> None:
        attributes = dict(attrs)
        if "equation_image" in (attributes.get("class") or ""):
            self.out += f"⟦{attributes['data-equation-content']}⟧"
        else:
            self.out += {"br": "\n", "p": "\n", "div": "\n", "pre": "\n", "li": "\n"}.get(tag, BREAK)

    def handle_endtag(self, tag: str) -> None:
        self.out += "\n" if tag in ("p", "div", "pre", "li", "ul", "ol") else BREAK

    def handle_data(self, data: str) -> None:
        self.out += "" if self.cdata_elem == "style" else data


def shown(html: str) -> str:
    """The text of a piece of HTML in one line, once MathJax has run."""
    text = Text()
    text.feed(html)
    text.close()
    math = re.sub(r"\\\((.+?)\\\)|\\\[(.+?)\\\]", lambda match: f"⟦{match[1] or match[2]}⟧", text.out, flags=re.DOTALL)
    return squeezed(math.replace(BREAK, ""))


def squeezed(text: str) -> str:
    return " ".join(text.split())


def plain(source: str) -> str:
    """A bank's text as ``shown`` gives it; for texts whose marks are formulas, code and fences only."""
    text = re.sub(r"```\w*\n(.*?)\n```", r"\1", source, flags=re.DOTALL)
    text = re.sub(r"(?<!\\)\$\$?(.+?)(?<!\\)\$\$?", lambda match: f"⟦{squeezed(match[1])}⟧", text, flags=re.DOTALL)
    return squeezed(text.replace("\\$", "$").replace("`", ""))
