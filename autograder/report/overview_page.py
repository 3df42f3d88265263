"""The class on one page: how it went, what to look at, which checks and mistakes are frequent, and everybody's row."""

from __future__ import annotations

from collections.abc import Sequence

from autograder.report.charts import bar, bins, columns, count
from autograder.report.class_view import ClassWeek, Failing, Look, by_week
from autograder.report.html import Html, document, el, sentence
from autograder.report.names import STAFF, page_name
from autograder.report.standing import STATUSES, Standing
from autograder.result import TaskResult

TENTHS = 11
DECIDED = "*"
SHOWN = 10
"""How many of the most frequent checks and mistakes are shown at once; the others can be opened."""


def overview_page(standings: Sequence[Standing], *, title: str) -> str:
    """The HTML of a class; each name leads to the student's page in ``STAFF``."""
    weeks = by_week(standings)
    links = [el("li", el("a", f"{each.week} · {each.title}", href=f"#w{n}")) for n, each in enumerate(weeks, 1)]
    contents = el("nav", el("ul", links), aria_label="Weeks", class_="weeks") if len(weeks) > 1 else None
    sections = [_week(f"w{number}", each) for number, each in enumerate(weeks, 1)]
    empty = None if weeks else el("p", "There are no students here yet.")
    return document(title, el("header", el("h1", title)), contents, sections, empty, kind="class")


def _week(key: str, of: ClassWeek) -> Html:
    return el(
        "section",
        el("h2", f"{of.week} · {of.title}", id=key),
        _facts(of),
        el("div", _look(of), _points(of), _tasks(of), _checks(of), _mistakes(of), class_="sides"),
        _students(of, f"{key}-students"),
        aria_labelledby=key,
        class_="week",
    )


def _facts(of: ClassWeek) -> Html:
    numbers = {status.replace("_", " "): str(of.number(status)) for status in STATUSES}
    numbers[f"of {of.max_score} points: the median, by the checks alone"] = of.median()
    return el("ul", [el("li", el("b", number), " ", name) for name, number in numbers.items()], class_="facts")


def _part(heading: str, *content: object, class_: str | None = None) -> Html:
    return el("div", el("h3", heading), *content, class_=class_)


# ---- what to look at


def _look(of: ClassWeek) -> Html:
    groups = [_group(heading, looks) for heading, looks in of.to_look_at().items()]
    return _part("To look at", groups or el("p", "Nothing stands out."), class_="look")


def _group(heading: str, looks: list[Look]) -> Html:
    items = [el("li", _link(look.standing), f": {look.what}" if look.what else None) for look in looks]
    students = len({look.standing.student for look in looks})
    whose = f" (of {students} {'student' if students == 1 else 'students'})" if students < len(looks) else None
    return el("details", el("summary", f"{heading}: ", el("b", str(len(looks))), whose), el("ul", items))


def _link(of: Standing) -> Html:
    return el("a", el("bdi", of.called), href=f"{STAFF}/{page_name(of.student)}")


# ---- how it went


def _points(of: ClassWeek) -> Html:
    counts = count([each.score for each in of.graded], bins(of.max_score, TENTHS))
    most = max(number for _, number in counts)
    rows = [_bar_row(name, number, most) for name, number in counts]
    return _part("Points", _table("The points that the checks gave", ("Points", "", "Students"), rows))


def _bar_row(name: str | Html, number: int, of: int) -> Html:
    picture = el("td", bar(number, of), class_="picture wide")
    return el("tr", el("th", name, scope="row"), picture, el("td", str(number), class_="number"))


def _tasks(of: ClassWeek) -> Html:
    rows = [_task_row(name, [task for _, task in results]) for name, results in of.tasks.items()]
    heads = ("Task", "From 0 to all points", "None", "Some", "All")
    table = _table("How many students have none, some or all of a task's points", heads, rows)
    return _part("Tasks", table if rows else el("p", "Nobody is graded yet."))


def _task_row(name: str, results: list[TaskResult]) -> Html:
    earned, points = [task.earned for task in results], max(task.points for task in results)
    none, all_ = earned.count(0), sum(task.earned == task.points for task in results)
    numbers = [el("td", str(number), class_="number") for number in (none, len(results) - none - all_, all_)]
    picture = el("td", columns(count(earned, bins(points))), class_="picture")
    return el("tr", el("th", el("code", name), f" {points}", scope="row"), picture, numbers)


