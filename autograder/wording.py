"""The words of a result: what a learner reads of a visible and of a hidden check, and what only staff read.

Of a hidden check a learner reads nothing that their code could have chosen: no input, number, name or line.
"""

from __future__ import annotations

import builtins

from autograder.checks.mistakes import Mistake
from autograder.checks.plugin import Ending
from autograder.checks.student import Remote
from autograder.outcomes import INTERNAL, PASSED, LearnerError, Mismatch, Problem
from autograder.plain import ended, in_words

SHOWN_OUTPUT = 1000
AUTHORED = {
    "timeout": "(Your code did not come back in time.)",
    "memory": "(Your code wanted more memory than this task allows.)",
    "crashed": "(The process that ran your code ended.)",
    "forbidden": "(It was not done by hand: a library call gave the answer.)",
    "not_started": "(This part is not started.)",
    "missing": "(Your file does not define what was called.)",
}
"""What may be said of a hidden check besides its title and its hint."""


def message(ending: Ending, mistake: Mistake | None) -> str:
    """The learner's sentence: of a visible check what happened, of a hidden one its authored words."""
    if ending.outcome == PASSED:
        return ""
    if ending.outcome == INTERNAL:
        return "This check itself broke: our fault, not yours. Tell your teacher."
    if ending.info.visible or ending.problem.of_file:
        sentence = ended(_of_visible(ending))
        return f"{sentence} Likely: {mistake.says}" if mistake else sentence
    return _of_hidden(ending, mistake)


def hint(ending: Ending) -> str:
    """What to try; of a visible check only where that fits what happened."""
    return ending.info.hint if _hint_fits(ending.problem) or not ending.info.visible else ""


def _hint_fits(problem: Problem | None) -> bool:
    """Whether the check's hint, which is on values, has to do with what happened."""
    if problem is None:
        return True
    return problem.outcome in ("failed", "error") and not (problem.of_file or problem.needs_no_hint)


def _of_visible(ending: Ending) -> str:
    """What was called, and what came of it."""
    if isinstance(ending.problem, Mismatch) and ending.calls:
        return f"{ending.calls[-1].said}: {ending.problem.message}"
    return ending.problem.message


def _of_hidden(ending: Ending, mistake: Mistake | None) -> str:
    """Whose hidden check it is, and authored words: the mistake's if one is named, else title and, perhaps, hint."""
    happened = _in_authored_words(ending.problem)
    if mistake:
        return " ".join(filter(None, (f"{_whose(ending)}: it did not pass. Likely: {mistake.says}", happened)))
    perhaps = f"Perhaps: {ending.info.hint}" if _hint_fits(ending.problem) else ""
    return " ".join(filter(None, (f"{_whose(ending)}: {ending.info.title}", happened, perhaps)))


def _whose(ending: Ending) -> str:
    """The hidden check by the learner's functions that it has called so far."""
    asked = [call.asked for call in ending.calls] + ([ending.asked] if ending.asked else [])
    things = (thing for target, arguments, _ in asked for thing in (target, *arguments))
    names = [thing.function for thing in things if isinstance(thing, Remote) and thing.function]
    if not asked:
        return "A hidden check"
    return f"A hidden check of {in_words(dict.fromkeys(names) or ['your code'])}"


def _in_authored_words(problem: Problem) -> str:
    """What came of a hidden check without a word, number or name that the learner's code could choose."""
    if isinstance(problem, LearnerError):
        name = problem.kinds[0] if problem.kinds else ""
        known = isinstance(getattr(builtins, name, None), type)
        return f"(Your code raised {name if known else 'an error of its own'}.)"
    return AUTHORED.get(problem.outcome, "")


def detail(ending: Ending) -> str:
    """For staff: what was called, and the exception that ended the check."""
    if ending.outcome == PASSED:
        return ""
    called = "; ".join(call.said for call in ending.calls)
    error = ending.problem or ending.error
    told = f"{type(error).__name__}: {error}"
    return f"{called} -> {told}" if called else told


def printed(endings: list[Ending]) -> str:
    """The output of the visible checks: that of hidden ones would show their inputs."""
    text = "".join(ending.printed for ending in endings if ending.info.visible)
    if len(text) <= 2 * SHOWN_OUTPUT:
        return text
    left_out = len(text) - 2 * SHOWN_OUTPUT
    return f"{text[:SHOWN_OUTPUT]}\n[... {left_out} characters left out ...]\n{text[-SHOWN_OUTPUT:]}"


def notes(endings: list[Ending]) -> tuple[str, ...]:
    """What was seen in visible checks besides their outcomes: functions that change their inputs."""
    calls = [call for ending in endings if ending.info.visible for call in ending.calls if not call.probes]
    changed = sorted({call.said.split("(")[0] for call in calls if call.reply.get("changed")})
    return tuple(f"{name} changes its input; work on a copy." for name in changed)
