"""The words that every page shares: what an outcome is called, what to do next, how a mark came about."""

from __future__ import annotations

import re
from collections.abc import Sequence

from autograder.plain import ended
from autograder.report.decisions import for_learner
from autograder.report.standing import Standing
from autograder.result import CheckResult, Result, TaskResult

SIGNS = {"passed": ("✓", "green"), "not_started": ("·", "dim"), "missing": ("·", "dim"), "internal": ("!", "magenta")}
FAILED = ("✗", "red")
"""An outcome's sign, and the colour that only repeats it."""
OUTCOMES = {
    "passed": "passed",
    "failed": "not yet right",
    "error": "raised an error",
    "timeout": "out of time",
    "memory": "out of memory",
    "crashed": "crashed",
    "forbidden": "not by hand",
    "not_started": "not started",
    "missing": "not defined",
    "internal": "our fault",
}
KINDS = {"passed": "good", "not_started": "idle", "missing": "idle", "internal": "ours"}
NOT_HANDED_IN = "not handed in"
DECIDED = "points given by your teacher"
ALIKE = ("timeout", "memory", "crashed", "forbidden")
"""Outcomes that are one problem wherever they are met, though a limit or a hint in their sentences may differ."""
OURS = "This check broke by our own fault, not yours. Your teacher sees that too."
A_HIDDEN_CHECK = "A hidden check"
LIKELY = " Likely: "
RAISED = re.compile(r" \(Your code raised [^()]*\)$")


def sign(outcome: str) -> str:
    """The sign that the terminal shows too."""
    return SIGNS.get(outcome, FAILED)[0]


def kind(outcome: str) -> str:
    """The style class of an outcome; colour only repeats what sign and word say."""
    return KINDS.get(outcome, "open")


def of_task(task: TaskResult) -> str:
    """A task's status in words."""
    if task.status == "passed":
        return "public checks passed" if task.pending else "complete"
    if is_absent(task):
        return NOT_HANDED_IN
    return "partly right" if task.earned and task.status == "failed" else OUTCOMES[task.status]


def counted(task: TaskResult, of: Standing) -> str:
    """What a task is called where its points stand: by the checks, or that staff gave the points."""
    return DECIDED if of.is_decided(task.task) else of_task(task)


def outcome(task: TaskResult, of: Standing) -> str:
    """The outcome whose sign a task gets where its points stand: what the checks say counts only for their points."""
    if not of.is_decided(task.task):
        return task.status
    return "passed" if of.points_of(task) == str(task.points) else "not_started"


def is_absent(task: TaskResult) -> bool:
    """Whether there is no file; a file that lacks the name asked for has been handed in."""
    return task.status == "missing" and task.path is None


def is_in_notebook(task: TaskResult) -> bool:
    """Whether it is, or would be, a cell's work."""
    return task.file.lower().endswith(".ipynb")


def is_untouched(task: TaskResult) -> bool:
    """Whether nothing of it is begun, as far as one can see."""
    return task.status == "not_started" or is_absent(task)


def said(check: CheckResult) -> str:
    """The sentence for the learner."""
    return OURS if check.outcome == "internal" else check.message


def happened_and_why(check: CheckResult) -> tuple[str, str]:
    """The sentence in two: what happened, and the likely mistake if one is named."""
    happened, likely, why = said(check).rpartition(LIKELY)
    return (happened, why) if likely and check.mistake else (said(check), "")


def to_try(check: CheckResult) -> str:
    """The hint, where it helps: a named mistake and a hidden check have said theirs already."""
    helps = check.outcome in ("failed", "error") and check.visible and check.mistake is None
    return check.hint if helps else ""


def place(task: TaskResult, check: CheckResult) -> str:
    """The file and the line to look at."""
    if check.cell is not None:
        return f"{task.file}, code cell {check.cell}, line {check.line}"
    return f"{task.file}:{check.line}" if check.line else task.file


def without_title(check: CheckResult) -> str:
    """The sentence of a hidden check without its title, where the same came of every value that was tried."""
    whose, colon, happened = check.message.partition(f": {check.title} (")
    return f"{whose}: {happened.removesuffix(')')}" if colon and not check.visible else said(check)


def all_alike(task: TaskResult) -> bool:
    """Whether one sentence says it all: nothing is begun, or every check meets the same problem."""
    if task.status == "passed":
        return False
    return is_untouched(task) or (len(task.checks) > 1 and _meet_the_same(task.checks))


