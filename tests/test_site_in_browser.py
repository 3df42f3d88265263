"""The self-study page in a real Chromium: by keyboard, at every width, offline, below a path, without another host."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import date
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from site_support import built

from autograder.authoring import site
from autograder.authoring.site import site_files
from autograder.course import Course
from autograder.quiz.places import banks

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

PAGES = (
    "index", "explore", "predict", "quiz-week-12", "quiz-week-20", "words", "week-12", "week-20", "data",
)  # fmt: skip
WIDTHS = (320, 800, 1400, 3840)
PYTHON_IS_THERE = 60_000
"""Milliseconds: how long Python may take to start on a busy machine."""
BANK = banks(Course.open())["week-12"]
KEY = "attention-workbook/quiz-progress"
RIGHT = "With long keys the dot products become large and the softmax saturates, so gradients vanish."
REVERSED = "The key says what a position is looking for and the query says what it offers."
UNKNOWN = "It is like stirring soup."


class Server(SimpleHTTPRequestHandler):
    """A plain file server; every type of file that the page needs is told as GitHub Pages tells it."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript", ".wasm": "application/wasm"}

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Server, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    """The site below a path, as GitHub Pages serves it."""
    folder = built() / "served"
    folder.mkdir(exist_ok=True)
    (folder / "course").symlink_to(built() / "site", target_is_directory=True)
    with served(folder) as address:
        yield f"{address}course/"


@contextmanager
def watched(browser: Browser, base: str, **options: object) -> Iterator[BrowserContext]:
    """A new visitor; a complaint of the browser, or a request outside the site, fails the test."""
    context = browser.new_context(**options)
    seen: list[str] = []
    context.on("console", lambda message: seen.append(f"{message.type}: {message.text}"))
    context.on("weberror", lambda error: seen.append(str(error.error)))
    context.on("request", lambda request: seen.append(request.url) if not own(request.url, base) else None)
    yield context
    context.close()
    assert seen == []


def own(url: str, base: str) -> bool:
    return url.startswith((base, f"blob:{base.removesuffix('course/')}"))


@contextmanager
def opened(browser: Browser, base: str, name: str, **options: object) -> Iterator[Page]:
    with watched(browser, base, **options) as context:
        page = context.new_page()
        page.goto(f"{base}{name}.html")
        yield page


@pytest.fixture(scope="module")
def learner(browser: Browser, base: str) -> Iterator[Page]:
    """Somebody in the middle of week 12's quiz, for whom Python has started."""
    with opened(browser, base, "quiz-week-12") as page:
        yield page


def question(page: Page, name: str) -> Locator:
    """A question, shown."""
    page.get_by_label("all", exact=True).check()
    return page.locator(f"#q-{name}")


def answer(page: Page, name: str, text: str) -> Locator:
    """Answers an open question, and waits for the verdict."""
    asked = question(page, name)
    asked.locator("textarea").fill(text)
    asked.get_by_role("button", name="Check").click()
    asked.locator(".verdict").wait_for(timeout=PYTHON_IS_THERE)
    return asked


