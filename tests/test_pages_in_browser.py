"""The pages in a real browser: accessible, of every width, safe, and printable, in light and in dark."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from test_pages import ALL, CHANGED, a_class, soiled, standing
from test_terminal import check, result, task

from autograder.report.page import OVERVIEW, STAFF, overview_page, page_name, student_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDTHS = (320, 800, 1400)
ATTACK = "<img src=x onerror=alert(1)></style></pre><script>document.title='taken'</script>\u202e"
LONG = "x" * 3000
LONGEST = task(
    "softmax", "failed", check("check_a", "failed", message=LONG, title=LONG, line=1), check("check_b"),
    printed=f"{LONG}\n" * 50, file=LONG, path=LONG, notes=(LONG,), title=LONG,
)  # fmt: skip

PAGES = {
    "learner": student_page([CHANGED, standing(week="week-20")], audience="learner"),
    "staff": student_page([CHANGED], audience="staff"),
    "overview": overview_page([*a_class(), CHANGED, replace(CHANGED, week="week-20")], title="Deep learning"),
    "long": student_page([standing(result(LONGEST, submission=LONG), name=LONG, warnings=(LONG,))], audience="staff"),
    "long overview": overview_page([standing(result(LONGEST), name=LONG, student=LONG, late=LONG)], title=LONG),
    "attack": student_page([soiled(ATTACK)], audience="staff"),
    "attack overview": overview_page([soiled(ATTACK)], title=ATTACK),
}


@contextmanager
def shown(browser: Browser, html: str, folder: Path, **options: object) -> Iterator[Page]:
    """The page opened from a file; a complaint of the browser, or a request for anything else, fails the test."""
    file = folder / "page.html"
    file.write_text(html, encoding="utf-8")
    context = browser.new_context(**options)
    page = context.new_page()
    seen: list[str] = []
    page.on("console", lambda message: seen.append(message.text))
    page.on("pageerror", lambda error: seen.append(str(error)))
    page.on("dialog", lambda dialog: (seen.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: seen.append(request.url) if request.url != file.as_uri() else None)
    page.goto(file.as_uri())
    yield page
    context.close()
    assert seen == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_accessible_and_never_too_wide(browser: Browser, tmp_path: Path, name: str, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    with shown(browser, PAGES[name], tmp_path, color_scheme=scheme) as page:
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, width
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("name", ["attack", "attack overview"])
def test_an_attack_is_read_and_not_run(browser: Browser, tmp_path: Path, name: str) -> None:
    with shown(browser, PAGES[name], tmp_path) as page:
        assert page.title() != "taken"
        assert page.locator("script, img").count() == 0
        assert "<img src=x onerror=alert(1)>" in page.inner_text("main")


def test_even_markup_that_got_in_could_not_run(browser: Browser, tmp_path: Path) -> None:
    """The policy refuses a script and a foreign style, and the browser says that it did."""
    broken = PAGES["learner"].replace("<main>", "<main><script>document.title = 'taken'</script>")
    refused: list[str] = []
    with pytest.raises(AssertionError, match="Content Security Policy"), shown(browser, broken, tmp_path) as page:
        refused.append(page.title())
    assert refused and refused != ["taken"]


def test_the_style_is_applied(browser: Browser, tmp_path: Path) -> None:
    for scheme, paper in (("light", "rgb(251, 250, 247)"), ("dark", "rgb(23, 25, 28)")):
        with shown(browser, PAGES["learner"], tmp_path, color_scheme=scheme) as page:
            assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == paper


def test_the_mark_and_what_comes_next_stand_on_the_first_screen(browser: Browser, tmp_path: Path) -> None:
    html = student_page([standing(ALL)], audience="learner")
    with shown(browser, html, tmp_path, viewport={"width": 360, "height": 640}) as page:
        assert page.locator(".mark").is_visible()
        box = page.locator(".next").bounding_box()
        assert box and box["y"] + box["height"] <= 640


def test_by_keyboard(browser: Browser, tmp_path: Path) -> None:
    """What is folded opens, and the table of students can be reached, without a mouse."""
    with shown(browser, PAGES["overview"], tmp_path) as page:
        page.locator(".look summary").first.focus()
        page.keyboard.press("Enter")
        assert page.locator(".look details[open]").count() == 1
        page.get_by_role("region", name="Students of week-12").focus()
        assert page.evaluate("document.activeElement.className") == "scroll"


def test_paper_shows_what_is_folded_and_all_of_what_scrolls(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, PAGES["overview"], tmp_path) as page:
        folded = page.get_by_text("Two hand-ins: the later one was taken.")
        assert not folded.is_visible()
        page.emulate_media(media="print")
        assert folded.is_visible()
        assert page.evaluate("getComputedStyle(document.querySelector('.scroll')).maxHeight") == "none"
        assert page.pdf(format="A4").startswith(b"%PDF")


def test_a_class_of_a_thousand(browser: Browser, tmp_path: Path) -> None:
    everybody = [replace(CHANGED, student=f"s{number:04}", name=f"Student {number}") for number in range(1000)]
    with shown(browser, overview_page(everybody, title="Many"), tmp_path) as page:
        assert page.locator(".students tbody tr").count() == 1000
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_from_the_class_to_a_student_and_back(browser: Browser, tmp_path: Path) -> None:
    odd = standing(ALL, student="Q/7 ü", name="Odd Id")
    (tmp_path / STAFF).mkdir()
    (tmp_path / OVERVIEW).write_text(overview_page([odd], title="The class"), encoding="utf-8")
    file = tmp_path / STAFF / page_name(odd.student)
    file.write_text(student_page([odd], audience="staff"), encoding="utf-8")
    page = browser.new_page()
    page.goto((tmp_path / OVERVIEW).as_uri())
    page.get_by_role("link", name="Odd Id").last.click()
    assert page.locator("h1").inner_text() == "Odd Id"
    page.get_by_role("link", name="the class").click()
    assert page.locator("h1").inner_text() == "The class"
    page.close()
