"""What an export leaves: the files, and what became of each question. Nothing is dropped silently."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from autograder.quiz.paper import wrapped


class ExportError(Exception):
    """Raised when an export cannot be made; the text says what to do."""


@dataclass(frozen=True)
class Exported:
    """The files of one format by name, how many questions went in and out, and what happened to the others.

    ``left_out`` and ``changed`` are pairs of a question's id and a sentence; ``notes`` hold for the whole file.
    """

    title: str
    files: dict[str, bytes] = field(repr=False)
    asked: int
    taken: int
    left_out: tuple[tuple[str, str], ...] = ()
    changed: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()

    def report(self) -> Iterator[str]:
        """The lines of the report: n in, n out, what was left out and why, what was changed."""
        yield wrapped(f"{self.title}: {self.taken} of {self.asked} questions → {', '.join(self.files) or 'no file'}")
        yield from (wrapped(note, "  note: ") for note in self.notes)
        for word, pairs in (("left out", self.left_out), ("changed", self.changed)):
            yield from (wrapped(f"{', '.join(ids)}: {reason}", f"  {word}: ") for reason, ids in _grouped(pairs))


def _grouped(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, list[str]]]:
    """The ids that share a sentence, together."""
    groups: dict[str, list[str]] = {}
    for question_id, reason in pairs:
        groups.setdefault(reason, []).append(question_id)
    return list(groups.items())