def kept(page: Page) -> dict:
    """The cards in the browser's store."""
    return json.loads(page.evaluate(f"localStorage.getItem('{KEY}')") or '{"questions": {}}')["questions"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_accessible_and_never_too_wide(browser: Browser, base: str, name: str, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    with opened(browser, base, name, color_scheme=scheme, reduced_motion="reduce") as page:
        for width in WIDTHS if scheme == "light" else reversed(WIDTHS):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, width
        if name.startswith("quiz"):
            page.get_by_label("all", exact=True).check()
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


def test_predict_move_read_by_keyboard(browser: Browser, base: str) -> None:
    with opened(browser, base, "explore") as page:
        page.get_by_label("go down").focus()
        page.keyboard.press("Space")
        page.get_by_role("slider", name="temperature").focus()
        page.keyboard.press("ArrowRight")
        assert (
            page.locator("#outcome")
            .inner_text()
            .startswith("✓ As you said. You moved the temperature from 1.0 to 1.1.")
        )
        for _ in range(9):
            page.keyboard.press("ArrowRight")
        assert "from 1.0 to 2.0" in page.locator("#outcome").inner_text()
        assert "0.731 to 0.622" in page.locator("#outcome").inner_text()
        assert page.locator("#tally").inner_text() == "1 of 1 predictions came true"
        page.get_by_role("slider", name="similarity to token 2").focus()
        page.keyboard.press("ArrowLeft")
        assert "You had not said a direction" in page.locator("#outcome").inner_text()
        page.get_by_label("go down").check()
        page.keyboard.press("Tab")
        page.get_by_role("slider", name="similarity to token 1").fill("5")
        assert page.locator("#outcome").inner_text().startswith("✗ Not as you said.")
        assert page.locator("#tally").inner_text() == "1 of 2 predictions came true"
        page.get_by_role("button", name="Start values").press("Enter")
        assert page.locator("#weight-1").inner_text() == "0.731"


def test_bars_evidence_and_interpretation_change_together(browser: Browser, base: str) -> None:
    with opened(browser, base, "explore", reduced_motion="reduce") as page:
        read = "['evidence', 'meaning', 'weight-1'].map((id) => document.getElementById(id).textContent)"
        before = page.evaluate(read)
        page.get_by_role("slider", name="similarity to token 1").fill("-2")
        after = page.evaluate(read)
        assert all(one != other for one, other in zip(before, after, strict=True))
        assert "weights 0.047 and 0.953" in after[0]
        wide, narrow = (page.locator(f"#bar-{at}").bounding_box()["width"] for at in (2, 1))
        assert wide > 15 * narrow > 0


def test_the_heatmaps_by_keyboard(browser: Browser, base: str) -> None:
    with opened(browser, base, "explore") as page:
        depth = page.get_by_role("slider", name="depth")
        depth.focus()
        page.keyboard.press("End")
        assert depth.get_attribute("aria-valuetext") == "d = 64"
        assert "nearly every row has put all its weight on one cell" in page.locator("#maps-meaning").inner_text()
        page.get_by_label("causal mask").focus()
        page.keyboard.press("Space")
        assert page.locator("#maps td.gone").all_inner_texts() == ["hidden"] * 6
        assert page.locator("#maps table").first.locator("tbody tr").first.locator("td").first.inner_text() == "1.00"
        page.get_by_label("positions").focus()
        assert "fall together" in page.locator("#order-meaning").inner_text()
        page.keyboard.press("Space")
        assert "are two texts" in page.locator("#order-meaning").inner_text()


def test_a_card_turns_by_keyboard(browser: Browser, base: str) -> None:
    with opened(browser, base, "words", reduced_motion="reduce") as page:
        card = page.locator(".card button").first
        assert card.inner_text() == "attention"
        card.press("Enter")
        assert card.inner_text().startswith("each query takes a weighted mean")
        page.get_by_role("button", name="Meanings first").press("Space")
        assert card.inner_text().startswith("each query takes a weighted mean")
        page.get_by_role("button", name="Turn all").press("Space")
        assert card.inner_text() == "attention"
        page.get_by_role("button", name="Shuffle").press("Space")
        assert page.locator("#words-said").inner_text() == "The cards are in a new order."


def test_programs_are_predicted_run_and_stopped(browser: Browser, base: str) -> None:
    with opened(browser, base, "predict") as page:
        example = page.locator("#softmax")
        code, predicted = example.get_by_label("The program"), example.get_by_label("What will it print?")

        def run(said: str) -> str:
            """Runs the program, waits until the verdict holds these words, and gives it."""
            example.get_by_role("button", name="Run").press("Enter")
            example.locator(".verdict", has_text=said).wait_for(timeout=PYTHON_IS_THERE)
            return example.locator(".verdict").inner_text()

        predicted.fill("0.665 0.245 0.190")
        example.get_by_role("button", name="Run").press("Enter")
        assert "Starting Python" in example.locator(".verdict").inner_text()
        example.locator(".verdict", has_text="Not as you said.").wait_for(timeout=PYTHON_IS_THERE)
        difference = "Line 1: you wrote 0.190 where it prints 0.090."
        assert example.locator(".verdict").inner_text().endswith(difference)
        assert example.locator(".printed").inner_text() == "0.665 0.245 0.090\n"
        predicted.fill("0.665 0.245 0.090")
        run("✓ As you said.")
        predicted.fill("")
        run("You had typed no prediction.")
        code.fill("print(input())")
        run("This page has no keyboard input")
        code.fill("while True: pass")
        run("Stopped after 5 seconds")
        example.get_by_role("button", name="The program as it was").click()
        assert "from math import exp" in code.input_value()


def test_right(learner: Page) -> None:
    assert question(learner, "why-scale").locator("summary").is_hidden()
    right = answer(learner, "why-scale", RIGHT)
    assert right.locator(".verdict").inner_text() == "✓ Right · 2 of 2 points."
    assert right.locator(".standard").get_attribute("open") is not None
    assert kept(learner)["week-12/why-scale"]["box"] == 2


def test_wrong(learner: Page) -> None:
    wrong = answer(learner, "query-key", REVERSED)
    assert "You wrote key says what a position is looking for." in wrong.locator(".result").inner_text()
    assert "It comes back next time." in wrong.locator(".result").inner_text()
    assert kept(learner)["week-12/query-key"]["right"] == 0


def test_what_the_scorer_cannot_tell_is_marked_by_the_learner(learner: Page) -> None:
    unsure = answer(learner, "weighted-values", UNKNOWN)
    assert unsure.locator(".verdict").inner_text().startswith("? I can't tell · I did not recognise your words")
    assert kept(learner)["week-12/weighted-values"]["right"] == 0
    for point in unsure.get_by_role("checkbox").all():
        point.check()
    unsure.get_by_role("button", name="Keep my mark").press("Enter")
    assert "Marked by yourself: 2 of 2 points." in unsure.locator(".result").inner_text()
    card = kept(learner)["week-12/weighted-values"]
    assert (card["box"], card["tries"], card["right"]) == (2, 1, 1)


def test_an_answer_that_cannot_be_read_is_not_counted(learner: Page) -> None:
    asked = question(learner, "scaled-score")
    asked.get_by_role("button", name="Check").click()
    assert "There is no answer yet" in asked.locator(".result").inner_text()
    asked.get_by_label("Your answer").fill("many")
    asked.get_by_role("button", name="Check").click()
    asked.locator(".verdict").wait_for(timeout=PYTHON_IS_THERE)
    assert asked.locator(".verdict").inner_text().startswith("! Not read")
    assert asked.locator("summary").is_hidden() and "week-12/scaled-score" not in kept(learner)


KINDS = {
    "choice": "too-sharp",
    "several": "equation-clear",
    "number": "raw-score",
    "term": "who-seeks",
    "shape": "gather-shape",
    "output": "first-check-printed",
    "order": "block-order",
}


@pytest.mark.parametrize(("kind", "name"), KINDS.items())
def test_every_kind_by_keyboard(learner: Page, kind: str, name: str) -> None:
    """It is answered, and its fields are back when it is asked again."""
    asked = question(learner, name)
    assert asked.get_attribute("data-kind") == kind
    fill_in(learner, asked, kind)
    asked.get_by_role("button", name="Check").press("Enter")
    asked.locator(".verdict").wait_for(timeout=PYTHON_IS_THERE)
    assert asked.locator(".standard").get_attribute("open") is not None
    assert kept(learner)[f"week-12/{name}"]["tries"] == 1
    asked.get_by_role("button", name="Ask me again").press("Enter")
    assert asked.locator(".verdict").count() == 0 and asked.locator("summary").is_hidden()


def fill_in(page: Page, asked: Locator, kind: str) -> None:
    if kind in ("choice", "several"):
        asked.locator("input").first.focus()
        page.keyboard.press("Space")
    elif kind == "order":
        first = asked.locator(".ordered li").first.inner_text()
        asked.get_by_role("button", name="Move down").first.press("Enter")
        assert asked.locator(".ordered li").nth(1).inner_text() == first
        assert asked.locator(".moved").inner_text() == "Now at place 2."
    else:
        asked.locator("textarea, [type=text]").press_sequentially("3")


def test_one_at_a_time_what_went_wrong_first(browser: Browser, base: str) -> None:
    cards = {
        "week-12/query-key": {"box": 2, "last": "2999-01-01", "tries": 1, "right": 1},
        "week-12/why-scale": {"box": 1, "last": "2026-01-01", "tries": 1, "right": 0},
    }
    with opened(browser, base, "quiz-week-12") as page:
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, progress(cards)])
        page.reload()
        assert page.locator(".question:visible").get_attribute("id") == "q-why-scale"
        page.get_by_role("button", name="Next").press("Enter")
        assert page.locator("#place").inner_text().startswith("2 of ")
        assert page.evaluate("document.activeElement.parentElement.id") != "q-why-scale"
        page.goto(f"{base}quiz-week-12.html#q-block-parts")
        page.reload()
        assert page.locator(".question:visible").get_attribute("id") == "q-block-parts"


