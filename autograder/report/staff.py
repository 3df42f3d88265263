"""What only staff may read: tracebacks, names of mistakes, times, paths, isolation and warnings."""

from __future__ import annotations

from urllib.parse import quote

from autograder.report.decisions import for_staff
from autograder.report.html import Html, el, join, pre
from autograder.report.standing import Standing
from autograder.result import CheckResult, Result, TaskResult


def about_standing(of: Standing) -> Html | None:
    """What came, as links; warnings to look at; and who decided what."""
    links = [[", " if number else "", _link(way, name)] for number, (name, way) in enumerate(of.came_as.items())]
    came = el("li", "Handed in: ", links) if links else None
    warnings = [el("li", el("b", "Look at: "), warning) for warning in (*of.warnings, *_facts(of))]
    decisions = [el("li", for_staff(each)) for each in of.adjustments]
    return el("ul", came, warnings, decisions, class_="notes") if came or warnings or decisions else None


def _facts(of: Standing) -> list[str]:
    stranger = ["This student is not on the roster."] if of.stranger else []
    return stranger if of.timed else [*stranger, "There is no time of submission, so this counted as in time."]


def about_task(task: TaskResult, place: str | None) -> Html:
    """Where the file was found, as a link where one can follow it; inside a zip one cannot."""
    if not task.path:
        return _not_found(task)
    return el("p", "Found at ", _link(place or "", place or task.path), class_="quiet")


def _link(way: str, name: str) -> Html:
    """The name, as a link where the way to it leads to a file or a folder."""
    said = el("code", name)
    can_follow = way.startswith("..") and ".zip!" not in way.casefold()
    return el("a", said, href=f"../{quote(way)}") if can_follow else said


def _not_found(task: TaskResult) -> Html:
    return el("p", f"{task.file} was not found in the hand-in.", class_="quiet")


def about_check(check: CheckResult) -> Html:
    """Its name, the mistake that it names, its time, and in full what is known."""
    facts = [
        el("code", check.name),
        " · visible" if check.visible else " · hidden",
        f" · mistake {check.mistake}" if check.mistake else None,
        f" · line {check.line}" if check.line else None,
        f" · {check.seconds} s",
    ]
    return join([el("p", facts, class_="quiet"), _more(check)])


def _more(check: CheckResult) -> Html | None:
    hint = el("p", "Hint: ", check.hint, class_="quiet") if check.hint and check.outcome != "passed" else None
    return join([hint, pre(check.detail, f"Details of {check.name}") if check.detail else None])


def about_run(result: Result) -> Html:
    """Which submission, how far it was confined, and by which grader."""
    got_through = result.isolation.get("got_through", ())
    facts = {
        "submission": result.submission,
        "isolation": f"{result.isolation['level']} {result.isolation.get('sentence', '')}".strip(),
        "got through": ", ".join(got_through),
        "grader content": result.grader["content"],
        "time": f"{result.seconds} s",
    }
    return el("dl", [[el("dt", name), el("dd", fact)] for name, fact in facts.items() if fact])
