"""The builder of the self-study page: whole, small, deterministic, and asking nothing of any other host."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
import yaml

from autograder.authoring import site, site_pages, site_python
from autograder.authoring.site import FIRST_VIEW, first_view, site_files
from autograder.authoring.site_examples import examples, recorded
from autograder.authoring.site_frame import filled, with_text
from autograder.authoring.site_quiz import DRAWS, orders
from autograder.authoring.site_text import bank_html, glossary, mathml, readme_html
from autograder.course import HOME, Course, CourseError
from autograder.quiz.places import banks
from autograder.quiz.variants import for_student

HASHED = """
import hashlib
from autograder.authoring.site import site_files
from autograder.course import Course
for name, data in site_files(Course.open()).items():
    print(name, hashlib.sha256(data).hexdigest())
"""


@pytest.fixture(scope="module")
def files(course: Course) -> dict[str, bytes]:
    return site_files(course)


@pytest.fixture(scope="module")
def html(files: dict[str, bytes]) -> dict[str, str]:
    return {name: data.decode() for name, data in files.items() if name.endswith(".html")}


class Tags(HTMLParser):
    """The start tags of a page with their attributes; text inside is dropped."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def values(self, attribute: str) -> Iterator[str]:
        return (str(attributes[attribute]) for _, attributes in self.tags if attribute in attributes)


def test_every_page_costs_less_than_100_kb_before_python(files: dict[str, bytes]) -> None:
    sizes = {name: first_view(files, name) for name in files if name.endswith(".html")}
    assert len(sizes) >= 9
    assert max(sizes.values()) < FIRST_VIEW == 100_000, sizes


def test_the_first_view_counts_styles_and_imported_modules(files: dict[str, bytes]) -> None:
    own = ("explore.html", "page.css", "site.css", "icon.svg", "js/page.js", "js/explorer.js", "js/heatmaps.js")
    imported = ("js/attention.js", "js/wording.js", "js/drawn.js", "js/slider.js")
    assert first_view(files, "explore.html") == sum(len(files[name]) for name in (*own, *imported))


def test_every_link_leads_to_a_place_that_is_there(files: dict[str, bytes], html: dict[str, str]) -> None:
    ids = {name: set(Tags(text).values("id")) for name, text in html.items()}
    for name, text in html.items():
        for link in (*Tags(text).values("href"), *Tags(text).values("src")):
            page, _, place = link.partition("#")
            assert (page or name) in files, (name, link)
            assert not place or place in ids[page or name], (name, link)


def test_ids_are_given_once(html: dict[str, str]) -> None:
    for name, text in html.items():
        ids = list(Tags(text).values("id"))
        assert len(ids) == len(set(ids)), name


def test_nothing_names_another_host(files: dict[str, bytes]) -> None:
    known = {b"http://www.w3.org/2000/svg"}  # a name, which nobody asks for
    ours = {name: data for name, data in files.items() if not name.endswith((".toml", ".py"))}
    for name, data in ours.items():
        assert set(re.findall(rb"https?://[\w./-]+", data)) <= known, name


def test_the_policy_allows_nothing_inline(html: dict[str, str]) -> None:
    for name, text in html.items():
        policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
        assert policy and "default-src 'none'" in policy[1] and "unsafe-inline" not in policy[1]
        for tag, attributes in Tags(text).tags:
            assert tag != "style" and "style" not in attributes, name
            assert tag != "script" or attributes.get("src"), name
            assert not any(attribute.startswith("on") for attribute in attributes), name


def test_every_question_can_be_read_and_opened_without_a_script(course: Course, html: dict[str, str]) -> None:
    for week, bank in banks(course).items():
        keys = list(Tags(html[f"quiz-{week}.html"]).values("data-key"))
        assert keys == [f"{week}/{question.id}" for question in bank.as_asked]
        assert html[f"quiz-{week}.html"].count('<details class="standard">') == len(keys)


def test_numbers_are_drawn_as_in_the_terminal(course: Course, html: dict[str, str]) -> None:
    question = banks(course)["week-12"].question("raw-score")
    for draw in range(DRAWS):
        drawn = for_student(question, f"practice {draw}")
        assert bank_html(drawn.prompt) in html["quiz-week-12.html"]
        assert f"<b>{drawn.key.value}</b>" in html["quiz-week-12.html"]