def test_how_one_stands_is_said_at_the_end_and_on_the_first_page(browser: Browser, base: str) -> None:
    """Answered before: all but one, which is asked first; the answer is right, so nothing is due then."""
    rested = {"box": 5, "last": date.today().isoformat(), "tries": 5, "right": 5}
    cards = {f"week-12/{name}": rested for name in BANK.ids if name != "gather-shape"}
    with opened(browser, base, "quiz-week-12") as page:
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, progress(cards)])
        page.reload()
        asked = page.locator(".question:visible")
        assert asked.get_attribute("id") == "q-gather-shape" and page.locator("#rest").inner_text() == ""
        asked.get_by_label("Your answer").fill("many")
        page.keyboard.press("Enter")
        assert asked.get_by_label("Your answer").is_disabled(), "what is typed while Python starts is not scored"
        asked.locator(".verdict").wait_for(timeout=PYTHON_IS_THERE)
        assert page.evaluate("document.activeElement.id") == "gather-shape-answer"
        page.keyboard.press("Control+A")
        page.keyboard.type("(2, 5, 6)")
        page.keyboard.press("Enter")
        asked.locator(".verdict", has_text="Right").wait_for(timeout=PYTHON_IS_THERE)
        total = f"{len(BANK.ids)} of {len(BANK.ids)} answered"
        assert page.locator("#standing").inner_text() == f"{total} · scored now: 1 of 1 point"
        assert page.locator("#rest").inner_text().startswith("Nothing is due today. The next one is due on ")
        page.goto(f"{base}index.html")
        assert page.locator("[href='quiz-week-12.html'].door span").inner_text() == total
        assert "26 questions, scored here" in page.locator("[href='quiz-week-20.html'].door span").inner_text()