def _meet_the_same(checks: Sequence[CheckResult]) -> bool:
    """A hidden check does not say which name is missing, so that the visible ones decide."""
    outcomes = {check.outcome for check in checks}
    if len(outcomes) > 1 or outcomes <= set(ALIKE):
        return len(outcomes) == 1
    return len({said(check) for check in checks if check.visible or check.outcome != "missing"}) == 1


def in_one(task: TaskResult) -> str:
    """That one sentence, with the place to look at."""
    first = task.first_problem
    if is_untouched(task):
        return what_next(task)
    return f"{said(first)} All {len(task.checks)} checks meet this."


def next_task(result: Result, of: Standing | None = None) -> TaskResult | None:
    """The task to work on: one that was begun and does not pass yet, else the first untouched one.

    What staff have settled, of the week or of a task, is nobody's next.
    """
    if of is not None and (of.by_hand or of.status == "excused"):
        return None
    open_tasks = [task for task in result.tasks if task.status != "passed" and not (of and of.is_decided(task.task))]
    begun = [task for task in open_tasks if not is_untouched(task)]
    return next(iter(begun + open_tasks), None)


def what_next(task: TaskResult) -> str:
    """One sentence on a task that is not complete."""
    if is_absent(task):
        return said(task.first_problem) if is_in_notebook(task) else f"{task.file} was not handed in."
    if task.status == "not_started":
        return f"Open {task.file} and begin: its first lines say what to build."
    likely, problem = named_mistake(task), task.first_problem
    return f"Likely: {likely}" if likely else said(problem)


def so_far(result: Result) -> str:
    """How many tasks are complete, and what is still to run."""
    if result.pending:
        score, of = result.public["score"], result.public["max_score"]
        return f"Public checks: {score} of {of} points. {result.pending} points run after hand-in."
    complete = sum(task.status == "passed" for task in result.tasks)
    if complete == len(result.tasks):
        return "Everything passed. Nothing is left to do."
    return f"{complete} of {len(result.tasks)} tasks complete."


def graded(result: Result) -> str:
    """When, and by which grader."""
    return f"Graded {result.started} by version {result.grader['version']}, content {result.grader['content'][:12]}."


def standing(of: Standing) -> str:
    """What there is to say before any task: absent, excused and not graded are three different things."""
    if of.status == "absent":
        return f"Nothing for {of.week} was handed in.{_counts(of)}"
    if of.status == "excused":
        return "Excused: this week does not count."
    if of.status == "not_graded":
        return "Handed in, and not graded yet. Your teacher sees that too."
    return so_far(of.result) if of.result else "Graded by your teacher, without the checks."


def _counts(of: Standing) -> str:
    return f" It counts {of.final} of {of.max_score} points." if of.final else ""


def mark(of: Standing) -> str:
    """The mark in a few words, as a table shows it."""
    return f"{of.final} / {of.max_score}" if of.status == "graded" else of.status.replace("_", " ")


def steps(of: Standing) -> list[str]:
    """How the mark came about, if it is not simply what the checks gave."""
    if not (of.adjustments or (of.result and of.changed)):
        return []
    checks = [f"The checks gave {of.score} of {of.max_score} points."] if of.result else []
    late = [ended(f"{of.came}: {of.late}" if of.came else of.late)] if of.late else []
    final = [f"So the mark is {of.final} of {of.max_score}."] if of.status == "graded" else []
    return [*checks, *map(for_learner, of.adjustments), *late, *final]


def named_mistake(task: TaskResult) -> str:
    """The sentence of the one mistake that this task's checks name; nothing if there is none, or more than one."""
    checks = [check for check in task.checks if check.mistake]
    if len({check.mistake for check in checks}) != 1:
        return ""
    return sentence_of_mistake(min(checks, key=lambda check: not check.visible))


def sentence_of_mistake(check: CheckResult) -> str:
    """What the learner reads of the named mistake; a hidden check says behind it that the code raised."""
    return RAISED.sub("", happened_and_why(check)[1])


def spans(sentence: str) -> list[tuple[str, bool]]:
    """The sentence in pieces, each with whether it is code: what stands between two backticks.

    >>> spans("pass `dim` on")
    [('pass ', False), ('dim', True), (' on', False)]
    """
    pieces = sentence.split("`")
    if len(pieces) % 2 == 0:
        return [(sentence, False)]
    return [(piece, index % 2 == 1) for index, piece in enumerate(pieces) if piece]