def _table(caption: str, heads: Sequence[str], rows: Sequence[Html]) -> Html:
    """A table whose numbers stand on the right; a column without a name holds a picture of its neighbour."""
    cells = [_head(name, number > 0) for number, name in enumerate(heads)]
    head = el("thead", el("tr", cells))
    return el("table", el("caption", caption), head, el("tbody", rows))


def _head(name: str, is_number: bool) -> Html:
    return el("th", name, scope="col", class_="number" if is_number else None) if name else el("td")


# ---- what is frequent


def _checks(of: ClassWeek) -> Html:
    rows = [_failing_row(each) for each in of.failing()]
    caption = "Checks that do not pass, of those who began the task"
    return _part("Checks that fail", _frequent(caption, ("Check", "", "Students"), rows, "Every check passes."))


def _failing_row(of: Failing) -> Html:
    hidden = None if of.check.visible else el("span", " (hidden)", class_="quiet")
    what = el("th", el("code", of.task), " ", sentence(of.check.title), hidden, scope="row")
    return el(
        "tr",
        what,
        el("td", bar(of.count, of.of), class_="picture"),
        el("td", f"{of.count} of {of.of}", class_="number"),
    )


def _mistakes(of: ClassWeek) -> Html:
    rows = [
        el(
            "tr",
            el("th", el("code", each.task), " ", el("b", each.name), el("br"), sentence(each.says), scope="row"),
            el("td", str(each.students), class_="number"),
        )
        for each in of.mistakes()
    ]
    caption = "Named mistakes, and the sentence that their students read"
    return _part("Mistakes", _frequent(caption, ("Mistake", "Students"), rows, "No mistake was named."))


def _frequent(caption: str, heads: Sequence[str], rows: list[Html], otherwise: str) -> list[Html]:
    """The most frequent rows as a table, the others folded away behind it."""
    if not rows:
        return [el("p", otherwise)]
    first = _table(caption, heads, rows[:SHOWN])
    others = rows[SHOWN:]
    if not others:
        return [first]
    return [first, el("details", el("summary", f"{len(others)} more"), _table(f"{caption}: the others", heads, others))]


# ---- everybody


def _students(of: ClassWeek, key: str) -> Html:
    heads = [_column("Student"), _column("Mark"), *map(_column, of.tasks), *map(_column, ("Checks", "Late", "Status"))]
    body = el("tbody", [_student(each, of) for each in of.standings])
    table = el("table", el("thead", el("tr", heads)), body, class_="students", aria_labelledby=key)
    box = el("div", table, class_="scroll", tabindex=0, role="region", aria_labelledby=key)
    decided = any(map(_is_decided, of.standings))
    legend = el("p", f"{DECIDED} by a decision of staff", class_="quiet") if decided else None
    return el("div", el("h3", f"Students of {of.week}", id=key), box, legend, class_="everybody")


def _column(name: str) -> Html:
    """The head of a column; a long name may break behind an underscore."""
    first, *others = name.split("_")
    return el("th", first, [["_", el("wbr"), other] for other in others], scope="col")


def _student(of: Standing, week: ClassWeek) -> Html:
    name = el("th", _link(of), _id(of), scope="row")
    results = {task.task: task for task in of.result.tasks} if of.result else {}
    cells = [_cell(of, results.get(task)) for task in week.tasks]
    checks = f"{of.score}" if of.result else "–"
    mark = el("b", of.final if of.status == "graded" else "–")
    decided = DECIDED if _is_decided(of) else None
    late = of.late or ("–" if of.timed else "no time known")
    rest = [el("td", checks), el("td", late, class_="said"), el("td", of.status.replace("_", " "))]
    return el("tr", name, el("td", mark, decided, class_="number"), cells, rest)


def _is_decided(of: Standing) -> bool:
    """Whether the mark rests on a decision; a comment changes nothing, and excused is a status of its own."""
    return any(each.kind in ("points", "extension") for each in of.adjustments)


def _id(of: Standing) -> Html | None:
    return el("span", " ", el("bdi", of.student), class_="quiet") if of.name else None


def _cell(of: Standing, task: TaskResult | None) -> Html:
    if task is None:
        return el("td", "–", class_="number")
    points = of.points_of(task)
    shade = "zero" if points == "0" else None if points == str(task.points) else "some"
    decided = DECIDED if of.is_decided(task.task) else None
    return el("td", points, decided, class_=f"number {shade}" if shade else "number")
