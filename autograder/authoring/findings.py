"""What an audit has found of a task, and the table that staff read."""

from __future__ import annotations

from dataclasses import dataclass, field

from autograder.course import Task

COLUMNS = ("checks", "visible", "variants", "mistakes", "named", "home", "seconds")


@dataclass
class Findings:
    """What the audit of one task found; ``breaches`` are sentences, empty where all is well."""

    task: Task
    checks: int = 0
    visible: int = 0
    variants: int = 0
    mistakes: int = 0
    named: int = 0
    seen: int = 0
    """Mistakes that a visible check names."""
    home: int = 0
    """Of these, the ones that it names in a learner's copy too."""
    seconds: float = 0.0
    breaches: list[str] = field(default_factory=list)

    def demand(self, condition: bool, sentence: str) -> None:
        if not condition:
            self.breaches.append(f"{self.task.id}: {sentence}")


def line(sign: str, task: str, *figures: str) -> str:
    """A line of the table, or its head."""
    cells = (f"{figure:>{len(column) + 1}}" for column, figure in zip(COLUMNS, figures, strict=True))
    return f"{sign:<2}{task:<24}" + "".join(cells)


def row(of: Findings) -> str:
    """A task's line of the table."""
    figures = (of.checks, f"{of.visible}/{of.task.points}", of.variants, of.mistakes, of.named, of.home)
    return line("✗" if of.breaches else "✓", of.task.id, *map(str, figures), f"{of.seconds:.1f}")


def at_home(findings: list[Findings]) -> str:
    """How much of what a visible check names it names in a learner's copy as well."""
    seen, home = (sum(counts) for counts in zip(*((row.seen, row.home) for row in findings), strict=True))
    return f"named at home: {home} of the {_many(seen, 'mistake')} that a visible check names"


def summary(findings: list[Findings], breaches: list[str]) -> str:
    """The audit's last line."""
    counts = f"{_many(len(findings), 'task')}, {sum(row.variants for row in findings)} variants, "
    counts += f"{sum(row.named for row in findings)} of {sum(row.mistakes for row in findings)} mistakes named"
    return f"{counts}: {_many(len(breaches), 'breach', 'es')}." if breaches else f"{counts}: all proven."


def _many(count: int, noun: str, ending: str = "s") -> str:
    return f"{count} {noun}{'' if count == 1 else ending}"
