"""The course's own texts as pages: each week's README with its tasks, the words, the data."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from autograder.authoring.site_frame import Page, filled, source, spoken, with_text
from autograder.authoring.site_text import bank_line, glossary, readme_html
from autograder.course import Course, Task, Week
from autograder.quiz.question import Bank, TermKey
from autograder.report.html import Html, el


def week_page(week: Week, has_quiz: bool) -> Page:
    """The README, with the ways to practise under its title, and every task's statement at the end."""
    links = {task.filename: f"#{task.name}" for task in week.tasks} | {"../../data/README.md": "data.html"}
    text = readme_html(_readme(week), links, [task.name for task in week.tasks])
    heading, end, rest = text.partition("</h1>")
    tasks = el("h2", "The tasks, one by one", id="tasks-one-by-one") + "".join(map(_task, week.tasks))
    main = f"{heading}{end}{_ways(week, has_quiz)}{rest}{tasks}"
    return Page(f"{week.name}.html", f"{spoken(week.name)} · {week.title}", spoken(week.name), main, "text")


def _readme(week: Week) -> str:
    return (week.root / "exercises" / week.name / "README.md").read_text(encoding="utf-8-sig")


def _ways(week: Week, has_quiz: bool) -> Html:
    ways = [("explore.html", "explore"), ("predict.html", "predict, then run")]
    ways += [(f"quiz-{week.name}.html", "test yourself")] if has_quiz else []
    return el("p", "Practise: ", Html(" · ".join(el("a", text, href=href) for href, text in ways)))


def _task(task: Task) -> str:
    """A task's statement, as its starter says it, and how to check it."""
    statement = ast.get_docstring(ast.parse(task.starter.read_text(encoding="utf-8-sig"))) or ""
    first, _, rest = statement.partition("\n")
    return with_text(
        source("pages/task.html"), name=task.name, week=task.week, title=task.title, points=task.points, first=first,
        statement=rest.strip("\n"), file=f"exercises/{task.week}/{task.filename}",
    )  # fmt: skip


def words_page(course: Course, quizzes: Mapping[str, Bank]) -> Page:
    """The words of every week's README, and the terms that its bank asks for, as cards."""
    words: dict[str, str] = {}
    for week in course.weeks:
        words |= dict(glossary(_readme(week)))
        words |= {term: why for term, why in _terms(quizzes.get(week.name)).items() if term not in words}
    cards = el("ul", *(_card(word, meaning) for word, meaning in words.items()), class_="cards")
    return Page("words.html", "Words", "Words", filled(source("pages/words.html"), cards=cards), scripts=("words",))


def _terms(bank: Bank | None) -> dict[str, str]:
    """The terms that a bank asks for, each with why it is the right one."""
    found = bank.questions if bank else ()
    return {each.key.term: bank_line(each.why) for each in found if isinstance(each.key, TermKey)}


def _card(word: str, meaning: str) -> Html:
    sides = el("span", Html(word), class_="term"), el("span", Html(meaning), class_="meaning")
    return el("li", el("button", *sides, type="button", aria_pressed="false"), class_="card")


def data_page(course: Course) -> Page:
    text = (course.root / "data" / "README.md").read_text(encoding="utf-8-sig")
    return Page("data.html", "The data", "", readme_html(text, {}, ()), "text")
