"""One student's page: what was reached, what comes next, and every task; for staff with everything that is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from autograder.report import lines, staff, words
from autograder.report.charts import bar
from autograder.report.html import Html, document, el, join, pre, sentence
from autograder.report.names import OVERVIEW
from autograder.report.standing import Standing
from autograder.result import Result, TaskResult

AUDIENCES = ("learner", "staff")


def student_page(standings: Sequence[Standing], *, audience: str) -> str:
    """The HTML of one student's standings, one a week; ``audience`` is "learner" or "staff"."""
    if audience not in AUDIENCES:
        raise ValueError(f"{audience!r} is no audience; known: {', '.join(AUDIENCES)}.")
    mine = of_one_student(standings, learner=audience == "learner")
    weeks = [_week(number, each, audience == "staff") for number, each in enumerate(mine, 1)]
    marks = ", ".join(f"{each.week} {words.mark(each)}" for each in mine)
    head = el("header", el("h1", el("bdi", mine[0].called)), el("p", el("bdi", mine[0].student), class_="quiet"))
    back = el("nav", el("a", "← the class", href=f"../{OVERVIEW}"), aria_label="Back")
    return document(
        f"{mine[0].called} · {marks}",
        back if audience == "staff" else None, head, _contents(mine) if len(mine) > 1 else None, weeks,
        kind=audience,
    )  # fmt: skip


def of_one_student(standings: Sequence[Standing], *, learner: bool) -> list[Standing]:
    """The standings, checked to be of one student; for the learner without what only staff may read."""
    if len({each.student for each in standings}) != 1:
        raise ValueError("A student's page needs the standings of exactly one student.")
    return [_for_learner(each) for each in standings] if learner else list(standings)


def _for_learner(of: Standing) -> Standing:
    adjustments = tuple(replace(each, by="") for each in of.adjustments)
    result = of.result.for_learner() if of.result else None
    return replace(of, result=result, adjustments=adjustments, warnings=(), places={}, came_as={})


def _contents(standings: list[Standing]) -> Html:
    rows = [
        el("li", el("a", f"{each.week} · {each.title}", href=f"#w{number}"), " ", el("b", words.mark(each)))
        for number, each in enumerate(standings, 1)
    ]
    return el("nav", el("ul", rows), aria_label="Weeks", class_="weeks")


# ---- one week


def _week(number: int, of: Standing, for_staff: bool) -> Html:
    key = f"w{number}"
    return el(
        "section",
        el("h2", f"{of.week} · {of.title}", id=key),
        _mark(of),
        el("ul", [el("li", sentence(note)) for note in of.notes], class_="notes") if of.notes else None,
        staff.about_standing(of) if for_staff else None,
        _result(of.result, of, key, for_staff) if of.result else None,
        aria_labelledby=key,
        class_="week",
    )


def _mark(of: Standing) -> Html:
    number = el("p", of.final, " ", el("span", f"/ {of.max_score}"), class_="mark")
    word = el("p", words.mark(of), class_="mark word")
    steps = el("ul", [el("li", step) for step in words.steps(of)], class_="steps") if words.steps(of) else None
    graded = of.status == "graded"
    points = bar(min(max(of.score, 0), of.max_score), of.max_score) if graded and not of.changed else None
    return el("div", number if graded else word, points, el("p", words.standing(of)), steps, class_="standing")


def _result(result: Result, of: Standing, key: str, for_staff: bool) -> Html:
    return join([
        _next(result, of, key),
        _table(result, of, key),
        [_task(task, of, f"{key}-{task_number}", for_staff) for task_number, task in enumerate(result.tasks, 1)],
        _foot(result, for_staff),
    ])  # fmt: skip


def _next(result: Result, of: Standing, key: str) -> Html | None:
    task = words.next_task(result, of)
    if task is None:
        return None
    link = el("a", el("code", task.task), href=f"#{key}-{result.tasks.index(task) + 1}")
    return el(
        "div",
        el("p", el("b", "Next: "), link, f" · {task.title} · {_more_points(task.points - task.earned)}"),
        el("p", sentence(words.what_next(task)), class_="said"),
        class_="next",
    )


def _more_points(number: int) -> str:
    return "1 more point" if number == 1 else f"{number} more points"