def test_who_checks_by_keyboard_stays_at_the_question(learner: Page) -> None:
    asked = question(learner, "temperature-up")
    asked.locator("input").first.focus()
    learner.keyboard.press("Space")
    learner.keyboard.press("Enter")
    asked.locator(".verdict").wait_for(timeout=PYTHON_IS_THERE)
    assert learner.evaluate("document.activeElement.className").startswith("verdict")


def progress(cards: dict) -> str:
    return json.dumps({"schema": "quiz-progress/v1", "questions": cards})


def test_progress_is_kept_saved_loaded_and_forgotten(browser: Browser, base: str, tmp_path: Path) -> None:
    card = {"box": 3, "last": "2026-01-01", "tries": 4, "right": 2}
    file, broken = tmp_path / "mine.json", tmp_path / "broken.json"
    file.write_text(progress({"week-12/raw-score": card, "week-20/join-weight": card}), encoding="utf-8")
    broken.write_text("{", encoding="utf-8")
    with opened(browser, base, "quiz-week-12") as page:
        page.get_by_text("My progress").click()
        page.locator("#import").set_input_files(file)
        page.wait_for_function("document.getElementById('kept').textContent.startsWith('Loaded: 2 questions.')")
        page.reload()
        assert page.locator("#standing").inner_text().startswith("1 of ")
        page.get_by_text("My progress").click()
        page.locator("#import").set_input_files(broken)
        page.wait_for_function("document.getElementById('kept').textContent.includes('it is not JSON')")
        with page.expect_download() as download:
            page.get_by_role("button", name="Save as a file").click()
        assert json.loads(download.value.path().read_text(encoding="utf-8"))["questions"] == kept(page)
        assert kept(page) == {"week-12/raw-score": card, "week-20/join-weight": card}
        page.get_by_role("button", name="Forget everything").click()
        assert len(kept(page)) == 2
        page.get_by_role("button", name="Really forget everything?").click()
        assert kept(page) == {} and page.locator("#standing").inner_text().startswith("0 of ")


FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"
REFUSED = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })"


@contextmanager
def without_python(browser: Browser, base: str, script: str = "") -> Iterator[Page]:
    """The quiz where Python cannot be had."""
    context = browser.new_context(service_workers="block")
    context.route("**/pyodide/**", lambda route: route.abort())
    context.add_init_script(script)
    page = context.new_page()
    page.goto(f"{base}quiz-week-12.html")
    yield page
    context.close()


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [(FULL, "has no room for your progress"), (REFUSED, "save it as a file")],
    ids=["full", "refused"],
)
def test_a_full_or_forbidden_store_costs_no_answer(browser: Browser, base: str, fault: str, sentence: str) -> None:
    with without_python(browser, base, fault) as page:
        answer(page, "why-scale", RIGHT)
        assert sentence in page.locator("#notice").inner_text()
        assert page.locator("#standing").inner_text().startswith("1 of ")


def test_without_python_the_learner_marks_the_answer(browser: Browser, base: str) -> None:
    with without_python(browser, base) as page:
        asked = answer(page, "why-scale", RIGHT)
        assert "Python could not be loaded" in asked.locator(".verdict").inner_text()
        asked.get_by_role("checkbox").check()
        asked.get_by_role("button", name="Keep my mark").click()
        assert kept(page)["week-12/why-scale"]["right"] == 1


