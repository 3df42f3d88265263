"""The bank check as a table: faults, and how far each rubric agrees with people who marked the same answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from autograder.course import Course, Week
from autograder.quiz import places
from autograder.quiz.agreement import share, weighted_kappa
from autograder.quiz.check_bank import examine
from autograder.quiz.check_rubric import MOST_FOOLED, Measured, examine_rubrics, measure_all
from autograder.quiz.labelled import load_labelled
from autograder.quiz.paper import count, wrapped
from autograder.quiz.question import EXACT_KINDS, Bank

NAME = 20
COLUMNS = ("answers", "decided", "kappa", "right 0", "wrong full", "fooled")


@dataclass(frozen=True)
class Proof:
    """What the bank check found out about a week's bank."""

    week: str
    bank: Bank
    labelled: list[Measured]
    fresh: list[Measured]
    faults: list[str]


def prove(course: Course, week: Week) -> Proof:
    """Checks the week's bank and its rubrics; raises BankError if they cannot be read."""
    bank = places.open_bank(week)
    marked = [load_labelled(places.labelled_path(week, which), bank) for which in ("labelled", "fresh")]
    sets = [measure_all(bank, answers) for answers in marked]
    faults = examine(bank, places.task_ids(course)) + examine_rubrics(bank, *sets)
    return Proof(week.name, bank, *sets, faults)


def check_course(course: Course, week: str | None = None) -> int:
    """Prints the table of each bank and every fault; the exit status is 1 if there is one."""
    faults = []
    print(wrapped(LEGEND))
    for name in places.banks(course, week):
        proof = prove(course, course.week(name))
        print("\n".join(table(proof)))
        faults += proof.faults
    for fault in faults:
        print(wrapped(fault, "✗ "))
    print(f"✗ {count(len(faults), 'fault')}" if faults else "✓ no faults")
    return 1 if faults else 0


def table(proof: Proof) -> Iterator[str]:
    """The lines of one week: what the bank holds, and how its rubrics did."""
    yield wrapped(f"{proof.week} · {_kinds(proof.bank)}", "", "  ")
    yield from _table(proof.labelled, "labelled: the rubrics were written with these answers")
    yield from _table(proof.fresh, "fresh: answers written afterwards, by others")


LEGEND = f"""\
decided: the others are "I can't tell". kappa: quadratic weighted, where decided (1 is agreement, 0 is chance). right 0:
right answers decided wrong; none may be. wrong full: worthless answers with full credit. fooled: shuffled, denied and
key-word-only texts made from right answers that got full credit; of each kind at most {MOST_FOOLED.numerator} in \
{MOST_FOOLED.denominator} may."""


def _kinds(bank: Bank) -> str:
    counts = {kind: sum(each.kind == kind for each in bank.questions) for kind in (*EXACT_KINDS, "open")}
    return f"{count(len(bank.questions), 'question')}: " + ", ".join(f"{n} {kind}" for kind, n in counts.items() if n)


def _table(measured: list[Measured], title: str) -> Iterator[str]:
    """One line an open question that has answers, and one for all of them."""
    measured = [each for each in measured if each.scored]
    if not measured:
        yield f"  {title}: none"
        return
    yield f"  {title}"
    yield _line("", *COLUMNS)
    yield from (_line(each.question.id, *_cells([each])) for each in measured)
    yield _line("all", *_cells(measured))
    yield from _fooled(measured)


def _cells(measured: list[Measured]) -> Iterator[str]:
    scored = [pair for each in measured for pair in each.scored]
    decided = sum(len(each.decided) for each in measured)
    yield str(len(scored))
    yield share(decided, len(scored))
    yield _hundredths(weighted_kappa([pair for each in measured for pair in each.pairs]))
    yield share(sum(len(each.right_refused) for each in measured), sum(len(each.right) for each in measured))
    worthless = sum(answer.points == 0 for answer, _ in scored)
    yield share(sum(len(each.wrong_credited) for each in measured), worthless)
    fooled = [counts for each in measured for counts in each.fooled.values()]
    yield share(sum(full for full, _ in fooled), sum(of for _, of in fooled))


def _hundredths(value: Fraction | None) -> str:
    return "-" if value is None else f"{float(value):.2f}"


def _line(name: str, *cells: str) -> str:
    name = name if len(name) <= NAME else f"{name[: NAME - 1]}…"
    widths = (7, 8, 6, 8, 10, 8)
    return f"    {name:<{NAME}}" + " ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))


def _fooled(measured: list[Measured]) -> Iterator[str]:
    """Each kind of made text by itself."""
    for attribute, said in (("fooled", "full credit when"), ("disturbed", "decided wrong when")):
        kinds = {name for each in measured for name in getattr(each, attribute)}
        for name in sorted(kinds):
            counts = [getattr(each, attribute)[name] for each in measured]
            yield f"      {said} {name}: {share(sum(n for n, _ in counts), sum(of for _, of in counts))}"
