"""What is shown: the week's table, the current task's first problem in full, what has happened, and the keys.

``lines`` makes the whole of it as plain text; ``Screen`` draws that anew each time, ``Plain`` says only what is new,
line after line, for screen readers and dumb terminals.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from rich.console import Console
from rich.text import Text

from autograder.course import Task, Week
from autograder.plain import plain
from autograder.report import quote, words
from autograder.report.quote import Quote
from autograder.result import SAFE_LEVELS, CheckResult, TaskResult

NAME, POINTS = 18, 7
MAX_WIDTH = 100
PRINTED_LINES = 15
"""How many of the last lines that the learner's code printed are shown."""
REMARKS = 3
"""How many of the last remarks stay on the screen."""
KEYS = "n next · p previous · a check all · h hint · r reset this file · q quit"
KEYS_BY_LINE = "Keys, each followed by Enter: n next task, p previous, a check all, h hint, r reset this file, q quit."


@dataclass
class View:
    """All that there is to show."""

    weeks: Sequence[Week]
    tasks: Sequence[Task]
    """Those that are watched, in the order of the syllabus."""
    current: Task
    level: str = "standard"
    """How far student code is isolated here."""
    verdicts: dict[str, TaskResult] = field(default_factory=dict)
    """By the task's id; a task without one has not been checked yet."""
    quotes: dict[str, Quote | None] = field(default_factory=dict)
    """By the task's id, the line that Python could not read."""
    doing: str = ""
    said: list[str] = field(default_factory=list)
    """What has happened, the last at the end."""
    hint: str = ""
    question: str = ""

    @property
    def week(self) -> Week:
        """That of the current task."""
        return next(week for week in self.weeks if week.name == self.current.week)

    @property
    def rows(self) -> list[Task]:
        return [task for task in self.tasks if task.week == self.current.week]

    @property
    def verdict(self) -> TaskResult | None:
        """On the current task."""
        return self.verdicts.get(self.current.id)


class Screen:
    """A terminal that is drawn anew at every change."""

    keys = f"Keys: {KEYS}."

    def __init__(self, console: Console | None = None):
        self.console = console or Console(highlight=False, soft_wrap=True)

    def show(self, view: View, *new: str) -> None:
        """Draws everything, whatever is ``new``."""
        with self.console:  # one piece, so that nothing flickers
            self.console.clear()
            self.console.print(_coloured(fitting(view, _width(self.console), self.console.height)), end="")


class Plain:
    """Lines one after another, without colours, each said once."""

    keys = KEYS_BY_LINE

    def __init__(self, console: Console | None = None):
        self.console = console or Console(highlight=False, soft_wrap=True, color_system=None)

    def show(self, view: View, *new: str) -> None:
        """Says the parts that are ``new``: keys, said, table, problem, score, hint, question."""
        width = _width(self.console)
        said = [line for part in new for line in _part(view, part, width)]
        if said:
            self.console.print(Text("\n".join([*said, ""])))
            self.console.file.flush()


def _width(console: Console) -> int:
    return min(console.width, MAX_WIDTH)


def _part(view: View, part: str, width: int) -> list[str]:
    """The lines of one part of what ``Plain`` says."""
    match part:
        case "table":
            return table(view, width, pointer=False)
        case "problem":
            return problem(view, width)
        case "hint":
            return view.hint.split("\n")
    sentences = {"keys": [KEYS_BY_LINE], "said": view.said[-1:], "score": [_score(view)], "question": [view.question]}
    return [line for sentence in sentences[part] for line in _wrap(sentence, width)]


def fitting(view: View, width: int, height: int) -> list[str]:
    """The screen; one that is low has the current task alone in its table, and of several hints the last."""
    for is_short, hint in ((False, view.hint), (True, view.hint), (True, _last_hint(view.hint))):
        shown = lines(replace(view, hint=hint), width, is_short)
        if len(shown) < height:  # the cursor stands on the line below
            break
    return shown


def _last_hint(hints: str) -> str:
    return re.split(r"\n(?=\d+\. )", hints)[-1]


def lines(view: View, width: int, is_short: bool = False) -> list[str]:
    """The whole screen, at that width."""
    whole = table(view, width)
    blocks = [
        [line for line in whole if line is whole[0] or line.startswith(">")] if is_short else whole,
        problem(view, width),
        view.hint.split("\n") if view.hint else [],
        [line for said in view.said[-REMARKS:] for line in _wrap(said, width)],
        [*_level(view), *_wrap(view.doing or view.question or KEYS, width)],
    ]
    return [line for block in blocks if block for line in [*block, ""]][:-1]