def test_damaged_progress_is_put_aside(browser: Browser, base: str) -> None:
    with opened(browser, base, "quiz-week-12") as page:
        page.evaluate(f"localStorage.setItem('{KEY}', 'nonsense')")
        page.reload()
        assert "could not be read (it is not JSON)" in page.locator("#notice").inner_text()
        assert page.evaluate(f"localStorage.getItem('{KEY}.damaged')") == "nonsense"


def test_without_a_network_once_it_has_been_opened(browser: Browser, base: str) -> None:
    """Every page; Python too, once it has been used. The server is ended, so nothing can come from it."""
    with ExitStack() as visit:
        with served(built() / "served") as address:
            page = visit.enter_context(watched(browser, f"{address}course/")).new_page()
            page.goto(f"{address}course/")
            page.get_by_text("Kept for offline use.").wait_for()
            page.goto(f"{address}course/quiz-week-12.html")
            answer(page, "why-scale", RIGHT)
        for name in PAGES:
            page.goto(f"{address}course/{name}.html")
            assert page.locator("h1").is_visible()
        page.goto(f"{address}course/quiz-week-12.html")
        assert answer(page, "query-key", REVERSED).locator(".verdict").inner_text().startswith("✗ Not yet")


def test_a_newer_version_is_offered_and_taken(browser: Browser, course: Course, tmp_path: Path) -> None:
    files = site_files(course)
    write(tmp_path / "course", files)
    with served(tmp_path) as address, watched(browser, f"{address}course/") as context:
        page = context.new_page()
        page.goto(f"{address}course/words.html")
        page.get_by_text("Kept for offline use.").wait_for()
        newer = {name: data for name, data in files.items() if name != "offline.js"}
        newer["words.html"] = newer["words.html"].replace(b"<h1>Words</h1>", b"<h1>Newer words</h1>")
        write(tmp_path / "course", newer | {"offline.js": site._offline(newer)})
        page.reload()
        assert page.locator("h1").inner_text() == "Words"
        page.get_by_role("button", name="Use the newer version").click()
        page.get_by_role("heading", name="Newer words").wait_for()
        page.get_by_text("Kept for offline use.").wait_for()


def write(folder: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def test_without_scripts_everything_can_be_read(browser: Browser, base: str) -> None:
    with opened(browser, base, "quiz-week-12", java_script_enabled=False) as page:
        assert page.locator(".question").count() == page.locator(".question:visible").count() > 20
        assert page.get_by_role("button", name="Check").count() == 0
        page.locator("#q-why-scale summary").click()
        assert page.locator("#q-why-scale").get_by_text("The softmax of such scores saturates").is_visible()
        page.goto(f"{base}words.html")
        assert page.get_by_text("what a position is looking for").is_visible()


def test_on_paper_stand_all_questions_and_no_controls(browser: Browser, base: str) -> None:
    with opened(browser, base, "quiz-week-12") as page:
        page.emulate_media(media="print")
        assert page.locator(".question:visible").count() == page.locator(".question").count()
        assert page.locator(".top").is_hidden() and page.get_by_role("button", name="Next").count() == 0
        assert page.pdf(format="A4").startswith(b"%PDF")


def test_the_first_tab_leads_past_the_navigation(browser: Browser, base: str) -> None:
    with opened(browser, base, "week-12") as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "To the text"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"


def test_nothing_moves_where_the_reader_wants_calm(browser: Browser, base: str) -> None:
    with opened(browser, base, "explore", reduced_motion="reduce") as page:
        assert page.evaluate("getComputedStyle(document.getElementById('bar-1')).transitionProperty") == "none"


def test_opened_as_a_file_a_page_says_how_to_see_it_work(browser: Browser, base: str) -> None:
    """A browser runs no modules from a file; served, the line goes before it is seen."""
    page = browser.new_page(reduced_motion="reduce")
    page.goto((built() / "site" / "quiz-week-12.html").as_uri())
    assert page.get_by_text("python3 -m http.server").is_visible()
    page.close()
    with opened(browser, base, "quiz-week-12") as page:
        assert page.locator(".unserved").count() == 0


def test_no_line_of_a_program_is_cut_on_a_phone(browser: Browser, base: str) -> None:
    with opened(browser, base, "predict") as page:
        page.set_viewport_size({"width": 390, "height": 844})
        is_cut = "each => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight + 2"
        assert page.locator("textarea.code").evaluate_all(f"all => all.filter({is_cut}).map(each => each.id)") == []
