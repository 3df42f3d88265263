"""A question bank as a page that can be read without a script: forms, and the standard answers in panels.

Numbers that differ from try to try, and the order of options, are drawn as the terminal draws them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from autograder.authoring.site_text import bank_html, bank_line
from autograder.quiz.asking import shuffled
from autograder.quiz.exact import standard_answer
from autograder.quiz.question import Bank, Option, Question
from autograder.quiz.variants import for_student, has_variants
from autograder.report.html import Html, el

DRAWS = 3
"""How many tries differ; the next ones begin again with the first."""
KINDS = {
    "choice": "one is right",
    "several": "several may be right",
    "number": "a number",
    "shape": "a shape",
    "output": "what does it print?",
    "term": "a term",
    "order": "put in order",
    "open": "in your own words",
}
LABELS = {
    "number": "Your answer (a number)",
    "shape": "Your answer (a shape, such as (2, 3))",
    "term": "Your answer (a word or two)",
    "output": "What it prints, line by line",
    "open": "Your answer",
}


def questions(week: str, bank: Bank) -> Html:
    """Every question of the bank, in the order in which they are asked."""
    return el("div", *(_article(week, question) for question in bank.as_asked), id="questions", data_draws=DRAWS)


def _article(week: str, question: Question) -> Html:
    points = f"{question.points} {'point' if question.points == 1 else 'points'}"
    heading = el("h2", el("b", question.id.replace("-", " ")), f" · {KINDS[question.kind]} · {points}")
    button = el("p", el("button", "Check", class_="main"), class_="row needs-script")
    form = el("form", *_drawn(question, _prompt), FIELDS[question.kind](question), button, autocomplete="off")
    result = el("div", class_="result", aria_live="polite")
    drawn = json.dumps(orders(question), separators=(",", ":")) if question.options else None
    return el(
        "article", heading, form, result, _standard(week, question),
        class_="panel question", id=f"q-{question.id}",
        data_key=f"{week}/{question.id}", data_kind=question.kind, data_points=question.points, data_orders=drawn,
    )  # fmt: skip


def orders(question: Question) -> list[list[int]]:
    """For each try the places, in the bank, of the options in the order in which they are shown."""
    places = {option.id: place for place, option in enumerate(question.options)}
    return [[places[option.id] for option in shuffled(question, f"/{draw}")] for draw in range(DRAWS)]


def _drawn(question: Question, part: Callable[[Question], Html]) -> Iterator[Html]:
    """A part of the question, once for each draw of its numbers; all but the first are hidden."""
    if not has_variants(question):
        yield part(question)
        return
    for draw in range(DRAWS):
        yield el("div", part(for_student(question, f"practice {draw}")), data_draw=draw, hidden=draw > 0)


def _prompt(question: Question) -> Html:
    code = getattr(question.key, "code", "").strip("\n")
    return el("div", Html(bank_html(question.prompt)), _printed(code) if code else None, class_="prompt")


def _printed(text: str) -> Html:
    return el("pre", el("code", text), tabindex=0)


def _choices(question: Question) -> Html:
    kind = "radio" if question.kind == "choice" else "checkbox"
    items = [_choice(kind, question, place) for place in orders(question)[0]]
    legend = el("legend", "Choose one" if kind == "radio" else "Choose all that are right", class_="unseen")
    return el("fieldset", legend, el("ul", *items, class_="choices"))


def _choice(kind: str, question: Question, place: int) -> Html:
    option = question.options[place]
    field = _input(type=kind, name=question.id, value=option.id)
    return el("li", el("label", field, el("span", Html(bank_line(option.text)))), data_place=place)


def _input(**attributes: str) -> Html:
    return Html(el("input", **attributes).removesuffix("</input>"))


def _order(question: Question) -> Html:
    items = [_movable(question.options[place], place) for place in orders(question)[0]]
    told = el("p", "Put them in order with the arrows.", class_="quiet needs-script")
    return el("div", told, el("ol", *items, class_="choices ordered"), el("p", class_="moved unseen", role="status"))


def _movable(option: Option, place: int) -> Html:
    return el("li", el("span", Html(bank_line(option.text))), data_id=option.id, data_place=place)


def _line(question: Question) -> Html:
    name = f"{question.id}-answer"
    return el("div", _label(question, name), _input(type="text", id=name, autocapitalize="off", spellcheck="false"))


def _lines(question: Question) -> Html:
    name, is_code = f"{question.id}-answer", question.kind == "output"
    field = el("textarea", id=name, rows=4, class_="code" if is_code else None, spellcheck="false" if is_code else None)
    return el("div", _label(question, name), field)


def _label(question: Question, name: str) -> Html:
    return el("label", LABELS[question.kind], for_=name, class_="answer-label")


FIELDS: dict[str, Callable[[Question], Html]] = {
    "choice": _choices,
    "several": _choices,
    "order": _order,
    "number": _line,
    "shape": _line,
    "term": _line,
    "output": _lines,
    "open": _lines,
}


def _standard(week: str, question: Question) -> Html:
    """The panel with the standard answer, why it is right, and where to see it."""
    title = "Standard answers and key points" if question.kind == "open" else "Standard answer"
    return el(
        "details",
        el("summary", title),
        el("div", *_drawn(question, _answer), _where(week, question)),
        class_="standard",
    )


def _answer(question: Question) -> Html:
    why = Html(bank_html(f"**Why:** {question.why}")) if question.why else None
    return el("div", _in_words(question), why)


def _in_words(question: Question) -> Html:
    """The standard answer as it is read, not as it is typed."""
    key = question.key
    match question.kind:
        case "choice" | "several":
            return el("ul", *(el("li", Html(bank_line(option.text))) for option in key.right))
        case "order":
            return el("ol", *(el("li", Html(bank_line(item.text))) for item in key.items))
        case "output":
            return _printed(standard_answer(question).strip("\n"))
        case "open":
            return el("div", *(Html(bank_html(answer)) for answer in key.answers), _key_points(question))
    return el("p", el("b", f"{standard_answer(question)} {getattr(key, 'unit', '')}".strip()))


def _key_points(question: Question) -> Html:
    items = (el("li", Html(bank_line(claim.says))) for claim in question.key.claims)
    return el("div", el("p", el("b", "Key points")), el("ul", *items))


def _where(week: str, question: Question) -> Html | None:
    """Links to the tasks that let one see it."""
    ids = [task if "/" in task else f"{week}/{task}" for task in question.revisit]
    links = [_to_task(*each.split("/")) for each in ids]
    return el("p", "To see it: ", Html(", ".join(links))) if links else None


def _to_task(week: str, name: str) -> Html:
    return el("a", el("code", name), href=f"{week}.html#{name}")