def table(view: View, width: int, pointer: bool = True) -> list[str]:
    """The week's head and a line a task; ``>`` points at the current one."""
    left, right = f"{view.week.name} · {view.week.title}", _points(view)
    head = left + " " * max(2, width - len(left) - len(right)) + right
    return [head, *(_row(view, task, pointer) for task in view.rows)]


def _points(view: View) -> str:
    verdicts = [view.verdicts.get(task.id) for task in view.rows]
    return f"{sum(each.earned for each in verdicts if each)} / {sum(task.points for task in view.rows)}"


def _row(view: View, task: Task, pointer: bool) -> str:
    verdict = view.verdicts.get(task.id)
    here = ">" if pointer and task.id == view.current.id else " "
    earned = verdict.earned if verdict else "-"
    points = f"{earned}/{task.points}".rjust(POINTS)
    sign, word = (words.sign(verdict.status), words.of_task(verdict)) if verdict else (" ", "not checked yet")
    return f"{here} {sign} {task.name:<{NAME}}{points}  {word}"


def problem(view: View, width: int) -> list[str]:
    """The current task's first problem in whole sentences, and what its code printed."""
    verdict = view.verdict
    if verdict is None:
        return [f"{view.current.name}: not checked yet."]
    sentences = list(_sentences(verdict))
    return [
        *_wrap(_title(verdict), width),
        *(line for sentence in sentences for line in _wrap(sentence, width, "  ")),
        *_quoted(view, verdict, width),
        *_printed(verdict),
    ]


def _quoted(view: View, verdict: TaskResult, width: int) -> list[str]:
    quoted = view.quotes.get(view.current.id)
    return [f"  {line}" for line in quote.shown(quoted, width - 2, verdict.first_problem.line)] if quoted else []


def _title(verdict: TaskResult) -> str:
    place = words.place(verdict, verdict.first_problem) if verdict.first_problem else verdict.file
    shown = verdict.path or verdict.file
    place = place.replace(verdict.file, shown, 1)
    return f"{verdict.task}: {words.of_task(verdict)}, {verdict.earned}/{verdict.points} ({plain(place)})"


def _sentences(verdict: TaskResult) -> Iterator[str]:
    found = verdict.first_problem
    if found is None:
        yield from [f"{verdict.pending} points run after hand-in."] if verdict.pending else []
    elif words.is_untouched(verdict):
        yield words.what_next(verdict)
    else:
        yield from _of_check(found)
        yield from _others(verdict, found)
    yield from (f"! {note}" for note in verdict.notes)


def _of_check(check: CheckResult) -> Iterator[str]:
    """The check's title where it is visible, what happened, why that is likely, and what to try."""
    happened, likely = words.happened_and_why(check)
    if check.visible:
        yield f"Check: {check.title}"
    yield happened or f"{words.OUTCOMES[check.outcome]}."
    if likely:
        yield f"Likely: {likely}"
    if words.to_try(check):
        yield f"Try: {words.to_try(check)}"


def _others(verdict: TaskResult, found: CheckResult) -> Iterator[str]:
    others = [check for check in verdict.checks if check.outcome != "passed"][1:]
    if not words.all_alike(verdict) and any(words.said(check) != words.said(found) for check in others):
        yield f"{len(others)} more {'checks do' if len(others) > 1 else 'check does'} not pass yet."


def _printed(verdict: TaskResult) -> list[str]:
    """The end of what the learner's code printed."""
    printed = plain(verdict.printed.rstrip()).split("\n") if verdict.printed.strip() else []
    left_out = len(printed) - PRINTED_LINES
    note = [f"  | ({left_out} lines before)"] if left_out > 0 else []
    shown = [f"  | {line}" for line in printed[-PRINTED_LINES:]]
    return ["your code printed", *note, *shown] if printed else []


def _level(view: View) -> list[str]:
    return [] if view.level in SAFE_LEVELS else [f"isolation on this machine: {view.level}"]


def _score(view: View) -> str:
    return f"{view.week.name}: {_points(view)} points."


def _wrap(sentence: str, width: int, indent: str = "") -> list[str]:
    return textwrap.wrap(plain(sentence), width, initial_indent=indent, subsequent_indent=indent)


def _coloured(shown: list[str]) -> Text:
    """Colours that only repeat what a sign says, and a bold head."""
    styles = dict([*words.SIGNS.values(), words.FAILED])
    text = Text()
    for number, line in enumerate(shown):
        text.append(line + "\n", style="bold" if number == 0 else "")
        if line[:1] in "> " and line[2:3] in styles:
            start = len(text) - len(line) - 1
            text.stylize(styles[line[2]], start + 2, start + 3)
    return text
