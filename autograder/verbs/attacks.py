"""Attacks that are kept: files of hostile work that say what must come of them, run through real grading.

The first lines of such a file are its verdict::

    # expect: error; earned 0; says "[Errno 13]"
    # way: Writes its own results file, where a grader might look for one.
    # section: ending the run
    # stopped by: landlock

``expect`` is the outcome of the first check that did not pass, the points that the task earns (honest work in
the file may earn some), the line of the learner that is named, and parts of the sentence. Two more lines may
follow: ``# task: week-12/attention`` (else week-12/softmax) and ``# seconds: 3``, the limit of one call.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console

from autograder.checking import witness
from autograder.course import Course
from autograder.grade import Grader
from autograder.intake.submission import Submission
from autograder.launch import open_launcher
from autograder.outcomes import OUTCOMES
from autograder.plain import plain
from autograder.result import SAFE_LEVELS, Result

SECTIONS = (
    "ending the run",
    "tampering",
    "reading answers",
    "other processes",
    "network",
    "resources",
    "values and protocol",
    "packaging",
    "dodging the exercise",
    "the TA and the platform",
)
LAYERS = (
    "process boundary",
    "landlock",
    "seccomp",
    "limits",
    "wire",
    "comparison",
    "by-hand rule",
    "checks",
    "submission door",
    "report",
)
SHORT, USUAL = 0.15, 20.0
"""Seconds of one call: for work that must run out of them, and for work that must not."""
MARK = "gained-by-an-attack"
"""What the attacks call the files that they make, so that one which was made is seen."""
TOLD = "HIDDEN INPUT"
"""What the attacks put before the input of a hidden check, so that one which comes out is seen."""


class AttackError(Exception):
    """Raised when a file of hostile work lacks its verdict, or when there is none to run."""


@dataclass(frozen=True)
class Expected:
    """What line 1 says must come of a file, and how it is handed in."""

    outcomes: tuple[str, ...]
    """More than one where versions of Python differ."""
    earned: int | None
    line: int | None
    says: tuple[str, ...]
    task: str
    seconds: float


@dataclass(frozen=True)
class Attack:
    """One file of hostile work: what it tries, and which layer stops it."""

    path: Path
    expected: Expected
    way: str
    section: str
    stopped_by: str

    @property
    def name(self) -> str:
        return self.path.stem

    def gained(self, result: Result) -> bool:
        """Whether it earned more than its due, broke a check, told of a hidden input, or left a file behind."""
        told = TOLD in result.for_learner().to_json()
        return result.score > self.expected.earned or bool(result.internal) or told or bool(traces())


# ---------------------------------------------------------------- reading the verdicts


def read_expected(text: str, name: str) -> Expected:
    """The verdict of a file's first lines; raises AttackError where it is malformed.

    >>> read_expected('# expect: error; earned 0; says "[Errno 1]"', "kills_parent").says
    ('[Errno 1]',)
    """
    first = text.split("\n", 1)[0]
    named, earned, line = (
        _found(pattern, first) for pattern in (r"^# expect: (\w+(?: or \w+)*)", r"earned (\d+)", r"line (\d+)")
    )
    outcomes = tuple((named or "").split(" or "))
    if not set(outcomes) <= set(OUTCOMES):
        raise AttackError(f"{name}: line 1 must be `# expect: ` and an outcome, such as `# expect: failed; earned 0`.")
    seconds = _found(r"^# seconds: ([\d.]+)$", text) or (SHORT if outcomes == ("timeout",) else USUAL)
    return Expected(
        outcomes=outcomes,
        earned=int(earned) if earned else None,
        line=int(line) if line else None,
        says=tuple(re.findall(r'"([^"]+)"', first)),
        task=_found(r"^# task: (\S+)$", text) or "week-12/softmax",
        seconds=float(seconds),
    )


def read_attack(path: Path) -> Attack:
    """The attack in that file; raises AttackError where a line of its verdict is missing or unknown."""
    text = path.read_bytes().decode("utf-8", "replace")
    expected = read_expected(text, path.name)
    if expected.earned is None:
        raise AttackError(f"{path.name}: line 1 must say what the attack may earn, such as `earned 0`.")
    way = _found(r"^# way: (\S.*)$", text)
    if way is None:
        raise AttackError(f"{path.name}: a line `# way: ` must say what is tried.")
    section = _one_of(SECTIONS, "section", text, path.name)
    return Attack(path, expected, way, section, _one_of(LAYERS, "stopped by", text, path.name))


def _found(pattern: str, text: str) -> str | None:
    match = re.search(pattern, text, re.MULTILINE)
    return match and match[1]


def _one_of(known: tuple[str, ...], key: str, text: str, name: str) -> str:
    value = _found(rf"^# {key}: (.+)$", text)
    if value not in known:
        raise AttackError(f"{name}: a line `# {key}: ` must name one of: {', '.join(known)}; it says {value!r}.")
    return value


def read_attacks(folder: Path) -> list[Attack]:
    """Every attack of that folder, section by section; raises AttackError where there is none."""
    attacks = [read_attack(path) for path in sorted(folder.glob("*.py"))]
    if not attacks:
        raise AttackError(f"{folder} holds no attacks: they come with the instructor's repository only.")
    return sorted(attacks, key=lambda attack: (SECTIONS.index(attack.section), attack.name))


# ---------------------------------------------------------------- running them


def hand_in(grader: Grader, data: bytes, expected: Expected) -> Result:
    """What grading makes of these bytes, handed in as the file of that one task."""
    week = grader.course.week(expected.task.split("/")[0])
    task = replace(week.task(expected.task.split("/")[1]), seconds=expected.seconds)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / task.filename).write_bytes(data)
        return grader.grade(Submission.open(Path(folder)), week, [task])


def traces() -> list[Path]:
    """Files that an attack has left, wherever one may try to put them."""
    places = {Path(name) for name in ("/", "/tmp", "/var/tmp", "/dev/shm", os.path.expanduser("~"), os.getcwd())}
    return [path for place in sorted(places) for path in place.glob(f"*{MARK}*")]


def show_attacks(folder: Path | None = None) -> int:
    """Runs every attack (of the folder) and prints what stopped it; status 1 if one gained anything."""
    course = Course.open()
    attacks = read_attacks(folder or course.attacks)
    console = Console(highlight=False, soft_wrap=True)
    with contextlib.closing(open_launcher()) as launcher:
        level = witness(launcher, course)[0].level
        if level not in SAFE_LEVELS:
            raise AttackError(f"The attacks are real, and they run at level standard or strong only; this is {level}.")
        with Grader(course, launcher) as grader:
            gained = sum(_show(console, grader, section, attacks) for section in SECTIONS)
    console.print(f"\n{len(attacks)} attacks, isolation {level}; attacks that gained anything: {gained}")
    return 1 if gained else 0


def _show(console: Console, grader: Grader, section: str, attacks: list[Attack]) -> int:
    """Runs and prints the attacks of one section; how many of them gained anything."""
    here = [attack for attack in attacks if attack.section == section]
    if here:
        console.print(f"\n{section}", style="bold")
    return sum(_run(console, grader, attack) for attack in here)


def _run(console: Console, grader: Grader, attack: Attack) -> bool:
    result = hand_in(grader, attack.path.read_bytes(), attack.expected)
    gained = attack.gained(result)
    console.print(_row(attack, result, gained), style="red" if gained else "", markup=False)
    return gained


def _row(attack: Attack, result: Result, gained: bool) -> str:
    """``✓ exit_zero   crashed   0/10   process boundary``, and the way where it gained something."""
    problem = result.tasks[0].first_problem
    points = f"{result.score}/{result.max_score}"
    row = f"{'✗' if gained else '✓'} {attack.name:<36}{problem.outcome if problem else 'passed':<11}{points:>6}  "
    return row + (f"GAINED: {plain(attack.way)}" if gained else attack.stopped_by)