def test_an_order_is_never_shown_solved(course: Course) -> None:
    for bank in banks(course).values():
        for question in bank.questions:
            if question.kind == "order":
                assert list(range(len(question.options))) not in orders(question)


def test_every_task_has_its_statement(course: Course, html: dict[str, str]) -> None:
    for task in course.tasks():
        assert f'<section class="task" id="{task.name}">' in html[f"{task.week}.html"]
        assert f'<a href="#{task.name}"><code>{task.name}</code></a>' in html[f"{task.week}.html"]


def test_no_answer_of_a_task_is_published(course: Course, files: dict[str, bytes]) -> None:
    everything = b"\n".join(files.values())
    assert b"BEGIN SOLUTION" not in everything
    for task in course.tasks():
        lines = _solution_lines(task.solution.read_text(encoding="utf-8"))
        assert not [line for line in lines if line.encode() in everything], task.id


def _solution_lines(source: str) -> list[str]:
    """The longer lines between the solution's markers."""
    solved = re.findall(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", source, re.DOTALL)
    return [line.strip() for text in solved for line in text.splitlines() if len(line.strip()) > 40]


def test_the_words_are_those_of_the_readme_and_the_bank(html: dict[str, str]) -> None:
    words = re.findall(r'<span class="term">(.*?)</span>', html["words.html"])
    assert words[:3] == ["attention", "query", "key"]
    assert {"Transformer", "leakage"} <= set(words) and len(words) == len(set(words))


def test_the_same_course_gives_the_same_bytes() -> None:
    runs = [
        subprocess.run(
            [sys.executable, "-c", HASHED], env={"PYTHONHASHSEED": seed}, cwd=HOME, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1] and runs[0].count(b"\n") > 50


def test_any_change_gives_the_offline_copy_another_name(files: dict[str, bytes]) -> None:
    def named(changed: dict[str, bytes]) -> str:
        return re.search(rb"const VERSION = .*", site._offline(changed))[0].decode()

    rest = {name: data for name, data in files.items() if name != "offline.js"}
    assert named(rest) in files["offline.js"].decode()
    assert named(rest | {"icon.svg": b"<svg/>"}) != named(rest)
    assert named(rest | {"more.html": b""}) != named(rest)


def test_the_scorer_is_the_terminal_s_own_file(files: dict[str, bytes]) -> None:
    modules = json.loads(files["python/files.json"])["modules"]
    quiz = [name for name in modules if name.startswith("autograder/quiz/")]
    assert {"autograder/quiz/scorer.py", "autograder/quiz/bank.py", "autograder/quiz/open_answer.py"} <= set(quiz)
    for name in quiz:
        assert files[f"python/{name}"] == (HOME / name).read_bytes()
    assert not [name for name in modules if "exports" in name or "proof" in name or "labelled" in name]


@pytest.mark.parametrize("example", examples(), ids=lambda example: example["id"])
def test_what_the_course_says_of_the_programs_is_so(example: dict[str, str]) -> None:
    known = {
        "softmax": "0.665 0.245 0.090\n",
        "mixture": "6.5\n",
        "shape": "(5, 4) and (4, 7) give (5, 7)\n",
        "rows": "[1.0, 1.0, 1.0]\n",
    }
    printed = recorded(example)
    assert printed == known.get(example["id"], printed)
    if example["id"] == "itself":
        assert "failed -> failed" not in printed  # the surprise of the lesson
    if example["id"] == "scale":
        assert float(printed.split()[1]) >= 0.9 > 0.5 > float(printed.split()[3])


def test_a_program_that_fails_stops_the_build() -> None:
    with pytest.raises(CourseError, match="the program bad fails: Line 2: ZeroDivisionError"):
        recorded({"id": "bad", "code": "print(1)\n1 / 0\n"})


def test_a_name_without_a_value_is_refused() -> None:
    with pytest.raises(KeyError, match="b"):
        filled("{{a}} {{b}}", a="x")


def test_texts_are_escaped() -> None:
    assert with_text("<p>{{a}}</p>", a="<b>&") == "<p>&lt;b&gt;&amp;</p>"


def test_formulas_are_mathml_with_whole_names() -> None:
    assert "<mi>softmax</mi>" in mathml(r"\mathrm{softmax}(x)")
    assert mathml("x", display=True).startswith('<math display="block">')
    assert bank_html(r"a < b, $d_k$ and `x`") == (
        "<p>a &lt; b, <math><mrow><msub><mi>d</mi><mi>k</mi></msub></mrow></math> and <code>x</code></p>"
    )


def test_a_readme_becomes_html_without_links_that_lead_nowhere() -> None:
    text = "# T\n\n[here](a.py), [gone](b.py) and <script>, $d_k$\n\n| task | |\n|---|---|\n| `a` | `b` |\n"
    made = readme_html(text, {"a.py": "#a"}, ["a"])
    assert '<a href="#a">here</a>, gone and &lt;script&gt;,' in made and "<math>" in made
    assert '<td><a href="#a"><code>a</code></a></td>' in made and "<td><code>b</code></td>" in made
    assert "<th>task</th>\n<td></td>" in made and 'aria-label="Table: task"' in made


def test_a_readme_without_a_table_of_words_gives_no_cards() -> None:
    assert glossary("# Nothing\n\n| a | b |\n|---|---|\n| c | d |\n") == []


def test_a_folder_that_another_made_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(CourseError, match="was not made by this verb"):
        site._start_anew(tmp_path / "site")
    assert (tmp_path / "site" / "mine.txt").is_file()


def test_a_week_without_questions_has_one_door(course: Course) -> None:
    [text] = site_pages._week_doors(course.week("week-12"), None)
    assert 'href="week-12.html"' in text and "9 tasks, explained." in text


def test_what_npm_has_fetched_once_is_used_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "node_modules" / "pyodide"
    package.mkdir(parents=True)
    for name in site_python.PYODIDE:
        (package / name).write_bytes(name.encode())
    (tmp_path / "package-lock.json").write_bytes((HOME / "site" / "package-lock.json").read_bytes())
    monkeypatch.setenv("PATH", "")
    assert site_python.pyodide(tmp_path)["pyodide/pyodide.mjs"] == b"pyodide.mjs"
    (package / site_python.PYODIDE[0]).unlink()
    with pytest.raises(CourseError, match="npm is not here"):
        site_python.pyodide(tmp_path)


def test_without_npm_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CourseError, match=r"Install Node\.js 18 or newer"):
        site_python.fetched(tmp_path / "npm")


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for npm is a shell script")
def test_what_npm_says_is_passed_on_and_the_next_build_asks_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\necho no network >&2\nexit 1\n", encoding="utf-8")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    for _ in range(2):  # the second build asks again
        with pytest.raises(CourseError, match=r"npm could not fetch Pyodide\. It said:\nno network"):
            site_python.fetched(tmp_path / "kept")


def test_the_lock_file_pins_what_the_page_uses() -> None:
    lock = json.loads((HOME / "site" / "package-lock.json").read_text(encoding="utf-8"))
    entry = lock["packages"]["node_modules/pyodide"]
    assert entry["version"] == site_python.version() and entry["integrity"].startswith("sha512-")


def test_the_workflow_pins_its_actions_and_may_do_little() -> None:
    text = (HOME / "release" / "pages" / "pages.yml").read_text(encoding="utf-8")
    workflow = yaml.safe_load(text)
    used = re.findall(r"uses: (\S+) # v\d", text)
    assert len(used) == text.count("uses:") and all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", each) for each in used)
    assert workflow["permissions"] == {"contents": "read"}
    assert workflow["jobs"]["publish"]["permissions"] == {"pages": "write", "id-token": "write"}
    assert "permissions" not in workflow["jobs"]["build"]


def test_no_file_of_the_site_is_forgotten(files: dict[str, bytes]) -> None:
    """What stands in site/ is published as it is, filled in, or listed here."""
    inside = {"page.html", "predict.toml", "package.json", "package-lock.json"}
    for path in (path for path in (HOME / "site").rglob("*") if path.is_file() and path.suffix != ".pyc"):
        name = path.relative_to(HOME / "site").as_posix()
        assert name in files or name in inside or name.startswith("pages/"), name
    digest = hashlib.sha256(files["page.css"]).digest()
    assert digest == hashlib.sha256((HOME / "autograder" / "report" / "page.css").read_bytes()).digest()