def _table(result: Result, of: Standing, key: str) -> Html:
    head = el("tr", [el("th", name, scope="col") for name in ("Task", "Status", "Points")])
    rows = [_row(task, of, f"{key}-{number}") for number, task in enumerate(result.tasks, 1)]
    caption = el("caption", f"The tasks of {result.week}", class_="unseen")
    return el("table", caption, el("thead", head), el("tbody", rows), class_="tasks")


def _row(task: TaskResult, of: Standing, anchor: str) -> Html:
    return el(
        "tr",
        el("th", el("a", el("code", task.task), href=f"#{anchor}"), scope="row"),
        el("td", status(words.outcome(task, of), words.counted(task, of))),
        el("td", f"{of.points_of(task)}/{task.points}", class_="number"),
    )


def status(outcome: str, word: str) -> Html:
    """A sign and a word; the colour adds nothing to them."""
    mark = el("span", words.sign(outcome), aria_hidden="true")
    return el("span", mark, f" {word}", class_=f"status {words.kind(outcome)}")


# ---- one task


def _task(task: TaskResult, of: Standing, anchor: str, for_staff: bool) -> Html:
    counted = of.points_of(task)
    changed = f" (the checks gave {task.earned})" if counted != str(task.earned) else ""
    head = el(
        "header",
        el("h3", el("code", task.task), " ", el("span", task.title)),
        el(
            "p",
            status(words.outcome(task, of), words.counted(task, of)),
            f" · {counted} of {task.points} points{changed}",
        ),
    )
    notes = el("ul", [el("li", sentence(note)) for note in task.notes], class_="notes") if task.notes else None
    return el("article", head, _body(task, for_staff), notes, _printed(task),
              staff.about_task(task, of.places.get(task.task)) if for_staff else None, id=anchor)  # fmt: skip


def _body(task: TaskResult, for_staff: bool) -> Html | None:
    checks = _all_checks(task) if for_staff else _checks(task)
    alike = task.status == "passed" or words.all_alike(task)
    if alike and checks:
        number = f"{len(task.checks)} {'check' if len(task.checks) == 1 else 'checks'}"
        checks = el("details", el("summary", f"{number} {words.OUTCOMES[task.status]}"), checks)
    return join([_in_short(task), checks])


def _in_short(task: TaskResult) -> Html | None:
    """What holds for the whole task: its one problem, or its likely mistake."""
    if task.status == "passed":
        return None
    if words.all_alike(task):
        first = task.first_problem
        where = el("p", _place(words.place(task, first)), class_="quiet") if first.line else None
        return join([el("p", sentence(words.in_one(task)), class_="said"), where])
    likely = words.named_mistake(task)
    return el("p", el("b", "Likely: "), sentence(likely), class_="likely") if likely else None


def _checks(task: TaskResult) -> Html | None:
    rows = [_line(each) for each in lines.for_learner(task)]
    return el("ul", rows, class_="checks") if rows else None


def _all_checks(task: TaskResult) -> Html:
    rows = [_line(lines.line(task, check), staff.about_check(check)) for check in task.checks]
    return el("ul", rows, class_="checks")


def _line(of: lines.Line, more: Html | None = None) -> Html:
    title = el("span", sentence(of.title), class_="title")
    numbers = el("span", f"{of.earned}/{of.points}", class_="number")
    head = el("div", title, " ", status(of.outcome, words.OUTCOMES[of.outcome]), " ", numbers, class_="line")
    sentences = [_said("", of.happened), _said("Likely: ", of.likely), _said("Try: ", of.to_try)]
    place = el("p", _place(of.place), class_="quiet") if of.place else None
    return el("li", head, sentences, place, more, class_="done" if of.outcome == "passed" else None)


def _said(label: str, words_: str) -> Html | None:
    return el("p", el("b", label) if label else None, sentence(words_), class_="said") if words_ else None


def _place(place: str) -> Html:
    return el("code", el("bdi", place))


def _printed(task: TaskResult) -> Html | None:
    if not task.printed.strip():
        return None
    label = f"What {task.task} printed"
    return join([el("p", "Your code printed:", class_="quiet"), pre(task.printed.rstrip(), label)])


def _foot(result: Result, for_staff: bool) -> Html:
    return el("footer", el("p", words.graded(result)), staff.about_run(result) if for_staff else None)
