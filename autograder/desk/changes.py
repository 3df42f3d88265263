"""How the marks of this report differ from those of the last one, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from autograder.desk.gradebook import Gradebook
from autograder.desk.records import Reported
from autograder.plain import plain
from autograder.report.standing import Standing

Key = tuple[str, str]
"""Student and week."""


def told_now(standings: Iterable[Standing], book: Gradebook) -> dict[Key, Reported]:
    """What this report says, with the hashes and decisions that it rests on."""
    hashes, decisions = book.hashes(), book.decisions()
    keys = {(each.student, each.week): each for each in standings}
    return {
        key: Reported(*key, each.status, each.final, *hashes.get(key, ("", "")), decisions.get(key, 0))
        for key, each in keys.items()
    }


def changes(names: Mapping[str, str], before: Mapping[Key, Reported], now: Mapping[Key, Reported]) -> list[str]:
    """A line for each mark that was reported and is another now; ``names`` say what each student is called."""
    return [line for key, told in now.items() for line in _change(names[key[0]], before.get(key), told)]


def _change(name: str, before: Reported | None, now: Reported) -> Iterator[str]:
    if before is not None and _mark(before) != _mark(now):
        yield f"{plain(name)}, {now.week}: {_mark(before)} → {_mark(now)} ({_why(before, now)})"


def _mark(of: Reported) -> str:
    return of.final if of.status == "graded" else of.status.replace("_", " ")


def _why(before: Reported, now: Reported) -> str:
    """What has changed; where nothing that was graded or decided has, it is the rule for lateness."""
    reasons = [
        *(["handed in since" if not before.submission else "another submission"]
          if now.submission != before.submission else []),
        *(["another grader"] if before.grader and now.grader != before.grader else []),
        *(["a decision"] if now.decisions != before.decisions else []),
    ]  # fmt: skip
    if not reasons:
        same_kind = before.status == now.status == "graded"
        reasons = ["the deadline or what lateness costs"] if same_kind else ["what lies in the folder"]
    return " and ".join(reasons)
