"""The frame around every page, ``site/page.html``, and how templates are filled."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from autograder.course import HOME
from autograder.report.html import Html, el

SOURCES = HOME / "site"
BRAND = "The attention workbook"
PLACE = re.compile(r"\{\{(\w+)\}\}")


@dataclass(frozen=True)
class Page:
    """A page before it is framed; ``link`` is what the navigation calls it, ``scripts`` are modules of ``site/js``."""

    name: str
    title: str
    link: str
    main: str
    kind: str = ""
    scripts: tuple[str, ...] = ()


def filled(template: str, **values: str) -> str:
    """The template with each ``{{name}}`` replaced by markup; a name without a value is a KeyError.

    >>> filled("a {{b}}", b="c")
    'a c'
    """
    return PLACE.sub(lambda place: values[place[1]], template)


def with_text(template: str, **values: str | int) -> str:
    """The template filled with plain texts, which are escaped on their way in."""
    return filled(template, **{name: html.escape(str(value)) for name, value in values.items()})


@cache
def source(name: str) -> str:
    """A file of ``site/``."""
    return (SOURCES / name).read_text(encoding="utf-8")


def framed(page: Page, all_pages: Iterable[Page]) -> str:
    """The whole page, with the navigation to the others."""
    scripts = "".join(f'<script type="module" src="js/{name}.js"></script>\n' for name in page.scripts)
    nav = "".join(_nav(each, each is page) for each in all_pages if each.link)
    title = html.escape(page.title)
    return filled(source("page.html"), title=title, script=scripts, kind=page.kind, nav=nav, main=page.main)


def _nav(page: Page, here: bool) -> str:
    icon = Html(source("icon.svg").strip().replace("<svg", '<svg aria-hidden="true"')) if page.link == BRAND else None
    return el("a", icon, page.link, href=page.name, aria_current="page" if here else None) + "\n"


def spoken(week: str) -> str:
    """The name of a week as it is read.

    >>> spoken("week-12")
    'Week 12'
    """
    return week.replace("-", " ").capitalize()
