"""All pages of the site, by name."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping

from autograder.authoring.site_examples import predict_page
from autograder.authoring.site_frame import BRAND, Page, filled, framed, source, spoken
from autograder.authoring.site_quiz import questions
from autograder.authoring.site_text import mathml
from autograder.authoring.site_weeks import data_page, week_page, words_page
from autograder.course import Course, Week
from autograder.quiz.paper import count
from autograder.quiz.places import banks
from autograder.quiz.question import Bank
from autograder.report.html import Html, el

FORMULA = r"\mathrm{Attention}(Q, K, V) = \mathrm{softmax}\left(\frac{QK^T}{\sqrt{d_k}}\right)V"
EXPLORED = ("softmax", "attention", "causal_mask", "positions")
"""The tasks of the first week that build what the explorer shows."""


def pages(course: Course) -> dict[str, str]:
    """Every page, by its file name, in the order of the navigation."""
    quizzes = banks(course)
    made = [
        _index(course, quizzes),
        _explore(course),
        predict_page(),
        *(_quiz(week, bank) for week, bank in quizzes.items()),
        words_page(course, quizzes),
        *(week_page(week, week.name in quizzes) for week in course.weeks),
        data_page(course),
    ]
    return {page.name: framed(page, made) for page in made}


def _index(course: Course, quizzes: Mapping[str, Bank]) -> Page:
    doors = (_week_doors(week, quizzes.get(week.name)) for week in course.weeks)
    weeks = "".join(el("div", *each, class_="doors") + "\n" for each in doors)
    first = course.weeks[0].name
    main = filled(
        source("pages/index.html"), formula=mathml(FORMULA, display=True), weeks=weeks,
        first=f"{first}.html", first_week=spoken(first), first_quiz=f"quiz-{first}.html",
    )  # fmt: skip
    return Page("index.html", "Self-study", BRAND, main, scripts=("home",))


def _week_doors(week: Week, bank: Bank | None) -> list[Html]:
    text = _door(f"{week.name}.html", spoken(week.name), f"{week.title}. {count(len(week.tasks), 'task')}, explained.")
    if bank is None:
        return [text]
    asked = f"{count(len(bank.questions), 'question')}, scored here, with standard answers."
    keys = json.dumps([f"{week.name}/{name}" for name in bank.ids], separators=(",", ":"))
    return [text, _door(f"quiz-{week.name}.html", f"Quiz {spoken(week.name).casefold()}", asked, keys)]


def _door(href: str, title: str, text: str, keys: str | None = None) -> Html:
    return el("a", el("b", title), el("span", text), href=href, class_="door", data_keys=keys)


def _explore(course: Course) -> Page:
    tasks = [task for task in course.weeks[0].tasks if task.name in EXPLORED]
    links = ", ".join(el("a", el("code", task.name), href=f"{task.week}.html#{task.name}") for task in tasks)
    main = filled(source("pages/explore.html"), tasks=links)
    return Page("explore.html", "Explore", "Explore", main, scripts=("explorer", "heatmaps"))


def _quiz(week: str, bank: Bank) -> Page:
    title = f"Quiz · {bank.title}"
    main = filled(
        source("pages/quiz.html"),
        heading=html.escape(title),
        count=str(len(bank.questions)),
        questions=questions(week, bank),
    )
    return Page(f"quiz-{week}.html", title, f"Quiz {week.rpartition('-')[2]}", main, "questions", ("quiz",))
